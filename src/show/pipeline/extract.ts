import { readLive } from '../../core/option.ts';
import type { Track } from '../../core/track.ts';
import type { Extraction } from './options.ts';

/**
 * Replaces title and artist by their expression's named group. A field stays without an expression, a match or the
 * group.
 */
export function extract(track: Track, settings: Extraction): Track {
  return {
    ...track,
    title: readLive(settings, 'extract.regex.title')?.capture(track.title) ?? track.title,
    artist: readLive(settings, 'extract.regex.artist')?.capture(track.artist) ?? track.artist,
  };
}
