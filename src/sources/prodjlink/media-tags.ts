import type { DatabaseTrack } from '@deckcast/prodjlink';
import type { RekordboxTrack } from '@deckcast/prodjlink/library';
import { plausibleBpm, plausibleIsrc, plausibleYear } from '../../core/plausible.ts';
import { type Track, UNKNOWN_TRACK } from '../../core/track.ts';
import type { Tags } from '../../decks/index.ts';

export function tagsOf(track: RekordboxTrack, location: string): Tags {
  return { ...trackOf(track), location };
}

export function trackOf(track: RekordboxTrack): Track {
  return { ...named(track), isrc: plausibleIsrc(track.isrc), filename: track.fileName ?? '' };
}

export function tagsOfRow(track: DatabaseTrack, location: string): Tags {
  const { path = '' } = track;
  // Player databases have no ISRC.
  return { ...named(track), isrc: '', filename: path.slice(path.lastIndexOf('/') + 1), location };
}

function named(track: RekordboxTrack | DatabaseTrack): Omit<Tags, 'isrc' | 'filename' | 'location'> {
  const { title = '', artist = '', album = '', genre = '' } = track;
  const { label = '', remixer = '', comment = '', key = '' } = track;
  return {
    ...UNKNOWN_TRACK,
    ...{ title, artist, album, genre, label, remixer, comment, key },
    bpm: plausibleBpm(track.bpm),
    year: plausibleYear(track.year),
    durationMs: (track.duration ?? 0) * 1_000,
  };
}
