import { type Track, withTexts } from './track.ts';

// Everything that would break a line or a field: control characters (including tab) and Unicode's own line breaks.
const BREAKING = /[\p{Cc}\u2028\u2029]+/gu;

// Embeddings, overrides and isolates: left open, they reorder the text beside them, as in `Artist - Title`. Marks for
// the direction of a name, and joiners (Persian, Arabic, emoji), stay: names need them.
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

// Half a character, which a source has cut in two: no UTF-8 can hold it, and JSON with it is refused by many receivers.
const HALF = /\p{Cs}/gu;

/** Letters that nothing above is about, without blanks around them: most texts of most tracks. */
const PLAIN = /^[!-~](?:[ -~]*[!-~])?$/;

/** Text normalized for every output: NFC, one line, no control characters, no blanks around it. */
export function cleanText(text: string): string {
  return text === '' || PLAIN.test(text)
    ? text
    : text.normalize('NFC').replace(TURNING, '').replace(BREAKING, ' ').replace(HALF, '\ufffd').trim();
}

/** At most this many letters (code points), with an ellipsis as the last one where some were cut off. */
export function shortened(text: string, most: number): string {
  return hasAtMost(text, most) ? text : `${[...text].slice(0, most - 1).join('')}…`;
}

/** Whether a text has at most this many letters (code points). */
export function hasAtMost(text: string, most: number): boolean {
  return text.length <= most || (text.length <= 2 * most && [...text].length <= most);
}

/** Words as log lines and reasons are, as a sentence that stands by itself; `dashboard/saved.js` does the same in browsers. */
export function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${/(^|[.!?])$/.test(words) ? '' : '.'}`;
}

/** Letters of one text of a track. Nothing longer is shown, and expressions that hide see all that is shown. */
export const MAX_TEXT = 1_000;

/** The track with all its text cleaned, and cut where it is too long for any name. */
export function cleanTrack(track: Track): Track {
  return withTexts(track, (text) => shortened(cleanText(text), MAX_TEXT));
}
