/** Remembers when each source last delivered a track in this run; only an arrival proves that a source is set up. */
import type { Tap } from '../core/contracts/sink.ts';

export interface Arrivals extends Pick<Tap, 'arrived'> {
  /** Arrival of the source's last track in milliseconds since 1970-01-01 UTC; undefined before the first. */
  lastOf(source: string): number | undefined;
}

export function createArrivals(): Arrivals {
  const last = new Map<string, number>();
  return {
    arrived: ({ source, at }) => void last.set(source, at),
    lastOf: (source) => last.get(source),
  };
}
