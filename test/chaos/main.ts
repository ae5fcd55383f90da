/**
 * `npm run chaos -- --seed 1 --minutes 60 --sets 20`, or `--real --seconds 60`: prints a line per set, and how to
 * repeat a failing one.
 */
import { parseArgs } from 'node:util';
import { DECK_KINDS } from './decks/index.ts';
import type { ChaosEvidence } from './evidence.ts';
import { chaosSet } from './generate.ts';
import { violations } from './oracle/index.ts';
import { perform } from './perform.ts';
import { realSet } from './real/generate.ts';
import { performReal } from './real/perform.ts';
import type { ChaosSet } from './script.ts';

/** Ms around the moment. */
const AROUND_MS = 40_000;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    minutes: { type: 'string', default: '60' },
    /** Plays the executable in real time on one device, in namespaces. */
    real: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '60' },
    sets: { type: 'string', default: '1' },
    /** `each` takes kinds of deck sources in turn; absent: the seed's. */
    decks: { type: 'string' },
    first: { type: 'boolean', default: false },
    /** Prints actions and log around this ms. */
    around: { type: 'string' },
  },
});

const print = (text: string): boolean => process.stdout.write(`${text}\n`);
const first = Number(values.seed);
const minutes = Number(values.minutes);
let hours = 0;
let failed = 0;
for (let seed = first; seed < first + Number(values.sets); seed += 1) {
  const nextKind = DECK_KINDS[(seed - first) % DECK_KINDS.length]?.name;
  const planned = values.real
    ? realSet(seed, Number(values.seconds))
    : chaosSet(seed, minutes, values.decks === 'each' ? nextKind : values.decks);
  const startedAt = performance.now();
  const { set, evidence } = values.real
    ? await performReal(planned)
    : { set: planned, evidence: await perform(planned) };
  const problems = violations(set, evidence);
  hours += set.endsAt / 3_600_000;
  const took = ((performance.now() - startedAt) / 1_000).toFixed(1);
  const rule = set.algorithm === 'volume' ? `volume ${set.percent} %` : set.algorithm;
  print(
    `seed ${seed}: ${(set.endsAt / 60_000).toFixed(values.real ? 1 : 0)} min on ${set.decks}, ${rule}, ${set.tracks.length} tracks, in ${took} s: ${problems.length === 0 ? 'fine' : 'VIOLATED'}`,
  );
  if (values.around !== undefined) {
    print(story(set, evidence, Number(values.around)));
  }
  if (problems.length > 0) {
    failed += 1;
    print([...problems.slice(0, 10).map((problem) => `  ${problem}`)].join('\n'));
    const decks = values.decks === undefined ? '' : ` --decks "${set.decks}"`;
    const form = values.real ? `--real --seconds ${values.seconds}` : `--minutes ${minutes}${decks}`;
    print(`  again: npm run chaos -- --seed ${seed} ${form}`);
    if (values.real) {
      // Real runs differ, so the story is printed at once.
      print(story(set, evidence, Number.parseInt(problems[0] ?? '', 10) || set.endsAt));
    }
    if (values.first) {
      break;
    }
  }
}
print(
  `${hours.toFixed(values.real ? 2 : 1)} ${values.real ? 'real' : 'simulated'} hours, ${failed} sets with a violation`,
);
process.exitCode = failed === 0 ? 0 : 1;

function story(set: ChaosSet, { said }: ChaosEvidence, at: number): string {
  const acts = set.acts.map((act) => ({ at: act.at, text: JSON.stringify(act) }));
  const log = said
    .filter(({ where }) => where === 'log' || where === 'crash')
    .map((line) => ({ at: line.at, text: `    ${line.at} ${line.text}` }));
  return [...acts, ...log]
    .filter((line) => Math.abs(line.at - at) < AROUND_MS)
    .sort((one, other) => one.at - other.at)
    .map(({ text }) => text)
    .join('\n');
}
