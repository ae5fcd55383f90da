/** Examples in the READMEs of packages. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect } from 'vitest';
import { NODE_SCRIPT } from './bundle-options.js';
import { ROOT } from './files.ts';
import { testFolder } from './folder.ts';
import { tool } from './judge.ts';
import { PATIENCE_MS } from './wait.ts';

/** Expected output of the examples: the first track of the set. */
const PRINTED: Readonly<Record<string, RegExp>> = {
  stagelinq: /^prime4 plays Slow Elevator\n$/,
  prodjlink: /^player \d plays Slow Elevator\n$/,
  simulator: /^prime4 plays Slow Elevator\n$/,
  'wire-kit': /^127\.0\.0\.1 reaches all of 127\.255\.255\.255\n$/,
};

/** Extracts the example of a package's README. */
export function example(name: string): string {
  const [, code = ''] =
    /```js\n([\s\S]*?)```/.exec(readFileSync(join(ROOT, 'packages', name, 'README.md'), 'utf8')) ?? [];
  return code;
}

export const EXAMPLES = Object.keys(PRINTED);

/**
 * Runs the files `<package>.js` of this folder with simulated players on hardware's ports, each in a network of its
 * own. The players come from this repository.
 */
export async function tryExamples(folder: string): Promise<void> {
  const players = join(await testFolder(), 'players.mjs');
  await build({
    ...NODE_SCRIPT,
    absWorkingDir: ROOT,
    entryPoints: ['test/support/players-script.ts'],
    outfile: players,
  });
  for (const [name, printed] of Object.entries(PRINTED)) {
    const line = `${tool('ip')} link set lo up && exec "$0" "$@"`;
    const command = [process.execPath, players, name, `${name}.js`];
    const said = execFileSync('unshare', ['--net', 'sh', '-c', line, ...command], {
      cwd: folder,
      encoding: 'utf8',
      timeout: PATIENCE_MS,
    });
    expect(said).toMatch(printed);
  }
}
