import { hoursMinutesSeconds, rfc3339 } from '../core/units.ts';
import type { SetTrack } from './set.ts';

/** A list of objects; the keys are those of the published record where they mean the same. */
export function json(tracks: readonly SetTrack[]): string {
  const rows = tracks.map((track, index) => ({
    position: index + 1,
    start: hoursMinutesSeconds(track.startMs),
    start_ms: track.startMs,
    artist: track.artist,
    title: track.title,
    album: track.album,
    genre: track.genre,
    filename: track.filename,
    duration: Math.round(track.durationMs / 1_000),
    timestamp: rfc3339(track.at),
    hidden: track.hidden,
  }));
  return `${JSON.stringify({ tracks: rows }, undefined, 2)}\n`;
}
