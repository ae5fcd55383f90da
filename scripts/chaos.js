// Random sets in which everything goes wrong, judged by an oracle: `npm run chaos -- --seed 7 --minutes 60 --sets 20`.
// Time is simulated, so an hour takes seconds; a seed plays the same set again. See docs/decisions/chaos.md.
// `--break NAME` breaks the program first, by a mutation of test/chaos/mutations.js, to see that the oracle notices.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleChaos } from '../test/chaos/bundle.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const args = process.argv.slice(2);
const at = args.indexOf('--break');
const [, mutation] = at < 0 ? [] : args.splice(at, 2);
// Inside the checkout, so that native dependencies are found.
const folder = mkdtempSync(join(root, 'node_modules', '.chaos-'));
try {
  const script = await bundleChaos(folder, mutation);
  const { status } = spawnSync(process.execPath, [script, ...args], { cwd: root, stdio: 'inherit' });
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
