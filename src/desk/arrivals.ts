/** Which sources have delivered a track in this run, and when: an arrival is the only proof that a source is set up. */
import type { SourceListener } from '../core/contracts.ts';

export interface Arrivals {
  /** The same listener, but each arrival is noted. A track may pass several of them. */
  noting(listener: SourceListener): SourceListener;
  /** When the last track of this source arrived, milliseconds since 1970-01-01 UTC; undefined while none has. */
  lastOf(source: string): number | undefined;
}

export function createArrivals(): Arrivals {
  const last = new Map<string, number>();
  return {
    noting: (listener) => ({
      transition(transition) {
        last.set(transition.source, transition.at);
        listener.transition(transition);
      },
      visibility: (playId, hidden) => listener.visibility(playId, hidden),
      namesChanged: (playId, track, nativeArt) => listener.namesChanged(playId, track, nativeArt),
      loaded: (track, nativeArt) => listener.loaded(track, nativeArt),
    }),
    lastOf: (source) => last.get(source),
  };
}
