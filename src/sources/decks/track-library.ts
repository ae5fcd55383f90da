import type { NativeArt, Track } from '../../core/track.ts';
import type { Tags } from '../../detection/index.ts';

/** What is known of tracks beside what their decks tell. */
export interface TrackLibrary {
  /** The track, with the blanks filled that the deck left. */
  trackOf(tags: Tags): Track;
  /** Fetches the art that its device holds; undefined when the track can have none. One function for one track. */
  artOf(tags: Tags): NativeArt | undefined;
}

/** For sources that know no more than their decks tell. */
export const NO_LIBRARY: TrackLibrary = { trackOf, artOf: () => undefined };

/** What the deck tells, and nothing more. */
export function trackOf({ location: _compared, ...track }: Tags): Track {
  return track;
}
