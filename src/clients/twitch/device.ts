/**
 * Device-code grant of Twitch, for public clients without a secret. Unlike RFC 8628, the field is `scopes`,
 * and refusals are HTTP 400 with a `message`.
 * https://dev.twitch.tv/docs/authentication/getting-tokens-oauth/#device-code-grant-flow
 */

import * as v from 'valibot';
import { UpstreamError } from '../../core/errors.ts';
import { jsonIn } from '../../core/json.ts';
import { say, type Text } from '../../core/message.ts';
import { exchange, joinUrl, readAnswer, StatusError } from '../http.ts';
import { ServiceClient, type ServiceTools } from '../service.ts';

export const IDENTITY = say('twitch.sign-in');
const PENDING = 'authorization_pending';

const POSITIVE = v.pipe(v.number(), v.minValue(1));
const BEGUN = v.object({
  device_code: v.pipe(v.string(), v.nonEmpty()),
  // Restricted: a terminal prints both, and a page links to the address.
  user_code: v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/)),
  verification_uri: v.pipe(v.string(), v.url(), v.regex(/^https?:[!-~]+$/)),
  expires_in: POSITIVE,
  interval: v.optional(POSITIVE, 5),
});
const TOKEN = v.object({
  access_token: v.pipe(v.string(), v.nonEmpty()),
  refresh_token: v.string(),
  expires_in: POSITIVE,
});
const REFUSAL = v.object({ message: v.string() });

export interface DeviceGrant {
  readonly deviceCode: string;
  readonly userCode: string;
  readonly verificationUri: string;
  readonly lastsMs: number;
  readonly intervalMs: number;
}

export interface UserToken {
  readonly accessToken: string;
  /** Valid once, within thirty days. */
  readonly refreshToken: string;
  readonly lastsMs: number;
}

export class DeviceAuthorization {
  readonly #authUrl: string;
  readonly #clientId: string;
  readonly #tools: ServiceTools;
  readonly #scopes: string;

  /** `scopes`: none, to only identify a user. */
  constructor(authUrl: string, clientId: string, tools: ServiceTools, scopes: readonly string[] = []) {
    this.#authUrl = authUrl;
    this.#clientId = clientId;
    this.#tools = tools;
    this.#scopes = scopes.join(' ');
  }

  async begin(signal: AbortSignal): Promise<DeviceGrant> {
    const service = new ServiceClient(IDENTITY, this.#tools);
    try {
      const answer = await service.call(this.#request('oauth2/device', {}, signal));
      const begun = readAnswer(IDENTITY, answer, BEGUN);
      return {
        deviceCode: begun.device_code,
        userCode: begun.user_code,
        verificationUri: begun.verification_uri,
        lastsMs: begun.expires_in * 1000,
        intervalMs: begun.interval * 1000,
      };
    } catch (error) {
      throw explained(error, (reason) => say('twitch.refuses-client-id', { service: IDENTITY, reason }));
    }
  }

  /** Throws UpstreamError if the user refused or did not answer in time. */
  async token(grant: DeviceGrant, signal: AbortSignal): Promise<UserToken> {
    const { clock } = this.#tools;
    const until = clock.monotonic() + grant.lastsMs;
    const form = {
      device_code: grant.deviceCode,
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    };
    let trouble: UpstreamError | undefined;
    for (;;) {
      await clock.sleep(Math.max(grant.intervalMs, trouble?.retryAfterMs ?? 0), signal);
      if (clock.monotonic() >= until) {
        throw new UpstreamError(
          trouble === undefined
            ? say('twitch.code-expired-before-entered')
            : say('twitch.code-expired-before-entered-because', { reason: trouble.text }),
          'stop',
        );
      }
      try {
        return await this.#pair(form, signal);
      } catch (error) {
        trouble = passing(error);
      }
    }
  }

  /** Uses up the refresh token. Throws UpstreamError: `stop` for a refused one. */
  async refresh(refreshToken: string, signal: AbortSignal): Promise<UserToken> {
    try {
      return await this.#pair({ grant_type: 'refresh_token', refresh_token: refreshToken }, signal);
    } catch (error) {
      throw explained(error, (reason) => say('twitch.refuses-renew-sign', { service: IDENTITY, reason }));
    }
  }

  async #pair(form: Readonly<Record<string, string>>, signal: AbortSignal): Promise<UserToken> {
    const answer = await exchange(IDENTITY, this.#request('oauth2/token', form, signal), this.#tools);
    const token = readAnswer(IDENTITY, answer, TOKEN);
    return {
      accessToken: token.access_token,
      refreshToken: token.refresh_token,
      lastsMs: token.expires_in * 1000,
    };
  }

  #request(path: string, form: Readonly<Record<string, string>>, signal: AbortSignal) {
    return {
      url: joinUrl(this.#authUrl, path),
      method: 'POST',
      headers: { 'user-agent': this.#tools.userAgent },
      body: new URLSearchParams({ client_id: this.#clientId, scopes: this.#scopes, ...form }),
      // Codes must not follow a redirection.
      redirect: 'manual',
      signal,
    } as const;
  }
}

/** Undefined: not answered yet. An error: the service fails for now, so poll again. Throws all others. */
function passing(error: unknown): UpstreamError | undefined {
  const reason = refusalOf(error);
  if (reason === PENDING) {
    return undefined;
  }
  if (reason === 'invalid device code') {
    throw new UpstreamError(say('twitch.code-expired-refused-used'), 'stop', {
      cause: error,
    });
  }
  if (error instanceof UpstreamError && error.advice === 'retry') {
    return error;
  }
  throw explained(error, (reason) =>
    say('twitch.does-not-authorize-deckcast', { service: IDENTITY, reason }),
  );
}

/** Rewords a refusal; returns other errors unchanged. */
function explained(error: unknown, message: (reason: Text) => Text): unknown {
  const reason = refusalOf(error);
  return reason === undefined ? error : new UpstreamError(message(reason), 'stop', { cause: error });
}

/** Undefined for errors other than refusals. */
function refusalOf(error: unknown): Text | undefined {
  if (!(error instanceof StatusError) || error.status < 400 || error.status > 403) {
    return undefined;
  }
  const message = jsonIn(error.answer.bytes, REFUSAL)?.message ?? '';
  // Terminals get only plain words from outside.
  return /^[\w ,.'-]{1,100}$/.test(message) ? message : say('service.no-reason');
}
