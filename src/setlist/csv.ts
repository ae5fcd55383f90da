import { hoursMinutesSeconds, rfc3339 } from '../core/units.ts';
import type { SetTrack } from './set.ts';

const HEADER = ['position', 'start', 'artist', 'title', 'album', 'genre', 'duration', 'timestamp'];

/** Comma-separated values (RFC 4180): UTF-8, a header line, times as `HH:MM:SS`, durations in whole seconds. */
export function csv(tracks: readonly SetTrack[]): string {
  const rows = tracks.map((track, index) => [
    String(index + 1),
    hoursMinutesSeconds(track.startMs),
    track.artist,
    track.title,
    track.album,
    track.genre,
    String(Math.round(track.durationMs / 1_000)),
    rfc3339(track.at),
  ]);
  return [HEADER, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

function cell(value: string): string {
  // A spreadsheet takes such a cell for a formula, and a title can come from anywhere.
  const harmless = /^[=+\-@]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
