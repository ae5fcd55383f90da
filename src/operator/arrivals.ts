/** Only an arrival proves that a source is set up. */
import type { Tap } from '../core/contracts/sink.ts';
import { evictOldest } from '../core/evict.ts';

/** Plays that a source may report again, such as one that leads again. */
const MOST_PLAYS = 1_000;

export interface Arrivals extends Pick<Tap, 'arrived'> {
  /** Epoch milliseconds of the newest play; undefined before the first. */
  lastOf(source: string): number | undefined;
}

export function createArrivals(): Arrivals {
  const last = new Map<string, number>();
  const known = new Set<string>();
  return {
    arrived({ source, playId, at }) {
      const play = `${source}\0${playId}`;
      if (!known.has(play)) {
        last.set(source, at);
        evictOldest(known.add(play), MOST_PLAYS);
      }
    },
    lastOf: (source) => last.get(source),
  };
}
