/**
 * Sends a track to a channel's viewers: to open pages by broadcast, to later ones by the channel's segment of the
 * extension's configuration, which Twitch delivers with each page. No page sends requests to this service.
 *
 * https://dev.twitch.tv/docs/api/reference/#set-extension-configuration-segment
 * https://dev.twitch.tv/docs/api/reference/#send-extension-pubsub-message
 */
import { type JWTPayload, SignJWT } from 'jose';
import { exchange, joinUrl } from '../../../src/clients/http.ts';
import type { LiveMessage } from '../../../src/clients/live/message.ts';
import type { ServiceTools } from '../../../src/clients/service.ts';

/** Keeps both requests within a claim. */
const TIME_LIMIT_MS = 5_000;
/** The broadcaster keeps the look of the page in the other segment. */
const SEGMENT = 'developer';
const ALGORITHM = 'HS256';
/** Enough for one request. */
const TOKEN_LASTS = '60s';

export interface Extension {
  readonly clientId: string;
  readonly ownerId: string;
  readonly key: Uint8Array;
  /** Milliseconds to show a track. */
  readonly lastsMs: number;
}

/**
 * Sends to all viewers of the channel, now and later. Fails as `exchange` does. The broadcast goes out even if the
 * configuration fails, perhaps twice.
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
    // Counts from arrival in a broadcast, from `at` in the configuration.
    const content = JSON.stringify({ ...message, lastsMs } satisfies LiveMessage);
    const configuration = {
      extension_id: clientId,
      segment: SEGMENT,
      broadcaster_id: channel,
      version: String(message.v),
      content,
    };
    // First, so that a page opened in between gets the broadcast.
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

/** Token for writing the extension's configuration. */
export function externalToken(ownerId: string, key: Uint8Array, more: JWTPayload = {}): Promise<string> {
  return new SignJWT({ user_id: ownerId, role: 'external', ...more })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
    .setExpirationTime(TOKEN_LASTS)
    .sign(key);
}

/** Token for broadcasting to one channel's viewers. */
export function broadcastToken(channel: string, ownerId: string, key: Uint8Array): Promise<string> {
  return externalToken(ownerId, key, { channel_id: channel, pubsub_perms: { send: ['broadcast'] } });
}
