// Makes the script that plays chaos sets, of the program as it is, or broken by hand.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { NODE_SCRIPT } from '../support/bundle-options.js';
import { MUTATIONS } from './mutations.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What a command begins with to run in a network and with mounts of its own, which are gone when it has ended. */
export const ALONE = ['unshare', '--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];

/**
 * Returns the script's path in `folder`, which must lie in the checkout.
 * @param {string} folder
 * @param {string} [broken] name of a mutation
 */
export async function bundleChaos(folder, broken) {
  const mutation = MUTATIONS.find(({ name }) => name === broken);
  if (broken !== undefined && mutation === undefined) {
    throw new Error(`--break takes one of: ${MUTATIONS.map(({ name }) => name).join(', ')}`);
  }
  const outfile = join(folder, 'chaos.mjs');
  await build({
    ...NODE_SCRIPT,
    absWorkingDir: ROOT,
    entryPoints: ['test/chaos/main.ts'],
    outfile,
    plugins: mutation === undefined ? [] : [breaking(mutation)],
  });
  return outfile;
}

/**
 * @param {typeof MUTATIONS[number]} mutation
 * @returns {import('esbuild').Plugin}
 */
function breaking({ file, replace, by }) {
  return {
    name: 'break',
    setup(bundle) {
      bundle.onLoad({ filter: new RegExp(`/${file.replaceAll('.', '\\.')}$`) }, ({ path }) => {
        const whole = readFileSync(path, 'utf8');
        if (whole.split(replace).length !== 2) {
          throw new Error(`${file} does not hold once: ${replace}`);
        }
        return { contents: whole.replace(replace, () => by), loader: 'ts' };
      });
    },
  };
}
