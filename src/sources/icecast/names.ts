/** The track that a program's names stand for. Pure. */

import type { OggComment } from '@deckcast/ogg';
import { splitArtistTitle } from '../../core/artist-title.ts';
import { believedBpm, believedIsrc, believedYear } from '../../core/believed.ts';
import { cleanText, MAX_TEXT } from '../../core/text.ts';
import { isNamed, type Track, UNKNOWN_TRACK, withTexts } from '../../core/track.ts';
import { textIn } from '../encodings.ts';
import { decodedFromWeb } from '../web-names.ts';

/** What a program says about a track. Fields that were not sent are empty. */
export interface SentNames extends Track {
  /** `Artist - Title`, in programs that know no fields. */
  readonly song: string;
}

/** What programs send in place of a name that they do not know. */
const UNKNOWN = /^unknown(?: (?:artist|title|track|album|genre|label))?$/i;

/** Comments have no fixed names beyond the first few: each field is read from what programs call it. */
export function namesIn(comments: readonly OggComment[]): SentNames {
  const texts = (...names: readonly string[]): readonly string[] =>
    names
      .map((name) => comments.filter((comment) => comment.name === name))
      .find((found) => found.length > 0)
      ?.map(({ value }) => textIn(value)) ?? [];
  const all = (...names: readonly string[]): string => texts(...names).join(', ');
  const [key = ''] = texts('INITIALKEY', 'KEY');
  const [bpm] = texts('BPM', 'TEMPO');
  const [year] = texts('DATE', 'YEAR');
  return {
    ...UNKNOWN_TRACK,
    artist: all('ARTIST'),
    title: all('TITLE'),
    album: all('ALBUM'),
    genre: all('GENRE'),
    label: all('LABEL', 'ORGANIZATION', 'PUBLISHER'),
    remixer: all('REMIXER'),
    comment: all('COMMENT', 'DESCRIPTION'),
    key,
    bpm: believedBpm(Number(bpm)),
    year: believedYear(year),
    isrc: believedIsrc(all('ISRC')),
    song: '',
  };
}

/**
 * Undefined when they name none. `song` counts only without the fields: some versions of Mixxx repeat an old one beside
 * them. `ownNames`: what the station and its mount point are called, which some programs send before the first track.
 */
export function trackNamed(sent: SentNames, ownNames: readonly string[]): Track | undefined {
  const names = withTexts(sent, known);
  const pair =
    names.artist === '' ? split(names.title === '' ? decodedFromWeb(sent.song) : names.title) : names;
  const artist = cleanText(known(pair.artist));
  const title = cleanText(known(pair.title));
  const isOwnName = artist === '' && ownNames.includes(title);
  const isTooLong = [artist, title].some(isNoName);
  const details = withTexts(names, (text) => (isNoName(text) ? '' : cleanText(text)));
  const track = { ...details, artist, title };
  return isNamed(track) && !isOwnName && !isTooLong ? track : undefined;
}

/** A program sends something else where names of music go: not shown, where a long name would be cut. */
function isNoName(text: string): boolean {
  return text.length > MAX_TEXT;
}

/** The name; empty when it is none. */
function known(name: string): string {
  const text = decodedFromWeb(name).trim();
  return UNKNOWN.test(text) ? '' : text;
}

/**
 * `Artist - Title`, of which either may be missing: then one blank of the separator may be, too. Programs that put it
 * together begin with the separator for a track without an artist, whose title may hold both names.
 */
function split(song: string): { readonly artist: string; readonly title: string } {
  return splitArtistTitle(` ${song.replace(/^\s*-\s/, '')} `);
}
