/**
 * How a TypeScript file becomes one script that Node runs; a caller adds the entry and where it goes.
 *
 * @satisfies {import('esbuild').BuildOptions}
 */
export const NODE_SCRIPT = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  // Native code cannot be bundled; a script that needs it lies where Node finds it.
  external: ['libsql', 'sharp'],
  // CommonJS libraries inside the bundle load Node's modules with require.
  banner: {
    js: "import{createRequire as makeRequire}from'node:module';const require=makeRequire(import.meta.url);",
  },
  logLevel: 'warning',
};
