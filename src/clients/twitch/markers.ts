/** https://dev.twitch.tv/docs/api/reference/#create-stream-marker */
import { shortened } from '../../core/text.ts';
import { StatusError } from '../http.ts';
import type { ServiceTools } from '../service.ts';
import { Throttle } from '../throttle.ts';
import { SCOPE, TWITCH, TwitchAccount, type TwitchChannel } from './account.ts';

/** Twitch only limits all calls together, but a second marker would be redundant. */
const DISTANCE_MS = 5_000;
const MAX_LENGTH = 140;

export interface TwitchMarkers {
  /**
   * Returns false if the channel is not live, or not recorded. Throws UpstreamError: `stop` without the
   * right.
   */
  set(description: string, signal: AbortSignal): Promise<boolean>;
  /** Sets none. Throws as `set`. */
  verify(signal: AbortSignal): Promise<void>;
}

export function createMarkers(channel: TwitchChannel, tools: ServiceTools): TwitchMarkers {
  const account = new TwitchAccount(channel, tools);
  const pace = new Throttle(TWITCH, tools.clock);
  return {
    async verify(signal) {
      await account.identify(SCOPE.markers, signal);
    },
    async set(description, signal) {
      await pace.acquire(signal);
      const { broadcasterId } = await account.identify(SCOPE.markers, signal);
      const json = { user_id: broadcasterId, description: shortened(description, MAX_LENGTH) };
      try {
        await account.call('/helix/streams/markers', { json, once: true }, signal);
        return true;
      } catch (error) {
        if (error instanceof StatusError && error.status === 404) {
          return false;
        }
        throw error;
      } finally {
        pace.pause(DISTANCE_MS);
      }
    },
  };
}
