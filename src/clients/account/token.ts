import * as v from 'valibot';
import { UpstreamError } from '../../core/errors.ts';
import { jsonIn } from '../../core/json.ts';
import { say } from '../../core/message.ts';
import { basicAuthorization, exchange, joinUrl, readAnswer, StatusError } from '../http.ts';
import type { ServiceTools } from '../service.ts';
import type { ClientCredentials } from '../streaming/token.ts';

export const ACCOUNTS = say('service.spotify-accounts');

const ANSWER = v.object({
  access_token: v.string(),
  expires_in: v.pipe(v.number(), v.minValue(1)),
  refresh_token: v.optional(v.string()),
});
const REFUSAL = v.object({ error: v.string() });

export interface Tokens {
  readonly accessToken: string;
  readonly accessTokenLastsMs: number;
  /** May invalidate the old one, which stays if this is absent. */
  readonly refreshToken?: string;
}

/** A retry does not help. */
export class RefusedError extends UpstreamError {
  /** `credentials`: client id or secret. `authorization`: code or refresh token. */
  readonly what: 'credentials' | 'authorization';

  constructor(what: RefusedError['what'], cause: unknown) {
    const text =
      what === 'credentials'
        ? say('streaming.refused-client-id-secret', { service: ACCOUNTS })
        : say('streaming.refused-authorization', { service: ACCOUNTS });
    super(text, 'stop', { cause });
    this.what = what;
  }
}

export class AccountTokens {
  readonly #authUrl: string;
  readonly #credentials: ClientCredentials;
  readonly #tools: ServiceTools;

  constructor(authUrl: string, credentials: ClientCredentials, tools: ServiceTools) {
    this.#authUrl = authUrl;
    this.#credentials = credentials;
    this.#tools = tools;
  }

  /** `redirectUri`: as for the authorization page. */
  fromCode(code: string, redirectUri: string, signal: AbortSignal): Promise<Tokens> {
    return this.#request({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }, signal);
  }

  fromRefreshToken(refreshToken: string, signal: AbortSignal): Promise<Tokens> {
    return this.#request({ grant_type: 'refresh_token', refresh_token: refreshToken }, signal);
  }

  /** Throws RefusedError, another UpstreamError, or the signal's reason. */
  async #request(form: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Tokens> {
    const { id, secret } = this.#credentials;
    const request = {
      url: joinUrl(this.#authUrl, 'api/token'),
      method: 'POST',
      headers: {
        ...basicAuthorization(id.reveal(), secret.reveal()),
        'user-agent': this.#tools.userAgent,
      },
      body: new URLSearchParams(form),
      // Codes and tokens must not follow a redirection.
      redirect: 'manual',
      signal,
    } as const;
    try {
      const answer = readAnswer(ACCOUNTS, await exchange(ACCOUNTS, request, this.#tools), ANSWER);
      return {
        accessToken: answer.access_token,
        accessTokenLastsMs: answer.expires_in * 1000,
        ...(answer.refresh_token === undefined ? {} : { refreshToken: answer.refresh_token }),
      };
    } catch (error) {
      throw refusalOf(error) ?? error;
    }
  }
}

function refusalOf(error: unknown): RefusedError | undefined {
  if (!(error instanceof StatusError) || error.status < 400 || error.status > 403) {
    return undefined;
  }
  const code = jsonIn(error.answer.bytes, REFUSAL)?.error;
  if (code === 'invalid_grant') {
    return new RefusedError('authorization', error);
  }
  return code === 'invalid_client' || error.status === 401
    ? new RefusedError('credentials', error)
    : undefined;
}
