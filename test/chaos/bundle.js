import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { NODE_SCRIPT } from '../support/bundle-options.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Prefix for namespaces (network, mounts, processes) that disappear with the command. */
export const ALONE = ['unshare', '--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];

/**
 * Returns the script's path in `folder`, which must lie in the checkout.
 * @param {string} folder
 */
export async function bundleChaos(folder) {
  const outfile = join(folder, 'chaos.mjs');
  await build({ ...NODE_SCRIPT, absWorkingDir: ROOT, entryPoints: ['test/chaos/main.ts'], outfile });
  return outfile;
}
