/**
 * Judges a set by the specification: audible tracks are published once and in order, no output names a hidden track,
 * every file is valid, and every sink that works again has caught up. Imports nothing of the program.
 */
import type { ChaosEvidence } from '../evidence.ts';
import type { ChaosSet } from '../script.ts';
import { checkBeats } from './beats.ts';
import { listenTo } from './hearing.ts';
import { checkLeaks } from './leaks.ts';
import { checkPublished } from './published.ts';
import { checkRecords } from './records.ts';
import { checkSinks } from './sinks.ts';
import { timesOf } from './times.ts';
import { listingsIn, newSetsIn, publicationsIn, removalsIn, withLateNames } from './words.ts';

const ON_AIR_ONLY: readonly string[] = ['on-air lights', 'PRO DJ LINK players'];

/** Ms; 1 where a reload looks unchanged. */
const LOOK_EVERY_MS: Readonly<Record<string, number>> = { VirtualDJ: 500, OSC: 100, 'HTTP decks': 1 };
/** Ms. */
const REPEATS_EVERY_MS: Readonly<Record<string, number>> = { 'PRO DJ LINK players': 500, OSC: 500 };

/** Ms from the play button until the platter turns, of kinds that report beats. */
const BEATS_START_MS: Readonly<Record<string, number>> = {
  OSC: 0,
  'PRO DJ LINK players': 0,
  'one Prime 4': 5,
  'two players and a mixer': 5,
};

/** Lines that begin with the set's ms. */
export function violations(set: ChaosSet, evidence: ChaosEvidence): string[] {
  const times = timesOf(set);
  const startMs = evidence.hasBeats ? BEATS_START_MS[set.decks] : undefined;
  const namesComeLate = set.decks === 'PRO DJ LINK players';
  const hearing = listenTo(set, times.blind, {
    onAirOnly: ON_AIR_ONLY.includes(set.decks),
    reportsOnce: set.decks === 'Traktor',
    opensFirst: set.decks === 'Traktor',
    lookEveryMs: LOOK_EVERY_MS[set.decks] ?? 0,
    repeatsEveryMs: REPEATS_EVERY_MS[set.decks] ?? 0,
    namesComeLate,
    levelsGoOn: set.decks === 'HTTP decks with a controller',
  });
  const said = publicationsIn(evidence.said, times);
  const seen = namesComeLate ? withLateNames(said, times) : said;
  const newSets = newSetsIn(evidence.said);
  const operator = { newSets, listings: listingsIn(evidence.said), removals: removalsIn(evidence.said) };
  const published = checkPublished(set, hearing, times, seen, operator);
  return [
    ...published.problems,
    ...checkLeaks(set, hearing, published, times, evidence.said),
    ...checkRecords(set, evidence, published.entries, times),
    ...(startMs === undefined ? [] : checkBeats(set, { hearing, startMs }, published, times, evidence.said)),
    ...checkSinks(evidence, published.entries, { seen, newSets }, times),
  ];
}
