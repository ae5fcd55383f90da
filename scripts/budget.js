// What the program weighs, beside its weight at the last release (`scripts/budget.json`): lines of production code and of
// tests by folder, options, and mechanisms: processes, timers and addresses, each of which can fail by itself. Printed by
// `npm run check`; `node scripts/budget.js --release` keeps it as the release's.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = new URL('..', import.meta.url);
const KEPT = new URL('scripts/budget.json', ROOT);
/** Folders whose own folders are rows. */
const SPLIT = ['src', 'packages'];

/**
 * @typedef {{ production: number, tests: number }} Lines
 * @typedef {{ folders: Record<string, Lines>, options: number, mechanisms: Record<string, number> }} Weight
 */

/** @returns {Weight} */
function weigh() {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.js', '*.html', '*.css'], {
    cwd: fileURLToPath(ROOT),
    encoding: 'utf8',
  });
  /** @type {Record<string, Lines>} */
  const folders = {};
  const mechanisms = { 'helper processes': 0, 'time constants': 0, 'addresses of the API': 0 };
  for (const file of files.split('\n').filter((name) => name.includes('/'))) {
    const [top = '', inner = ''] = file.split('/');
    const folder = SPLIT.includes(top) ? `${top}/${inner}` : top;
    const isTest = top === 'test' || /\.test\.ts$|\/testing\//.test(file);
    const text = readFileSync(new URL(file, ROOT), 'utf8');
    folders[folder] ??= { production: 0, tests: 0 };
    folders[folder][isTest ? 'tests' : 'production'] += text.split('\n').length - 1;
    if (SPLIT.includes(top) && !isTest) {
      mechanisms['helper processes'] += Number(/-process\.[jt]s$/.test(file));
      mechanisms['time constants'] += text.match(/\bconst [A-Z\d_]+_MS\b/g)?.length ?? 0;
    }
  }
  const reference = (/** @type {string} */ name) =>
    readFileSync(new URL(`docs/reference/${name}`, ROOT), 'utf8');
  mechanisms['addresses of the API'] = Object.keys(JSON.parse(reference('openapi.json')).paths).length;
  return { folders, options: reference('options.md').match(/^\| `/gm)?.length ?? 0, mechanisms };
}

/**
 * @param {number} now
 * @param {number} before
 */
function beside(now, before) {
  const change = now - before;
  return `${String(now).padStart(7)} ${(change > 0 ? `+${change}` : change === 0 ? '' : String(change)).padStart(7)}`;
}

const now = weigh();
if (process.argv.includes('--release')) {
  writeFileSync(KEPT, `${JSON.stringify(now, undefined, 2)}\n`);
}
/** @type {Weight} */
const before = JSON.parse(readFileSync(KEPT, 'utf8'));
const none = { production: 0, tests: 0 };
const names = [...new Set([...Object.keys(before.folders), ...Object.keys(now.folders)])].sort();
const rows = names.map((name) => ({
  name,
  now: now.folders[name] ?? none,
  before: before.folders[name] ?? none,
}));
const sum = (/** @type {'now' | 'before'} */ when, /** @type {keyof Lines} */ what) =>
  rows.reduce((total, row) => total + row[when][what], 0);
const total = {
  name: 'all',
  now: { production: sum('now', 'production'), tests: sum('now', 'tests') },
  before: { production: sum('before', 'production'), tests: sum('before', 'tests') },
};
console.log('lines (change since the last release)  production           tests');
for (const row of [...rows, total]) {
  const counts = [beside(row.now.production, row.before.production), beside(row.now.tests, row.before.tests)];
  console.log(`  ${row.name.padEnd(30)} ${counts.join(' ')}`);
}
for (const [name, count] of Object.entries({ options: now.options, ...now.mechanisms })) {
  console.log(
    `  ${name.padEnd(30)} ${beside(count, { options: before.options, ...before.mechanisms }[name] ?? 0)}`,
  );
}
