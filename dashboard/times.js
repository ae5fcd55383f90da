import { language, word } from './words.js';

/** The pages' language, with the region that the user prefers. */
export const locale = navigator.languages.find((one) => one.startsWith(language)) ?? language;
const TIME = /** @type {const} */ ({ hour: '2-digit', minute: '2-digit' });

/** `0:07`, `12:34`, `1:02:03`. @param {number} ms */
export function lengthOf(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  const hours = Math.floor(seconds / 3_600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = String(seconds % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

/** `just now`, `12 s ago`, `5 min ago`, `2 h ago`. @param {number} ms */
export function agoOf(ms) {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds < 2) {
    return word('time.just-now');
  }
  if (seconds < 90) {
    return word('time.seconds-ago', { count: seconds });
  }
  const minutes = Math.round(seconds / 60);
  return minutes < 90
    ? word('time.minutes-ago', { count: minutes })
    : word('time.hours-ago', { count: Math.round(minutes / 60) });
}

/** `10:15 PM`. @param {string | number} [at] */
export function timeOf(at = Date.now()) {
  return new Date(at).toLocaleTimeString(locale, TIME);
}

/** `Fri, Nov 20, 10:15 PM`. @param {string} at */
export function dayOf(at) {
  return new Date(at).toLocaleString(locale, { weekday: 'short', month: 'short', day: 'numeric', ...TIME });
}
