import { NO_ANSWER, Refused } from './api.js';
import { sentence, translated } from './text.js';

/**
 * Returns the server's reason for a refusal.
 *
 * @param {unknown} error
 * @param {string} otherwise  text for a server that did not answer
 */
export function refusalIn(error, otherwise = NO_ANSWER) {
  return error instanceof Refused ? sentence(translated(error.message)) : otherwise;
}
