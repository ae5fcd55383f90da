/** @import { LiveMessage } from '../../src/clients/live/message.ts' */

/**
 * Parses a message; undefined if the text is not one.
 * @param {string} text
 * @returns {LiveMessage | undefined}
 */
export function readMessage(text) {
  /** @type {Record<string, unknown>} */
  let value;
  try {
    value = Object(JSON.parse(text));
  } catch {
    return undefined;
  }
  const { v, message, artist, title, at, lastsMs, since } = value;
  return v === 1 &&
    typeof message === 'string' &&
    typeof artist === 'string' &&
    typeof title === 'string' &&
    typeof at === 'number' &&
    typeof lastsMs === 'number'
    ? { v, message, artist, title, at, lastsMs, ...(typeof since === 'number' && { since }) }
    : undefined;
}

/**
 * Returns whether the backend has taken the message away since.
 * @param {LiveMessage} message
 * @param {LiveMessage} newest
 */
export function isTakenAway({ at }, { since = 0 }) {
  return at < since;
}

/**
 * Returns the large and the small line; a broadcaster's own format stays unchanged.
 * @param {LiveMessage} message
 * @returns {{ title: string, artist: string }}
 */
export function linesOf({ message, artist, title }) {
  return title !== '' && message === `${artist} - ${title}`
    ? { title, artist }
    : { title: message, artist: '' };
}
