/**
 * Sends a track to the viewers of a channel: pages that open later get it from the channel's segment of the extension's
 * configuration, which Twitch delivers to every page; open pages get a broadcast. No page sends requests to this
 * service.
 *
 * https://dev.twitch.tv/docs/api/reference/#set-extension-configuration-segment
 * https://dev.twitch.tv/docs/api/reference/#send-extension-pubsub-message
 */
import { type JWTPayload, SignJWT } from 'jose';
import { exchange, joinUrl } from '../../../src/clients/http.ts';
import type { LiveMessage } from '../../../src/clients/live/message.ts';
import type { ServiceTools } from '../../../src/clients/service.ts';

/** Limit for each request, so that both take less than a claim lasts. */
const TIME_LIMIT_MS = 5_000;
/** The channel's other segment belongs to the broadcaster, who keeps the look of the page there. */
const SEGMENT = 'developer';
const ALGORITHM = 'HS256';
/** Lifetime of our tokens, enough for one request. */
const TOKEN_LASTS = '60s';

export interface Extension {
  readonly clientId: string;
  readonly ownerId: string;
  readonly key: Uint8Array;
  /** Milliseconds for which a track is shown. */
  readonly lastsMs: number;
}

/**
 * Sends one message to all viewers of the channel, now and later. Errors are those of `exchange`. The broadcast is sent
 * even if the configuration fails, and may come a second time.
 */
export type SendBroadcast = (channel: string, message: LiveMessage, signal: AbortSignal) => Promise<void>;

export function createBroadcast(url: string, extension: Extension, tools: ServiceTools): SendBroadcast {
  const { clientId, ownerId, key, lastsMs } = extension;

  async function send(
    method: 'POST' | 'PUT',
    path: string,
    token: string,
    body: unknown,
    signal: AbortSignal,
  ): Promise<void> {
    const request = {
      url: joinUrl(url, path),
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'client-id': clientId,
        'content-type': 'application/json',
        'user-agent': tools.userAgent,
      },
      body: JSON.stringify(body),
      timeLimitMs: TIME_LIMIT_MS,
      maxBytes: 0,
      signal,
    } as const;
    await exchange(
      method === 'PUT' ? "Twitch's configuration service" : "Twitch's broadcast",
      request,
      tools,
    );
  }

  return async (channel, message, signal) => {
    // The duration counts from arrival in a broadcast, and from `at` in the configuration.
    const content = JSON.stringify({ ...message, lastsMs } satisfies LiveMessage);
    const configuration = {
      extension_id: clientId,
      segment: SEGMENT,
      broadcaster_id: channel,
      version: String(message.v),
      content,
    };
    // Written first, so that a page that opens in between gets the broadcast.
    const [kept] = await Promise.allSettled([
      send(
        'PUT',
        'helix/extensions/configurations',
        await externalToken(ownerId, key),
        configuration,
        signal,
      ),
    ]);
    const token = await broadcastToken(channel, ownerId, key);
    const broadcast = { target: ['broadcast'], broadcaster_id: channel, message: JSON.stringify(message) };
    await send('POST', 'helix/extensions/pubsub', token, broadcast, signal);
    if (kept.status === 'rejected') {
      throw kept.reason;
    }
  };
}

/** Makes a token for writing the extension's configuration. */
export function externalToken(ownerId: string, key: Uint8Array, more: JWTPayload = {}): Promise<string> {
  return new SignJWT({ user_id: ownerId, role: 'external', ...more })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
    .setExpirationTime(TOKEN_LASTS)
    .sign(key);
}

/** Makes a token for broadcasting to the viewers of one channel. */
export function broadcastToken(channel: string, ownerId: string, key: Uint8Array): Promise<string> {
  return externalToken(ownerId, key, { channel_id: channel, pubsub_perms: { send: ['broadcast'] } });
}
