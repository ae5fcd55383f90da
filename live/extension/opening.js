import { readMessage } from './message.js';

/** @import { LiveMessage } from '../../src/clients/live/message.ts' */
/** @import { Helper } from './twitch.d.ts' */

/**
 * The track that was on air when this page was opened, as Twitch hands it to the page: nobody is asked, however many
 * viewers come at once. Undefined when there is none, or when its time is over by this computer's clock.
 * @param {Pick<Helper, 'configuration'>} helper
 * @param {number} now  milliseconds since 1970-01-01 UTC
 * @returns {LiveMessage | undefined}
 */
export function trackAtOpening({ configuration }, now) {
  const message = readMessage(configuration.developer?.content ?? '');
  if (message === undefined) {
    return undefined;
  }
  // This clock may be behind the backend's.
  const lastsMs = Math.min(message.lastsMs, message.at + message.lastsMs - now);
  return lastsMs > 0 ? { ...message, lastsMs } : undefined;
}
