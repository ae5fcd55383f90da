/** `$ARTIST$ - $SONG$`. */
import { camelotKey, openKey } from './musical-key.ts';
import type { Publication, ShownTrack, Track } from './track.ts';
import { hoursMinutesSeconds, twoDigits } from './units.ts';

type Place = Pick<Publication, 'at' | 'elapsedMs' | 'position' | 'deck'>;
type Fill = (track: Track, place: Place) => string;

const number = (value: number): string => (value === 0 ? '' : String(value));

/** Times are in the computer's time zone. */
const VARIABLES: Readonly<Record<string, Fill>> = {
  ARTIST: (track) => track.artist,
  SONG: (track) => track.title,
  ALBUM: (track) => track.album,
  GENRE: (track) => track.genre,
  LABEL: (track) => track.label,
  REMIXER: (track) => track.remixer,
  COMMENT: (track) => track.comment,
  ISRC: (track) => track.isrc,
  YEAR: (track) => number(track.year),
  BPM: (track) => number(Math.round(track.bpm)),
  KEY: (track) => track.key,
  KEY_CAMELOT: (track) => camelotKey(track.key),
  KEY_OPEN: (track) => openKey(track.key),
  DECK: (_, { deck = '' }) => deck,
  POSITION: (_, { position }) => String(position),
  TIMESTAMP_YEAR: (_, { at }) => String(new Date(at).getFullYear()),
  TIMESTAMP_MONTH: (_, { at }) => twoDigits(new Date(at).getMonth() + 1),
  TIMESTAMP_DAY: (_, { at }) => twoDigits(new Date(at).getDate()),
  TIMESTAMP_HOUR: (_, { at }) => twoDigits(new Date(at).getHours()),
  TIMESTAMP_MINUTE: (_, { at }) => twoDigits(new Date(at).getMinutes()),
  TIMESTAMP_SECOND: (_, { at }) => twoDigits(new Date(at).getSeconds()),
  ELAPSED: (_, { elapsedMs }) => hoursMinutesSeconds(elapsedMs),
};

export const PLACEHOLDERS = Object.keys(VARIABLES).map((name) => `$${name}$`);

const NAME = `\\$(${Object.keys(VARIABLES).join('|')})\\$`;
const VARIABLE = new RegExp(NAME, 'g');

/** A name, in the marks of a chat for bold and italic. */
const FIELD = String.raw`(?<marks>[*_~]*)\$(?:ARTIST|SONG)\$\k<marks>`;
/** Ends with a blank: dates (`-`), times (`:`) and columns (`;`, tab) keep their places. */
const SEPARATOR = String.raw`[\p{Pd}\p{S}/·•:,;& ]* `;
const BEFORE_ANOTHER = new RegExp(`${FIELD}${SEPARATOR}(?=[*_~]*${NAME})`, 'gu');
const AFTER_ANOTHER = new RegExp(`(?<=${NAME}[*_~]*)${SEPARATOR}${FIELD}`, 'gu');

/**
 * Expands once: a title that contains `$ARTIST$` shows just that. An empty artist or title takes one separator
 * along. `track`: names as a sink writes them (`ID` for a hidden track, escaped for a chat).
 */
export function fillTemplate(
  format: string,
  publication: Place & Pick<Publication, 'track'>,
  track: ShownTrack = publication.track,
): string {
  const filled = (text: string): string =>
    text.replace(VARIABLE, (whole, name: string) => VARIABLES[name]?.(track, publication) ?? whole);
  const unlessEmpty = (part: string): string =>
    part.match(VARIABLE)?.map(filled).join('') === '' ? '' : part;
  return filled(format.replace(BEFORE_ANOTHER, unlessEmpty).replace(AFTER_ANOTHER, unlessEmpty));
}
