/** Makes a script that Node can run out of a TypeScript file, for helpers that run as processes of their own. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Returns the script's path in `folder`. `entry` is relative to `test/`. */
export async function bundleScript(entry: string, folder: string): Promise<string> {
  const outfile = join(folder, `${entry.replaceAll('/', '-').replace(/\.ts$/, '')}.mjs`);
  await build({
    entryPoints: [fileURLToPath(new URL(`../${entry}`, import.meta.url))],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    // Native code cannot be bundled; a script that needs it lies where Node finds it.
    external: ['libsql', 'sharp'],
    // CommonJS libraries inside the bundle ask for Node's modules by require.
    banner: {
      js: "import{createRequire as makeRequire}from'node:module';const require=makeRequire(import.meta.url);",
    },
    logLevel: 'warning',
  });
  return outfile;
}
