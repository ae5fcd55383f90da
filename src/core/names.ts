import type { Track } from './track.ts';

/** People could tell it from another: it has an artist or a title. */
export function isNamed({ artist, title }: Track): boolean {
  return artist !== '' || title !== '';
}

/** The same to people: sources differ in the case and the blanks of the same names. Without a title nobody knows. */
export function isSameTrack(one: Track, other: Track): boolean {
  return one.title !== '' && identityOf(one) === identityOf(other);
}

function identityOf({ artist, title }: Track): string {
  const plain = (text: string): string => text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();
  return `${plain(artist)}\0${plain(title)}`;
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
