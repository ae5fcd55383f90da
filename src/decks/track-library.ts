import type { NativeArt, Track } from '../core/track.ts';
import type { Tags } from './detection/index.ts';

/** Completes tracks beyond what their decks report. */
export interface TrackLibrary {
  /** The track, with the fields filled in that the deck left empty. */
  trackOf(tags: Tags): Track;
  /**
   * Fetches the art that its device stores; undefined when the track cannot have any. The same function for the same
   * track.
   */
  artOf(tags: Tags): NativeArt | undefined;
}

/** For sources without a library. */
export const NO_LIBRARY: TrackLibrary = { trackOf, artOf: () => undefined };

/** The deck's own names. */
export function trackOf({ location: _compared, ...track }: Tags): Track {
  return track;
}
