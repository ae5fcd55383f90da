// Tries inputs on what reads bytes from outside, guided by the branches that they reach: `npm run fuzz` for all
// targets, `npm run fuzz -- http serato --seconds=600 --seed=7` for some of them. docs/decisions/fuzzing.md says how.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';
import { buildHelperProcesses } from './helper-processes.js';
import { instrument } from './instrument.js';

const root = fileURLToPath(new URL('..', import.meta.url));
// Inside the checkout, so that native dependencies are found.
const folder = mkdtempSync(join(root, 'node_modules', '.fuzz-'));
/** Files that count their branches: the program's own. */
const OURS = /[\\/]src[\\/].*\.(ts|js)$/;
const FIXTURES = /[\\/]testing[\\/]/;

const MOST_BRANCHES = 65_536;

let branches = 0;
/** @type {Set<string>} */
const words = new Set();
/** @type {Set<number>} */
const numbers = new Set();

/** @type {import('esbuild').Plugin} */
const counting = {
  name: 'counting',
  setup({ onLoad }) {
    onLoad({ filter: OURS }, async ({ path }) => {
      if (FIXTURES.test(path)) {
        return undefined;
      }
      const { code } = await transform(readFileSync(path, 'utf8'), {
        loader: path.endsWith('.ts') ? 'ts' : 'js',
        target: 'node20.19',
      });
      const counted = instrument(code, path, branches);
      branches += counted.branches;
      for (const word of counted.words) {
        words.add(word);
      }
      for (const number of counted.numbers) {
        numbers.add(number);
      }
      return { contents: counted.code, loader: 'js' };
    });
  },
};

try {
  await build({
    absWorkingDir: root,
    entryPoints: ['test/fuzz/main.ts'],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    packages: 'external',
    plugins: [counting],
    // Before any module begins; more than there will be, because they are not counted yet.
    banner: { js: `globalThis.__branches ??= new Uint8Array(${MOST_BRANCHES});` },
    logLevel: 'warning',
  });
  await buildHelperProcesses(folder);
  writeFileSync(
    join(folder, 'code.json'),
    JSON.stringify({ branches, words: [...words], numbers: [...numbers] }),
  );
  const { status } = spawnSync(process.execPath, [join(folder, 'main.mjs'), ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
