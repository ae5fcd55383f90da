/**
 * Judges a chaos set by the specification: audible tracks are published once and in order, no output names a hidden
 * track, every file is valid, and every sink that works again has caught up. Imports nothing of the program.
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

/** Kinds whose mixer reports only open channels. */
const ON_AIR_ONLY: readonly string[] = ['on-air lights', 'PRO DJ LINK players'];

/** Polling interval in ms; 1 where a reload of the same track looks unchanged. */
const LOOK_EVERY_MS: Readonly<Record<string, number>> = { VirtualDJ: 500, OSC: 100, 'HTTP decks': 1 };
/** Interval in ms between reports of the same state. */
const REPEATS_EVERY_MS: Readonly<Record<string, number>> = { 'PRO DJ LINK players': 500, OSC: 500 };

/** Returns the violations, each a line that begins with the time in the set in ms. */
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
