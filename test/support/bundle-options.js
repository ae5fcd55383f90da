/**
 * Options that turn a TypeScript file into one Node script. The caller adds entry and output.
 *
 * @satisfies {import('esbuild').BuildOptions}
 */
export const NODE_SCRIPT = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  // Native code cannot be bundled, so a script that needs it must lie where Node finds it.
  external: ['libsql', 'sharp'],
  // Bundled CommonJS libraries load Node's modules with require.
  banner: {
    js: "import{createRequire as makeRequire}from'node:module';const require=makeRequire(import.meta.url);",
  },
  logLevel: 'warning',
};
