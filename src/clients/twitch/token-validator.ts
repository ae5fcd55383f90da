/** https://dev.twitch.tv/docs/authentication/validate-tokens */
import * as v from 'valibot';
import { type HttpAnswer, type HttpRequest, joinUrl, readAnswer, StatusError } from '../http.ts';
import { ServiceClient, type ServiceTools } from '../service.ts';
import { IDENTITY } from './device.ts';

const VALID = v.object({
  client_id: v.string(),
  // Absent for an application's tokens.
  login: v.optional(v.pipe(v.string(), v.regex(/^\w{1,40}$/))),
  user_id: v.optional(v.pipe(v.string(), v.regex(/^\d{1,20}$/))),
  scopes: v.optional(v.nullable(v.array(v.string()))),
});

export interface TokenOwner {
  /** Application that got the token. */
  readonly clientId: string;
  readonly userId: string;
  /** Lower case; absent if unknown. */
  readonly login?: string;
}

export interface Validation extends Omit<TokenOwner, 'userId'> {
  /** Absent for tokens without a user. */
  readonly userId?: string;
  readonly scopes: readonly string[];
}

/**
 * Undefined if Twitch does not know the token. Throws UpstreamError if Twitch cannot be asked. @param send
 * rejects with StatusError for any status but 2xx
 */
export async function validateToken(
  authUrl: string,
  token: string,
  send: (request: Pick<HttpRequest, 'url' | 'headers'>) => Promise<HttpAnswer>,
): Promise<Validation | undefined> {
  const url = joinUrl(authUrl, 'oauth2/validate');
  try {
    const answer = await send({ url, headers: { authorization: `OAuth ${token}` } });
    const { client_id: clientId, user_id: userId, login, scopes } = readAnswer(IDENTITY, answer, VALID);
    return {
      clientId,
      ...(userId !== undefined && { userId }),
      ...(login !== undefined && { login }),
      scopes: scopes ?? [],
    };
  } catch (error) {
    if (error instanceof StatusError && error.status === 401) {
      return undefined;
    }
    throw error;
  }
}

export class TokenValidator {
  readonly #authUrl: string;
  readonly #service: ServiceClient;

  constructor(authUrl: string, tools: ServiceTools) {
    this.#authUrl = authUrl;
    this.#service = new ServiceClient(IDENTITY, tools);
  }

  /** Undefined if the token is invalid or has no user. Throws UpstreamError if Twitch cannot be asked. */
  async ownerOf(token: string, signal: AbortSignal): Promise<TokenOwner | undefined> {
    const limits = { timeLimitMs: 5_000, maxBytes: 64 * 1024, signal };
    const valid = await validateToken(this.#authUrl, token, (request) =>
      this.#service.call({ ...request, ...limits }),
    );
    if (valid?.userId === undefined) {
      return undefined;
    }
    const { clientId, userId, login } = valid;
    return { clientId, userId, ...(login !== undefined && { login }) };
  }
}
