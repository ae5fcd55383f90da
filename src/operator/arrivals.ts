/** Only an arrival proves that a source is set up. */
import type { Tap } from '../core/contracts/sink.ts';
import { evictOldest } from '../core/evict.ts';
import type { Transition } from '../core/track.ts';

/** Plays that a source may report again, such as one that leads again. */
const MOST_PLAYS = 1_000;

export interface Arrivals extends Pick<Tap, 'arrived'> {
  /** Epoch milliseconds of the newest play; undefined before the first. */
  lastOf(source: string): number | undefined;
}

/** `onAirSince`: a restarted source reports the track on air as a new play, which is no new arrival. */
export function createArrivals(
  onAirSince: (report: Transition) => number | undefined = () => undefined,
): Arrivals {
  const last = new Map<string, number>();
  const known = new Set<string>();
  return {
    arrived(report) {
      const { source, playId, at } = report;
      const play = `${source}\0${playId}`;
      if (!known.has(play)) {
        last.set(source, onAirSince(report) ?? at);
        evictOldest(known.add(play), MOST_PLAYS);
      }
    },
    lastOf: (source) => last.get(source),
  };
}
