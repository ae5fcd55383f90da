/** Only an arrival proves that a source is set up. */
import type { Tap } from '../core/contracts/sink.ts';

export interface Arrivals extends Pick<Tap, 'arrived'> {
  /** Epoch milliseconds; undefined before the first. */
  lastOf(source: string): number | undefined;
}

export function createArrivals(): Arrivals {
  const last = new Map<string, number>();
  return {
    arrived: ({ source, at }) => void last.set(source, at),
    lastOf: (source) => last.get(source),
  };
}
