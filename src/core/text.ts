import { type Track, withTexts } from './track.ts';

// Includes tabs.
const BREAKING = /[\p{Cc}\u2028\u2029]+/gu;

// Unclosed, these reorder text beside them. Direction marks and joiners (Persian, Arabic, emoji) stay: names
// need them.
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

// A lone surrogate: UTF-8 cannot encode it, and many receivers reject JSON that contains it.
const HALF = /\p{Cs}/gu;

/** Fast path for most names. */
const PLAIN = /^[!-~](?:[ -~]*[!-~])?$/;

/** NFC, one line, no control characters, trimmed. */
export function cleanText(text: string): string {
  return text === '' || PLAIN.test(text)
    ? text
    : text.normalize('NFC').replace(TURNING, '').replace(BREAKING, ' ').replace(HALF, '\ufffd').trim();
}

/** `most`: code points, ellipsis included. */
export function shortened(text: string, most: number): string {
  return hasAtMost(text, most) ? text : `${[...text].slice(0, most - 1).join('')}…`;
}

function hasAtMost(text: string, most: number): boolean {
  return text.length <= most || (text.length <= 2 * most && [...text].length <= most);
}

/** `dashboard/saved.js` does the same. */
export function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${/(^|[.!?])$/.test(words) ? '' : '.'}`;
}

/** Hiding rules see all that is shown. */
export const MAX_TEXT = 1_000;

/** Limit for the API description, whose conversion cannot see checks. */
export const SHORT_TEXT = { json: { maxLength: MAX_TEXT } } as const;

/** Code points, like JSON Schema; valibot counts UTF-16 units. */
export function isShortText(text: string): boolean {
  return hasAtMost(text, MAX_TEXT);
}

export function cleanTrack(track: Track): Track {
  return withTexts(track, (text) => shortened(cleanText(text), MAX_TEXT));
}
