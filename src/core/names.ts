import type { Track } from './track.ts';

/** People could tell it from another: it has an artist or a title. */
export function isNamed({ artist, title }: Track): boolean {
  return artist !== '' || title !== '';
}

/** Blanks are filled from the second; what the first says stays. */
export function filledIn(track: Track, more: Track): Track {
  return {
    title: track.title || more.title,
    artist: track.artist || more.artist,
    album: track.album || more.album,
    genre: track.genre || more.genre,
    filename: track.filename || more.filename,
    durationMs: track.durationMs || more.durationMs,
  };
}
