import type { NativeArt, Track } from '../core/track.ts';
import type { Tags } from './detection/index.ts';

export interface TrackLibrary {
  /** Fills fields that the deck left empty. */
  trackOf(tags: Tags): Track;
  /**
   * Fetches art stored on the device; the same function for the same track. Undefined if it can't have art.
   */
  artOf(tags: Tags): NativeArt | undefined;
}

export const NO_LIBRARY: TrackLibrary = { trackOf, artOf: () => undefined };

export function trackOf({ location: _compared, ...track }: Tags): Track {
  return track;
}
