// What the tests are worth: single mistakes are put into the program, and the nearest tests must notice each.
// `node scripts/mutants.js [--mutants=300] [--seed=1] [--under=src/show/pipeline] [--only=ID,…]`; SIGINT ends it early.
// Stryker makes all mistakes or none, and counts on coverage that tests with processes of their own hide from it.
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, posix } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { HELPER_PROCESSES } from './helper-processes.js';
import { mistakesIn } from './mistakes.js';

/** @typedef {import('./mistakes.js').Mistake} Mistake */

/** So many tests, the nearest first: a few, and when they notice nothing the others. */
const TURNS = [3, 16];
const TURN_LIMIT_MS = 180_000;
/** Helper processes are started by the names that they are built under. @type {Map<string, string>} */
const HELPERS = new Map(Object.entries(HELPER_PROCESSES));

const { values } = parseArgs({
  options: {
    mutants: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    under: { type: 'string', default: '' },
    only: { type: 'string' },
  },
});
const tracked = (await text(spawn('git', ['ls-files']).stdout)).trim().split('\n');
const isTest = (/** @type {string} */ file) => file.endsWith('.test.ts');
const production = tracked.filter(
  (file) =>
    /^(src|packages)\/.*\.[jt]s$/.test(file) && !isTest(file) && !/\/(testing|simulator)\//.test(file),
);
const importers = importersOf(tracked.filter((file) => /\.[jt]s$/.test(file)));
const mutants = chosen(
  production.filter((file) => file.startsWith(values.under)).flatMap((file) => mistakesIn(file, values.seed)),
);

// In a copy, so that a run that is killed leaves no mistake in the sources.
const copy = mkdtempSync(join(tmpdir(), 'mutants-'));
process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
let stopped = false;
process.once('SIGINT', () => {
  stopped = true;
});
for (const file of tracked) {
  cpSync(file, join(copy, file), { verbatimSymlinks: true });
}
symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'));

/** @type {{ folder: string, said: string, by: string | undefined }[]} */
const results = [];
for (const mutant of mutants) {
  if (!stopped) {
    const by = await noticedBy(mutant);
    results.push({ folder: mutant.file.split('/').slice(0, 2).join('/'), said: mutant.said, by });
    console.log(`${results.length}/${mutants.length} ${by ?? 'SURVIVES'}: ${mutant.said}`);
  }
}
const folders = [...new Set(results.map(({ folder }) => folder))].sort();
console.log('\n| Folder | Mistakes | Found |\n|---|--:|--:|');
for (const folder of [...folders, '']) {
  const there = results.filter((one) => one.folder.startsWith(folder));
  const found = there.filter(({ by }) => by !== undefined).length;
  console.log(`| ${folder || 'all'} | ${there.length} | ${found} |`);
}
const survivors = results.filter(({ by }) => by === undefined);
console.log(['\nNot found:', ...survivors.map(({ said }) => said)].join('\n'));
process.exitCode = survivors.length > 0.15 * results.length ? 1 : 0;

/** As many of each kind, the same ones in every run. @param {Mistake[]} all */
function chosen(all) {
  all.sort((one, other) => (one.id < other.id ? -1 : 1));
  if (values.only !== undefined) {
    return all.filter(({ id }) => values.only?.split(',').includes(id));
  }
  /** @type {Map<string, number>} */
  const counts = new Map();
  const place = new Map();
  for (const one of all) {
    place.set(one, counts.get(one.kind) ?? 0);
    counts.set(one.kind, place.get(one) + 1);
  }
  return all.sort((one, other) => place.get(one) - place.get(other)).slice(0, Number(values.mutants));
}

/** For each file those that load it; what is imported as a type alone is not loaded. @param {string[]} files */
function importersOf(files) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  const load = /(?:^(?:import|export)(?! type)[^';]*|\bimport\(|new URL\()'([^'\n]+)'/gm;
  for (const file of files) {
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(load)) {
      const target =
        HELPERS.get(basename(name, '.js')) ??
        (name.startsWith('.')
          ? posix.join(dirname(file), name)
          : name.replace(/^@deckcast\/([^/]+)(.*)/, 'packages/$1/src$2/index.ts'));
      found.set(target, [...(found.get(target) ?? []), file]);
    }
  }
  return found;
}

/** The tests that load a file through the fewest others; of these its neighbors. @param {string} file */
function nearestTests(file) {
  const stem = (/** @type {string} */ path) => basename(path).split('.')[0];
  const far = (/** @type {string} */ test) =>
    Number(dirname(test) !== dirname(file)) + Number(stem(test) !== stem(file));
  const seen = new Set([file]);
  /** @type {string[]} */
  const tests = [];
  for (let ring = [file]; ring.length > 0; ) {
    tests.push(...ring.filter(isTest).sort((one, other) => far(one) - far(other)));
    ring = [...new Set(ring.flatMap((one) => importers.get(one) ?? []))].filter((one) => !seen.has(one));
    ring.forEach(seen.add, seen);
  }
  return tests;
}

/** The test that noticed it, if any did. @param {Mistake} mutant */
async function noticedBy({ file, from, to, by }) {
  const code = readFileSync(join(copy, file), 'utf8');
  const tests = nearestTests(file);
  writeFileSync(join(copy, file), code.slice(0, from) + by + code.slice(to));
  try {
    for (const [index, turn] of TURNS.entries()) {
      const noticed = await failing(tests.slice(TURNS[index - 1] ?? 0, turn));
      if (noticed !== undefined) {
        return noticed;
      }
    }
  } finally {
    writeFileSync(join(copy, file), code);
  }
  return undefined;
}

/** @param {string[]} tests @returns {Promise<string | undefined>} */
async function failing(tests) {
  if (tests.length === 0) {
    return undefined;
  }
  const options = [
    '--experimental.fsModuleCache',
    '--bail=1',
    '--maxWorkers=2',
    '--reporter=dot',
    '--no-color',
  ];
  const args = [join('node_modules', 'vitest', 'vitest.mjs'), 'run', ...options, ...tests];
  const child = spawn(process.execPath, args, { cwd: copy, detached: true });
  const limit = setTimeout(() => process.kill(-Number(child.pid), 'SIGKILL'), TURN_LIMIT_MS);
  const ended = new Promise((resolve) => child.once('exit', (status) => resolve(status)));
  const [said, errors, status] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  clearTimeout(limit);
  return status === 0
    ? undefined
    : (/FAIL\s+(\S+)/.exec(said + errors)?.[1] ?? (status === null ? 'it hangs' : errors));
}
