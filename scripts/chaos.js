// Plays random sets with every kind of trouble, judged by an oracle: `npm run chaos -- --seed 7 --minutes 60 --sets
// 20`. Time is simulated, so an hour takes seconds; a seed repeats its set. See docs/decisions/chaos.md. `--real
// --seconds 60` plays to the executable in real time, as root, with its own network and disk.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ALONE, bundleChaos } from '../test/chaos/bundle.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const args = process.argv.slice(2);
const isReal = args.includes('--real');
if (isReal) {
  if (process.getuid?.() !== 0) {
    throw new Error('--real makes a network and a disk of its own: run it as root on Linux');
  }
  execFileSync(process.execPath, [join(root, 'scripts', 'build.js')], { cwd: root, stdio: 'inherit' });
}
// Native dependencies are found inside the checkout.
const folder = mkdtempSync(join(root, 'node_modules', '.chaos-'));
try {
  const script = await bundleChaos(folder);
  const [command = process.execPath, ...rest] = [...(isReal ? ALONE : []), process.execPath, script, ...args];
  const { status } = spawnSync(command, rest, { cwd: root, stdio: 'inherit' });
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
