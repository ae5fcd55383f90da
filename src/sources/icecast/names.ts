/** Which track the names mean that a program sends. Pure. */
import { splitArtistTitle } from '../../core/artist-title.ts';
import { cleanTrack } from '../../core/text.ts';
import { isNamed, type Track, UNKNOWN_TRACK } from '../../core/track.ts';
import type { OggComment } from '../../ogg/index.ts';
import { textIn } from '../encodings.ts';

/** Fields that were not sent are empty. */
export interface SentNames {
  readonly artist: string;
  readonly title: string;
  readonly album: string;
  readonly genre: string;
  /** `Artist - Title`, in programs that know no fields. */
  readonly song: string;
}

/** Longer ones are not shown: a program sends something else there. */
const MAX_NAME_LENGTH = 1_000;
/** What programs send in place of a name that they do not know. */
const UNKNOWN = /^unknown(?: (?:artist|title|track))?$/i;

export function namesIn(comments: readonly OggComment[]): SentNames {
  const all = (name: string): string =>
    comments
      .filter((comment) => comment.name === name)
      .map(({ value }) => textIn(value))
      .join(', ');
  return { artist: all('ARTIST'), title: all('TITLE'), album: all('ALBUM'), genre: all('GENRE'), song: '' };
}

/**
 * Undefined when they name none. `song` counts only without the fields: some versions of Mixxx repeat an old one beside
 * them. `ownNames`: what the station and its mount point are called, which some programs send before the first track.
 */
export function trackNamed(names: SentNames, ownNames: readonly string[]): Track | undefined {
  const [artist, title] = [known(names.artist), known(names.title)];
  const pair = artist !== '' ? { artist, title } : split(title === '' ? names.song : title);
  const track = cleanTrack({
    ...UNKNOWN_TRACK,
    artist: known(pair.artist),
    title: known(pair.title),
    album: names.album,
    genre: names.genre,
  });
  const isOwnName = track.artist === '' && ownNames.includes(track.title);
  const isTooLong = Object.values(track).some((field) => String(field).length > MAX_NAME_LENGTH);
  return isNamed(track) && !isOwnName && !isTooLong ? track : undefined;
}

/** The name; empty when it is none. */
function known(name: string): string {
  const text = name.trim();
  return UNKNOWN.test(text) ? '' : text;
}

/** `Artist - Title`, of which either may be missing: then one blank of the separator may be, too. */
function split(song: string): { readonly artist: string; readonly title: string } {
  return splitArtistTitle(` ${song} `);
}
