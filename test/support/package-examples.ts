/** The examples in the READMEs of packages. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { ROOT } from './files.ts';
import { tool } from './judge.ts';
import { PATIENCE_MS } from './wait.ts';

/** What the examples print: what the first track of the set says. */
const PRINTED: Readonly<Record<string, RegExp>> = {
  stagelinq: /^prime4 plays Slow Elevator\n$/,
  prodjlink: /^player \d plays Slow Elevator\n$/,
  'wire-kit': /^127\.0\.0\.1 reaches all of 127\.255\.255\.255\n$/,
};

/** The example of a package's README. */
export function example(name: string): string {
  const [, code = ''] =
    /```js\n([\s\S]*?)```/.exec(readFileSync(join(ROOT, 'packages', name, 'README.md'), 'utf8')) ?? [];
  return code;
}

export const EXAMPLES = Object.keys(PRINTED);

/** Runs the files `<package>.js` in this folder, which take the ports that hardware takes, each in a network of its own. */
export function tryExamples(folder: string): void {
  for (const [name, printed] of Object.entries(PRINTED)) {
    const line = `${tool('ip')} link set lo up && exec "$0" "$1"`;
    const said = execFileSync('unshare', ['--net', 'sh', '-c', line, process.execPath, `${name}.js`], {
      cwd: folder,
      encoding: 'utf8',
      timeout: PATIENCE_MS,
    });
    expect(said).toMatch(printed);
  }
}
