import * as v from 'valibot';
import { UpstreamError } from '../../core/errors.ts';
import { jsonIn } from '../../core/json.ts';
import { say } from '../../core/message.ts';
import type { Clock } from '../../core/tools.ts';
import { type ChatRequest, request, requestOnce } from '../chat/request.ts';
import { type HttpAnswer, StatusError } from '../http.ts';
import type { ServiceTools } from '../service.ts';
import { type Validation, validateToken } from './token-validator.ts';
import type { UserTokens } from './user-tokens.ts';

export const TWITCH = 'Twitch';
const API_ADDRESS = 'https://api.twitch.tv';
const ID_ADDRESS = 'https://id.twitch.tv';
/** Twitch requires validation at the start and every hour. */
const VALID_FOR_MS = 3_600_000;

export const SCOPE = {
  write: 'user:write:chat',
  read: 'user:read:chat',
  markers: 'channel:manage:broadcast',
} as const;
type Scope = (typeof SCOPE)[keyof typeof SCOPE];

const Users = v.object({ data: v.array(v.object({ id: v.string() })) });

export interface TwitchIdentity {
  readonly userId: string;
  readonly broadcasterId: string;
}

interface Validated extends TwitchIdentity {
  readonly token: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly at: number;
}

export interface TwitchChannel {
  /** Name or id; empty: the account's own. */
  readonly channel: string;
  /** Replaces the service's base address. */
  readonly url: string | undefined;
  readonly tokens: UserTokens;
}

export class TwitchAccount {
  readonly #given: TwitchChannel;
  readonly #tools: ServiceTools;
  #validated: Validated | undefined;
  #broadcasterId: string | undefined;

  constructor(given: TwitchChannel, tools: ServiceTools) {
    this.#given = given;
    this.#tools = tools;
  }

  /** Throws UpstreamError: `stop` without the scope. */
  async identify(scope: Scope, signal: AbortSignal): Promise<TwitchIdentity> {
    const token = await this.#given.tokens.current(signal);
    const known = this.#validated;
    const isKnown =
      known?.token === token && this.#tools.clock.monotonic() - known.at < VALID_FOR_MS ? known : undefined;
    const validated = isKnown ?? (await this.#validate(token, signal));
    if (!validated.scopes.includes(scope)) {
      throw new UpstreamError(say('twitch.twitch-needs-user-token-scope-check', { scope }), 'stop');
    }
    return validated;
  }

  /** Renews a rejected token. @param once the request must not arrive twice */
  async call(
    path: string,
    body: { readonly json?: unknown; readonly once?: true },
    signal: AbortSignal,
  ): Promise<HttpAnswer> {
    const { clientId, token } = this.#validated ?? { clientId: '', token: '' };
    const url = new URL(`${this.#given.url ?? API_ADDRESS}${path}`);
    const send = (access: string): Promise<HttpAnswer> => {
      const headers = { authorization: `Bearer ${access}`, 'client-id': clientId };
      const call: ChatRequest = { url, headers, signal, ...('json' in body ? { json: body.json } : {}) };
      return body.once === true ? requestOnce(TWITCH, call, this.#tools) : request(TWITCH, call, this.#tools);
    };
    try {
      return await send(token);
    } catch (error) {
      if (!(error instanceof StatusError) || error.status !== 401) {
        throw explained(error, this.#tools.clock);
      }
      const renewed = await this.#given.tokens.renewed(token, signal);
      await this.#validate(renewed, signal);
      return send(renewed).catch((again: unknown) => {
        throw explained(again, this.#tools.clock);
      });
    }
  }

  async #validate(given: string, signal: AbortSignal): Promise<Validated> {
    const { token, userId, clientId, login, scopes } = await this.#validation(given, signal);
    if (userId === undefined) {
      throw new UpstreamError(say('twitch.twitch-needs-token-user-check-chat'), 'stop');
    }
    const at = this.#tools.clock.monotonic();
    const validated = { token, userId, clientId, broadcasterId: '', scopes, at };
    this.#validated = validated;
    if (!['', login].includes(this.#given.channel.toLowerCase())) {
      this.#broadcasterId ??= await this.#channelId(signal);
    }
    // The kept id is that of a configured channel: an own channel changes with the account that signs in.
    this.#validated = { ...validated, broadcasterId: this.#broadcasterId ?? userId };
    return this.#validated;
  }

  /** Validates a renewed token if Twitch rejects the given one. */
  async #validation(given: string, signal: AbortSignal): Promise<Validation & { readonly token: string }> {
    const validate = (token: string) =>
      validateToken(this.#given.url ?? ID_ADDRESS, token, (call) =>
        request(TWITCH, { ...call, signal }, this.#tools),
      ).catch((error: unknown) => {
        throw explained(error, this.#tools.clock);
      });
    let token = given;
    let validation = await validate(token);
    if (validation === undefined) {
      token = await this.#given.tokens.renewed(given, signal);
      validation = await validate(token);
    }
    if (validation === undefined) {
      throw notAccepted();
    }
    return { ...validation, token };
  }

  /** Accepts an id or a name. */
  async #channelId(signal: AbortSignal): Promise<string> {
    const { channel } = this.#given;
    if (/^\d+$/.test(channel)) {
      return channel;
    }
    const login = encodeURIComponent(channel.toLowerCase());
    const answer = await this.call(`/helix/users?login=${login}`, {}, signal);
    const user = jsonIn(answer.bytes, Users)?.data[0];
    if (user === undefined) {
      throw new UpstreamError(say('twitch.twitch-knows-no-such-channel-check'), 'stop');
    }
    return user.id;
  }
}

function notAccepted(): UpstreamError {
  return new UpstreamError(say('twitch.twitch-does-not-accept-token-check'), 'stop');
}

function explained(error: unknown, clock: Clock): unknown {
  if (!(error instanceof StatusError)) {
    return error;
  }
  switch (error.status) {
    case 401:
      return notAccepted();
    case 403:
      return new UpstreamError(say('twitch.twitch-does-not-allow-account-do'), 'stop');
    case 429: {
      // Reset of the rate limit, epoch seconds.
      const reset = Number(error.answer.headers.get('ratelimit-reset') ?? Number.NaN) * 1_000 - clock.now();
      const retryAfterMs = error.retryAfterMs ?? (reset > 0 ? reset : 5_000);
      return new UpstreamError(error.text, 'retry', { retryAfterMs });
    }
    default:
      return error;
  }
}
