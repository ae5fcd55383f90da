import { plausibleBpm, plausibleYear } from '../../core/plausible.ts';
import { type Track, UNKNOWN_TRACK } from '../../core/track.ts';
import { type ForeignRow, numberOf, textOf } from '../../host/sqlite/foreign.ts';

export const TRACK_NUMBERS = ['seconds', 'bpm'] as const;
export const TRACK_TEXTS = [
  'artist',
  'title',
  'album',
  'genre',
  'label',
  'remixer',
  'comment',
  'musical_key',
  'year',
  'filename',
] as const;

export function trackOf(row: ForeignRow): Track {
  const seconds = numberOf(row, 'seconds') ?? 0;
  return {
    ...UNKNOWN_TRACK,
    artist: textOf(row, 'artist'),
    title: textOf(row, 'title'),
    album: textOf(row, 'album'),
    genre: textOf(row, 'genre'),
    label: textOf(row, 'label'),
    remixer: textOf(row, 'remixer'),
    comment: textOf(row, 'comment'),
    key: textOf(row, 'musical_key'),
    bpm: plausibleBpm(numberOf(row, 'bpm')),
    year: plausibleYear(textOf(row, 'year')),
    filename: textOf(row, 'filename'),
    durationMs: seconds > 0 ? Math.round(seconds * 1000) : 0,
  };
}
