/**
 * What the viewers of a channel get: those who open a page from now on, the channel's segment of the extension's
 * configuration, which Twitch hands to every page; those whose page is open, a broadcast. Nobody asks this service.
 *
 * https://dev.twitch.tv/docs/api/reference/#set-extension-configuration-segment
 * https://dev.twitch.tv/docs/api/reference/#send-extension-pubsub-message
 */
import { type JWTPayload, SignJWT } from 'jose';
import { exchange, joinUrl } from '../../../src/clients/http.ts';
import type { LiveMessage } from '../../../src/clients/live/message.ts';
import type { ServiceTools } from '../../../src/clients/service.ts';

/** Both together take less than a claim lasts. */
const TIME_LIMIT_MS = 5_000;
/** The other segment of a channel belongs to its broadcaster, who keeps the look of the page there. */
const SEGMENT = 'developer';
const ALGORITHM = 'HS256';
/** A token of ours lasts long enough for one request. */
const TOKEN_LASTS = '60s';

export interface Extension {
  readonly clientId: string;
  readonly ownerId: string;
  readonly key: Uint8Array;
  /** Milliseconds for which a track is shown. */
  readonly lastsMs: number;
}

/**
 * Sends one message to all viewers of the channel, now and later. Errors are those of `exchange`; a broadcast is sent even
 * when the configuration is not taken, and may come a second time.
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
    // How long it lasts counts from its arrival there, and from `at` for those who read it later.
    const content = JSON.stringify({ ...message, lastsMs } satisfies LiveMessage);
    const configuration = {
      extension_id: clientId,
      segment: SEGMENT,
      broadcaster_id: channel,
      version: String(message.v),
      content,
    };
    // First: a page that was opened in between gets the broadcast.
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

/** Lets its bearer write the extension's configuration. */
export function externalToken(ownerId: string, key: Uint8Array, more: JWTPayload = {}): Promise<string> {
  return new SignJWT({ user_id: ownerId, role: 'external', ...more })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
    .setExpirationTime(TOKEN_LASTS)
    .sign(key);
}

/** Lets its bearer broadcast to the viewers of one channel. */
export function broadcastToken(channel: string, ownerId: string, key: Uint8Array): Promise<string> {
  return externalToken(ownerId, key, { channel_id: channel, pubsub_perms: { send: ['broadcast'] } });
}
