// Runs a program of bench/. `npm run bench`: all measurements, or `npm run bench -- latency start-up`; `npm run soak`: a
// long set.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const [program, ...args] = process.argv.slice(2);
const root = fileURLToPath(new URL('..', import.meta.url));
// Inside the checkout, so that native dependencies are found.
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
  const helpers = [
    'enrich/pictures/picture-process.js',
    'enrich/pictures/accent.js',
    'sqlite/database-process.js',
    'sqlite/driver.js',
    ...readdirSync(join(root, 'src/app/disk'))
      .filter((name) => name.endsWith('.js'))
      .map((name) => `app/disk/${name}`),
  ];
  for (const helper of helpers) {
    copyFileSync(join(root, 'src', helper), join(folder, basename(helper)));
  }
  const { status } = spawnSync(process.execPath, ['--expose-gc', join(folder, `${program}.mjs`), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, BENCH_PEERS: join(folder, 'peers') },
  });
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
