/**
 * Makes one Node script; the caller adds entry and output.
 * @satisfies {import('esbuild').BuildOptions}
 */
export const NODE_SCRIPT = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  // Native code cannot be bundled; scripts must lie where Node finds it.
  external: ['libsql', 'sharp'],
  // CommonJS libraries load Node's modules with require.
  banner: {
    js: "import{createRequire as makeRequire}from'node:module';const require=makeRequire(import.meta.url);",
  },
  logLevel: 'warning',
};
