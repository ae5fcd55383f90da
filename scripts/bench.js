// Runs a program of bench/. `npm run bench`: all measurements; `npm run bench -- latency start-up`: some; `npm run
// soak`: a long set.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { buildHelperProcesses } from './helper-processes.js';

const [program, ...args] = process.argv.slice(2);
const root = fileURLToPath(new URL('..', import.meta.url));
// Native dependencies are found inside the checkout.
const folder = mkdtempSync(join(root, 'node_modules', '.bench-'));
try {
  spawnSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'inherit' });
  await build({
    absWorkingDir: root,
    entryPoints: [`bench/${program}.ts`, 'bench/peers/*.ts'],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    packages: 'external',
    logLevel: 'warning',
  });
  await buildHelperProcesses(folder);
  const { status } = spawnSync(process.execPath, ['--expose-gc', join(folder, `${program}.mjs`), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, BENCH_PEERS: join(folder, 'peers') },
  });
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
