/** Twitch's chat over its HTTP API. https://dev.twitch.tv/docs/api/reference/#send-chat-message */
import * as v from 'valibot';
import { UpstreamError } from '../../core/errors.ts';
import { jsonIn } from '../../core/json.ts';
import type { HttpAnswer } from '../http.ts';
import { StatusError } from '../http.ts';
import type { ServiceTools } from '../service.ts';
import { Throttle } from '../throttle.ts';
import type { ChatAccount, ChatClient } from './contract.ts';
import { request, requestOnce } from './request.ts';

const SERVICE = 'Twitch';
const API_ADDRESS = 'https://api.twitch.tv';
const ID_ADDRESS = 'https://id.twitch.tv';
const SCOPE = 'user:write:chat';
/** Twenty messages in thirty seconds for accounts that do not moderate the channel. */
const DISTANCE_MS = 1_500;
/** Twitch requires a token to be validated when a program starts and every hour. */
const VALID_FOR_MS = 3_600_000;

const Validation = v.object({
  client_id: v.string(),
  login: v.optional(v.string()),
  user_id: v.optional(v.string()),
  scopes: v.optional(v.nullable(v.array(v.string()))),
});
const Users = v.object({ data: v.array(v.object({ id: v.string() })) });
const Sent = v.object({
  data: v.array(
    v.object({
      is_sent: v.boolean(),
      drop_reason: v.optional(v.nullable(v.object({ message: v.optional(v.string()) }))),
    }),
  ),
});

/** Twitch's ids of sender and channel. */
interface Identity {
  readonly clientId: string;
  readonly senderId: string;
  readonly broadcasterId: string;
  readonly validatedAt: number;
}

export function createTwitch(account: ChatAccount, tools: ServiceTools): ChatClient {
  // Tokens for the old chat protocol have a prefix that the API does not accept.
  const token = account.token.reveal().replace(/^oauth:/, '');
  const pace = new Throttle(SERVICE, tools.clock);
  let identity: Identity | undefined;

  async function call(call: Promise<HttpAnswer>): Promise<HttpAnswer> {
    try {
      return await call;
    } catch (error) {
      throw error instanceof StatusError ? explained(error, tools.clock.now()) : error;
    }
  }

  async function identify(signal: AbortSignal): Promise<Identity> {
    const now = tools.clock.monotonic();
    if (identity !== undefined && now - identity.validatedAt < VALID_FOR_MS) {
      return identity;
    }
    const url = new URL(`${account.url ?? ID_ADDRESS}/oauth2/validate`);
    const headers = { authorization: `OAuth ${token}` };
    const { bytes } = await call(request(SERVICE, { url, headers, signal }, tools));
    const validation = jsonIn(bytes, Validation);
    if (validation?.user_id === undefined || validation.scopes?.includes(SCOPE) !== true) {
      throw new UpstreamError(
        `Twitch needs a user token with the scope ${SCOPE}: check --chat.token`,
        'stop',
      );
    }
    const { user_id: senderId, client_id: clientId } = validation;
    const broadcasterId =
      identity?.broadcasterId ??
      (validation.login === account.channel.toLowerCase() ? senderId : await broadcaster(clientId, signal));
    identity = { clientId, senderId, broadcasterId, validatedAt: now };
    return identity;
  }

  const apiHeaders = (clientId: string) => ({ authorization: `Bearer ${token}`, 'client-id': clientId });

  /** The channel's id; the user may give the id or the name. */
  async function broadcaster(clientId: string, signal: AbortSignal): Promise<string> {
    if (/^\d+$/.test(account.channel)) {
      return account.channel;
    }
    const url = new URL(`${account.url ?? API_ADDRESS}/helix/users`);
    url.searchParams.set('login', account.channel.toLowerCase());
    const answer = await call(request(SERVICE, { url, headers: apiHeaders(clientId), signal }, tools));
    const user = jsonIn(answer.bytes, Users)?.data[0];
    if (user === undefined) {
      throw new UpstreamError('Twitch knows no such channel: check --chat.channel', 'stop');
    }
    return user.id;
  }

  return {
    maxLength: 500,
    // Twitch chat has no markup; a leading slash would be a command, but the API does not run any.
    escape: (value) => value,
    async verify(signal) {
      await identify(signal);
    },
    async post({ text }, signal) {
      await pace.acquire(signal);
      const { clientId, senderId, broadcasterId } = await identify(signal);
      const url = new URL(`${account.url ?? API_ADDRESS}/helix/chat/messages`);
      const json = { broadcaster_id: broadcasterId, sender_id: senderId, message: text };
      const answer = await call(
        requestOnce(SERVICE, { url, headers: apiHeaders(clientId), json, signal }, tools),
      );
      pace.pause(DISTANCE_MS);
      const sent = jsonIn(answer.bytes, Sent)?.data[0];
      if (sent?.is_sent !== true) {
        const reason = sent?.drop_reason?.message ?? 'no reason given';
        throw new UpstreamError(`Twitch did not show the message: ${reason}`, 'drop');
      }
    },
  };
}

function explained(error: StatusError, now: number): UpstreamError {
  switch (error.status) {
    case 401:
      return new UpstreamError('Twitch does not accept the token: check --chat.token', 'stop');
    case 403:
      return new UpstreamError('Twitch lets this account not post there: check --chat.channel', 'stop');
    case 429: {
      // When the rate limit is reset, in seconds since 1970-01-01 UTC.
      const reset = Number(error.answer.headers.get('ratelimit-reset') ?? Number.NaN) * 1_000 - now;
      const asked = error.retryAfterMs ?? (reset > 0 ? reset : 5_000);
      return new UpstreamError(error.message, 'retry', { retryAfterMs: asked });
    }
    default:
      return error;
  }
}
