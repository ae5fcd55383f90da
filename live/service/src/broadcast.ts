/** The extension's broadcast: https://dev.twitch.tv/docs/api/reference/#send-extension-pubsub-message */
import { joinUrl } from '../../../src/clients/base-url.ts';
import { exchange } from '../../../src/clients/http.ts';
import type { ServiceTools } from '../../../src/clients/service.ts';
import { broadcastToken } from './tokens.ts';

/** Less than a claim lasts. */
const TIME_LIMIT_MS = 8_000;

export interface Extension {
  readonly clientId: string;
  readonly ownerId: string;
  readonly key: Uint8Array;
}

/** Sends one message to all viewers of the channel. Errors are those of `exchange`. */
export type SendBroadcast = (channel: string, message: string, signal: AbortSignal) => Promise<void>;

export function createBroadcast(url: string, extension: Extension, tools: ServiceTools): SendBroadcast {
  const address = joinUrl(url, 'helix/extensions/pubsub');
  return async (channel, message, signal) => {
    const token = await broadcastToken(channel, extension.ownerId, extension.key);
    const request = {
      url: address,
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'client-id': extension.clientId,
        'content-type': 'application/json',
        'user-agent': tools.userAgent,
      },
      body: JSON.stringify({ target: ['broadcast'], broadcaster_id: channel, message }),
      timeLimitMs: TIME_LIMIT_MS,
      maxBytes: 0,
      signal,
    } as const;
    await exchange("Twitch's broadcast", request, tools);
  };
}
