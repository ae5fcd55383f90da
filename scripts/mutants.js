// What the tests are worth: single mistakes are put into the program, and the nearest tests must notice each.
// `node scripts/mutants.js [--mutants=300] [--seed=1] [--under=src/show/pipeline] [--only=ID,…]`: SIGINT ends it early.
// `--at-once=3` mistakes are tried side by side. With `--results=FILE` each result is kept in a line there, and the next run
// goes on after them. `--quick` asks the first few tests alone: what they do not notice others may.
// Stryker makes all mistakes or none, and counts on coverage that tests with processes of their own hide from it.
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { basename, dirname, posix } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { HELPER_PROCESSES } from './helper-processes.js';
import { mistakesIn } from './mistakes.js';
import { TestCopy } from './test-copy.js';

/** @typedef {import('./mistakes.js').Mistake} Mistake */
/** @typedef {{ id: string, folder: string, said: string, by?: string | undefined }} Result */

/** So many tests are asked, first a few of the nearest ones. */
const NEAREST = 16;
const FIRST = 3;
/** A test that takes so many times as long as without the mistake hangs: a busy computer is not so slow. */
const MUCH_LONGER = 10;
/** A test that takes longer without a mistake is not asked. */
const LONGEST_MS = 120_000;
/** Helper processes are started by the names that they are built under. @type {Map<string, string>} */
const HELPERS = new Map(Object.entries(HELPER_PROCESSES));

