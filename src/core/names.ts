import type { Track } from './track.ts';

/** Whether it has an artist or a title. */
export function isNamed({ artist, title }: Track): boolean {
  return artist !== '' || title !== '';
}

/**
 * Whether both name the same track. Case and blanks are ignored, because sources differ in them. Always false without a
 * title.
 */
export function isSameTrack(one: Track, other: Track): boolean {
  return one.title !== '' && identityOf(one) === identityOf(other);
}

function identityOf({ artist, title }: Track): string {
  const plain = (text: string): string => text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();
  return `${plain(artist)}\0${plain(title)}`;
}

/** `track` with its empty fields filled from `more`. */
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
