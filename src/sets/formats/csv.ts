import { separated } from './separated.ts';
import { rowOf, type SetTrack } from './set.ts';

/** New ones come last: scripts count on the order of the others. */
const COLUMNS = [
  'position',
  'start',
  'artist',
  'title',
  'album',
  'genre',
  'duration',
  'timestamp',
  'label',
  'remixer',
  'comment',
  'key',
  'bpm',
  'year',
  'isrc',
] as const;

/** Numbers that are 0 when unknown, which a reader would take for a value. */
const BLANK_WHEN_UNKNOWN: ReadonlySet<string> = new Set(['bpm', 'year']);

/** Comma-separated values (RFC 4180): UTF-8, a header line, times as `HH:MM:SS`, durations in whole seconds. */
export function csv(tracks: readonly SetTrack[]): string {
  const rows = tracks.map((track, index) => {
    const row = rowOf(track, index);
    return COLUMNS.map((column) => String(BLANK_WHEN_UNKNOWN.has(column) ? row[column] || '' : row[column]));
  });
  return separated([COLUMNS, ...rows], ',');
}
