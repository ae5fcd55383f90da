/** @import { Helper } from './twitch.d.ts' */

const DEFAULT_ACCENT = '#ff5a36';
/** Version of the saved format. */
const VERSION = '1';

/**
 * Returns the broadcaster's accent color, `#rrggbb`.
 * @param {Helper} helper
 */
export function savedAccent({ configuration }) {
  try {
    const { accent } = Object(JSON.parse(configuration.broadcaster?.content ?? ''));
    return typeof accent === 'string' && /^#[0-9a-f]{6}$/i.test(accent) ? accent : DEFAULT_ACCENT;
  } catch {
    return DEFAULT_ACCENT;
  }
}

/**
 * @param {Helper} helper
 * @param {string} accent
 */
export function saveAccent({ configuration }, accent) {
  configuration.set('broadcaster', VERSION, JSON.stringify({ accent }));
}

/** @param {string} accent */
export function useAccent(accent) {
  document.documentElement.style.setProperty('--accent', accent);
}
