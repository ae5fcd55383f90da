/**
 * Judges a chaos set by the specification: what was audible is what was published, once, in order; nothing hidden
 * appears anywhere; every file is valid; every sink that works again has caught up. Imports nothing of the program.
 */
import type { ChaosEvidence } from '../evidence.ts';
import type { ChaosSet } from '../script.ts';
import { listenTo } from './hearing.ts';
import { checkLeaks } from './leaks.ts';
import { checkPublished } from './published.ts';
import { checkRecords } from './records.ts';
import { checkSinks } from './sinks.ts';
import { timesOf } from './times.ts';
import { publicationsIn, withLateNames } from './words.ts';

/** Kinds of decks whose mixer says only which channels are open. */
const ON_AIR_ONLY: readonly string[] = ['on-air lights', 'PRO DJ LINK players'];

/** Milliseconds between two looks at the decks; 1 where the same track loaded again looks like nothing new. */
const LOOK_EVERY_MS: Readonly<Record<string, number>> = { VirtualDJ: 500, OSC: 100, 'HTTP decks': 1 };
/** Milliseconds between two reports of the same state. */
const REPEATS_EVERY_MS: Readonly<Record<string, number>> = { 'PRO DJ LINK players': 500, OSC: 500 };

/** What is wrong, each in one line that begins with the time in the set, milliseconds; nothing when all is well. */
export function violations(set: ChaosSet, evidence: ChaosEvidence): string[] {
  const times = timesOf(set);
  const namesComeLate = set.decks === 'PRO DJ LINK players';
  const hearing = listenTo(set, times.blind, {
    onAirOnly: ON_AIR_ONLY.includes(set.decks),
    reportsOnce: set.decks === 'Traktor',
    opensFirst: set.decks === 'Traktor',
    lookEveryMs: LOOK_EVERY_MS[set.decks] ?? 0,
    repeatsEveryMs: REPEATS_EVERY_MS[set.decks] ?? 0,
    namesComeLate,
  });
  const said = publicationsIn(evidence.said, times);
  const seen = namesComeLate ? withLateNames(said, times) : said;
  const published = checkPublished(set, hearing, times, seen);
  return [
    ...published.problems,
    ...checkLeaks(set, hearing, published, times, evidence.said),
    ...checkRecords(set, evidence, published.entries, times),
    ...checkSinks(evidence, published.entries, seen, times),
  ];
}
