/** Which sources have delivered a track in this run, and when: an arrival is the only proof that a source is set up. */
import type { Tap } from '../core/contracts.ts';

export interface Arrivals extends Pick<Tap, 'arrived'> {
  /** When the last track of this source arrived, milliseconds since 1970-01-01 UTC; undefined while none has. */
  lastOf(source: string): number | undefined;
}

export function createArrivals(): Arrivals {
  const last = new Map<string, number>();
  return {
    arrived: ({ source, at }) => void last.set(source, at),
    lastOf: (source) => last.get(source),
  };
}
