import type { OggComment } from '@deckcast/wire-kit/ogg';
import { splitArtistTitle } from '../../core/artist-title.ts';
import { plausibleBpm, plausibleIsrc, plausibleYear } from '../../core/plausible.ts';
import { cleanText, isShortText } from '../../core/text.ts';
import { isNamed, type Track, UNKNOWN_TRACK, withTexts } from '../../core/track.ts';
import { textIn } from '../shared/encodings.ts';
import { decodedFromWeb } from '../shared/web-names.ts';

export interface SentNames extends Track {
  /** `Artist - Title`, without separate fields. */
  readonly song: string;
}

const UNKNOWN = /^unknown(?: (?:artist|title|track|album|genre|label))?$/i;

/** Few names are standardized, so each field lists those in use. */
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
    bpm: plausibleBpm(Number(bpm)),
    year: plausibleYear(year),
    isrc: plausibleIsrc(all('ISRC')),
    song: '',
  };
}

/**
 * Uses `song` only without the fields: some versions of Mixxx send an old one beside them. `ownNames`:
 * station and mount, which some programs send before the first track.
 */
export function trackNamed(sent: SentNames, ownNames: readonly string[]): Track | undefined {
  const names = withTexts(sent, known);
  const pair =
    names.artist === '' ? split(names.title === '' ? decodedFromWeb(sent.song) : names.title) : names;
  const artist = cleanText(known(pair.artist));
  const title = cleanText(known(pair.title));
  const isOwnName = artist === '' && ownNames.includes(title);
  const hasNames = [artist, title].every(isShortText);
  const details = withTexts(names, (text) => (isShortText(text) ? cleanText(text) : ''));
  const track = { ...details, artist, title };
  return isNamed(track) && !isOwnName && hasNames ? track : undefined;
}

function known(name: string): string {
  const text = decodedFromWeb(name).trim();
  return UNKNOWN.test(text) ? '' : text;
}

/**
 * Either part may be missing, with a blank of the separator. A leading separator means no artist; the title
 * may hold both names.
 */
function split(song: string): { readonly artist: string; readonly title: string } {
  return splitArtistTitle(` ${song.replace(/^\s*-\s/, '')} `);
}
