/** Names of tracks, from the libraries on media and from the databases of players. */
import type { DatabaseTrack } from '@deckcast/prodjlink';
import type { RekordboxTrack } from '@deckcast/prodjlink/library';
import { believedBpm, believedIsrc, believedYear } from '../../core/believed.ts';
import { type Track, UNKNOWN_TRACK } from '../../core/track.ts';
import type { Tags } from '../../decks/index.ts';

export function tagsOf(track: RekordboxTrack, location: string): Tags {
  return { ...trackOf(track), location };
}

export function trackOf(track: RekordboxTrack): Track {
  return { ...named(track), isrc: believedIsrc(track.isrc), filename: track.fileName ?? '' };
}

export function tagsOfRow(track: DatabaseTrack, location: string): Tags {
  const { path = '' } = track;
  // No menu item of a player's database has the recording code.
  return { ...named(track), isrc: '', filename: path.slice(path.lastIndexOf('/') + 1), location };
}

/** What both call by the same names. */
function named(track: RekordboxTrack | DatabaseTrack): Omit<Tags, 'isrc' | 'filename' | 'location'> {
  const { title = '', artist = '', album = '', genre = '' } = track;
  const { label = '', remixer = '', comment = '', key = '' } = track;
  return {
    ...UNKNOWN_TRACK,
    ...{ title, artist, album, genre, label, remixer, comment, key },
    bpm: believedBpm(track.bpm),
    year: believedYear(track.year),
    durationMs: (track.duration ?? 0) * 1_000,
  };
}
