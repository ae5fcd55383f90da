import { type Track, withTexts } from './track.ts';

// Characters that break a line or a field: control characters (including tab) and Unicode's line breaks.
const BREAKING = /[\p{Cc}\u2028\u2029]+/gu;

// Embeddings, overrides and isolates: unclosed, they reorder the text beside them, as in `Artist - Title`. Direction
// marks and joiners (Persian, Arabic, emoji) stay, because names need them.
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

// Half a character, cut in two by a source. UTF-8 cannot encode it, and many receivers reject JSON that contains it.
const HALF = /\p{Cs}/gu;

/** Fast path: printable ASCII without blanks around it, as in most tracks. */
const PLAIN = /^[!-~](?:[ -~]*[!-~])?$/;

/** Normalizes text for every output: NFC, one line, no control characters, trimmed. */
export function cleanText(text: string): string {
  return text === '' || PLAIN.test(text)
    ? text
    : text.normalize('NFC').replace(TURNING, '').replace(BREAKING, ' ').replace(HALF, '\ufffd').trim();
}

/** Limits the text to `most` code points; the last one is an ellipsis if any were cut off. */
export function shortened(text: string, most: number): string {
  return hasAtMost(text, most) ? text : `${[...text].slice(0, most - 1).join('')}…`;
}

function hasAtMost(text: string, most: number): boolean {
  return text.length <= most || (text.length <= 2 * most && [...text].length <= most);
}

/** Makes a sentence of a log line or a reason; `dashboard/saved.js` does the same in browsers. */
export function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${/(^|[.!?])$/.test(words) ? '' : '.'}`;
}

/** Maximum letters of one text of a track. Hiding rules see all that is shown. */
export const MAX_TEXT = 1_000;

/** Counts code points like JSON Schema; valibot's own check counts UTF-16 units. */
export function isShortText(text: string): boolean {
  return hasAtMost(text, MAX_TEXT);
}

/** Cleans every text of the track and cuts it to `MAX_TEXT`. */
export function cleanTrack(track: Track): Track {
  return withTexts(track, (text) => shortened(cleanText(text), MAX_TEXT));
}
