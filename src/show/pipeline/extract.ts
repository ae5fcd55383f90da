import { readLive } from '../../core/option.ts';
import type { Track } from '../../core/track.ts';
import type { Extraction } from './options.ts';

/**
 * Replaces title and artist by the named group of their expression. A field stays if its expression is not set, does
 * not match, or matches without the group.
 */
export function extract(track: Track, settings: Extraction): Track {
  return {
    ...track,
    title: readLive(settings, 'extract.regex.title')?.capture(track.title) ?? track.title,
    artist: readLive(settings, 'extract.regex.artist')?.capture(track.artist) ?? track.artist,
  };
}
