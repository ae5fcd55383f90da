import { readMessage } from './message.js';

/** @import { LiveMessage } from '../../src/clients/live/message.ts' */
/** @import { Helper } from './twitch.d.ts' */

/**
 * Returns the track on air when this page opened. Twitch delivers it with the page, so many viewers at once cause us no
 * requests. Undefined without a track, or if its time is over by this computer's clock.
 * @param {Pick<Helper, 'configuration'>} helper
 * @param {number} now milliseconds since 1970-01-01 UTC
 * @returns {LiveMessage | undefined}
 */
export function trackAtOpening({ configuration }, now) {
  const message = readMessage(configuration.developer?.content ?? '');
  if (message === undefined) {
    return undefined;
  }
  // The viewer's clock may be behind the backend's.
  const lastsMs = Math.min(message.lastsMs, message.at + message.lastsMs - now);
  return lastsMs > 0 ? { ...message, lastsMs } : undefined;
}
