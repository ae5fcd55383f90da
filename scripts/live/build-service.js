import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const service = new URL('../../live/service/', import.meta.url);

/**
 * Omits native code, which the service's package.json names.
 * @param {URL} folder
 */
export async function buildService(folder) {
  const { version, dependencies } = JSON.parse(readFileSync(new URL('package.json', service), 'utf8'));
  await build({
    absWorkingDir: fileURLToPath(service),
    entryPoints: ['src/main.ts'],
    outdir: fileURLToPath(folder),
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    sourcemap: 'linked',
    sourcesContent: false,
    external: Object.keys(dependencies),
    // CommonJS libraries load Node's modules with `require`.
    banner: {
      js: "import{createRequire as __makeRequire}from'node:module';const require=__makeRequire(import.meta.url);",
    },
    define: { __DECKCAST_VERSION__: JSON.stringify(version) },
    logLevel: 'warning',
  });
}