const { values } = parseArgs({
  options: {
    mutants: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    under: { type: 'string', default: '' },
    only: { type: 'string' },
    results: { type: 'string' },
    quick: { type: 'boolean', default: false },
    // Most tests wait for something most of the time.
    'at-once': { type: 'string', default: '3' },
  },
});
const tracked = (await text(spawn('git', ['ls-files']).stdout)).trim().split('\n');
const isTest = (/** @type {string} */ file) => file.endsWith('.test.ts');
const production = tracked.filter(
  (file) =>
    /^(src|packages)\/.*\.[jt]s$/.test(file) && !isTest(file) && !/\/(testing|simulator)\//.test(file),
);
const importers = importersOf(tracked.filter((file) => /\.[jt]s$/.test(file)));
/** Tests of what is built: the program as a whole, and some of its helper processes. */
const starters = new Set(
  tracked
    .filter((file) => /^(src|packages|test)\/.*\.ts$/.test(file) && !production.includes(file))
    .filter((file) => /'(\.\.\/)+(dist\/|bin\/deckcast)/.test(readFileSync(file, 'utf8')))
    .flatMap(nearestTests),
);
const mutants = chosen(
  production.filter((file) => file.startsWith(values.under)).flatMap((file) => mistakesIn(file, values.seed)),
);

let stopped = false;
process.once('SIGINT', () => {
  stopped = true;
});
/** How many ms each test takes without a mistake; one that fails then takes forever. @type {Map<string, number>} */
const times = new Map();
const kept =
  values.results !== undefined && existsSync(values.results) ? readFileSync(values.results, 'utf8') : '';
/** @type {Result[]} */
const results = kept
  .split('\n')
  .flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
  .filter(({ id }) => mutants.some((one) => one.id === id));
const open = mutants.filter(({ id }) => !results.some((one) => one.id === id));
await Promise.all(
  Array.from({ length: Number(values['at-once']) }, async () => {
    const copy = new TestCopy(tracked);
    for (let mutant = open.shift(); mutant !== undefined && !stopped; mutant = open.shift()) {
      const { id, file, said } = mutant;
      const by = await noticedBy(mutant, copy);
      const result = { id, folder: file.split('/').slice(0, 2).join('/'), said, by };
      results.push(result);
      if (values.results !== undefined && !(values.quick && by === undefined)) {
        appendFileSync(values.results, `${JSON.stringify(result)}\n`);
      }
      console.log(`${results.length}/${mutants.length} ${by ?? 'SURVIVES'}: ${said}`);
    }
  }),
);
const folders = [...new Set(results.map(({ folder }) => folder))].sort();
console.log('\n| Folder | Mistakes | Found |\n|---|--:|--:|');
for (const folder of [...folders, '']) {
  const there = results.filter((one) => one.folder.startsWith(folder));
  const found = there.filter(({ by }) => by !== undefined).length;
  console.log(`| ${folder || 'all'} | ${there.length} | ${found} |`);
}
const survivors = results.filter(({ by }) => by === undefined);
console.log(['\nNot found:', ...survivors.map(({ said }) => said)].join('\n'));
process.exit(survivors.length > 0.15 * results.length ? 1 : 0);

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

/** The tests that load a file, those through the fewest others first. @param {string} file */
function nearestTests(file) {
  const seen = new Set([file]);
  /** @type {string[]} */
  const tests = [];
  for (let ring = [file]; ring.length > 0; ) {
    tests.push(...neighborsFirst(ring.filter(isTest), file));
    ring = [...new Set(ring.flatMap((one) => importers.get(one) ?? []))].filter((one) => !seen.has(one));
    ring.forEach(seen.add, seen);
  }
  return tests;
}

/** Those of the same name, then those in the same folder, and so on. @param {string[]} tests @param {string} file */
function neighborsFirst(tests, file) {
  const shared = (/** @type {string} */ test) => [...test].findIndex((letter, at) => letter !== file[at]);
  return tests.sort((one, other) => shared(other) - shared(one));
}

/** The test that noticed it, if any did. @param {Mistake} mutant @param {TestCopy} copy */
async function noticedBy({ file, from, to, by }, copy) {
  const code = copy.read(file);
  const tried = async (/** @type {string[]} */ tests) => {
    copy.write(file, code.slice(0, from) + by + code.slice(to));
    const outcome = await copy.run(tests, startBuilt(tests), (test) => MUCH_LONGER * (time(test) + 1000));
    copy.write(file, code);
    return outcome;
  };
  const near = neighborsFirst(nearestTests(file).slice(0, NEAREST), file);
  const others = near.filter((test) => !starters.has(test));
  const turns = [others.slice(0, FIRST), others.slice(FIRST), near.filter((test) => starters.has(test))];
  for (const turn of turns.filter(({ length }) => length > 0).slice(0, values.quick ? 1 : turns.length)) {
    await measure(
      turn.filter((test) => !times.has(test)),
      copy,
    );
    let rest = turn.filter(isAble).sort((one, other) => time(one) - time(other));
    while (rest.length > 0) {
      const { failed, slow } = await tried(rest);
      if (failed !== undefined) {
        return failed;
      }
      if (slow === undefined) {
        break;
      }
      // It hangs if it is so slow once more, beside what it takes now.
      await measure([slow], copy);
      const again = isAble(slow) ? await tried([slow]) : undefined;
      if (again?.failed !== undefined || again?.slow !== undefined) {
        return again.failed ?? `${slow} hangs`;
      }
      rest = rest.slice(rest.indexOf(slow) + 1);
    }
  }
  return undefined;
}

/** @param {string[]} tests @param {TestCopy} copy */
async function measure(tests, copy) {
  for (const test of tests) {
    const { failed, slow, took } = await copy.run([test], startBuilt([test]), () => LONGEST_MS);
    times.set(test, (failed ?? slow) === undefined ? took : Number.POSITIVE_INFINITY);
    if (!isAble(test)) {
      console.log(`${test} is not asked: without a mistake it ${slow === undefined ? 'fails' : 'hangs'}`);
    }
  }
}

/** @param {string} test */
function time(test) {
  return times.get(test) ?? Number.POSITIVE_INFINITY;
}

/** @param {string} test */
function isAble(test) {
  return time(test) < Number.POSITIVE_INFINITY;
}

/** @param {string[]} tests */
function startBuilt(tests) {
  return tests.some((test) => starters.has(test));
}
