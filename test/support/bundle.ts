import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { NODE_SCRIPT } from './bundle-options.js';

const bundles = new Map<string, Promise<Uint8Array>>();

/** `entry`: relative to `test/`. */
export async function bundleScript(entry: string, folder: string): Promise<string> {
  const path = join(folder, `${entry.replaceAll('/', '-').replace(/\.ts$/, '')}.mjs`);
  const bundle = bundles.get(entry) ?? bundled(entry);
  bundles.set(entry, bundle);
  await writeFile(path, await bundle);
  return path;
}

async function bundled(entry: string): Promise<Uint8Array> {
  const { outputFiles } = await build({
    ...NODE_SCRIPT,
    entryPoints: [fileURLToPath(new URL(`../${entry}`, import.meta.url))],
    write: false,
  });
  return outputFiles[0]?.contents ?? new Uint8Array();
}
