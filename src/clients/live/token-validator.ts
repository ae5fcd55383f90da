/** Finds the owner of a token: https://dev.twitch.tv/docs/authentication/validate-tokens */
import * as v from 'valibot';
import { joinUrl } from '../base-url.ts';
import { StatusError } from '../http.ts';
import { readAnswer } from '../json.ts';
import { ServiceClient, type ServiceTools } from '../service.ts';
import { IDENTITY } from '../twitch/device.ts';

const VALID = v.object({
  client_id: v.string(),
  // Absent for tokens that belong to an application instead of a person.
  login: v.optional(v.pipe(v.string(), v.regex(/^\w{1,40}$/))),
  user_id: v.optional(v.pipe(v.string(), v.regex(/^\d{1,20}$/))),
});

export interface TokenOwner {
  /** The application that the token was issued for. */
  readonly clientId: string;
  readonly userId: string;
  /** The person's name at the service, in lower case; absent when the service does not report it. */
  readonly login?: string;
}

export class TokenValidator {
  readonly #authUrl: string;
  readonly #service: ServiceClient;
  readonly #tools: ServiceTools;

  constructor(authUrl: string, tools: ServiceTools) {
    this.#authUrl = authUrl;
    this.#service = new ServiceClient(IDENTITY, tools);
    this.#tools = tools;
  }

  /** Undefined when the token is invalid, or not a person's. Throws UpstreamError when that cannot be determined. */
  async ownerOf(token: string, signal: AbortSignal): Promise<TokenOwner | undefined> {
    const request = {
      url: joinUrl(this.#authUrl, 'oauth2/validate'),
      headers: { authorization: `OAuth ${token}`, 'user-agent': this.#tools.userAgent },
      timeLimitMs: 5_000,
      maxBytes: 64 * 1024,
      signal,
    };
    try {
      const { client_id, user_id, login } = readAnswer(IDENTITY, await this.#service.call(request), VALID);
      return user_id === undefined
        ? undefined
        : { clientId: client_id, userId: user_id, ...(login === undefined ? {} : { login }) };
    } catch (error) {
      if (error instanceof StatusError && error.status === 401) {
        return undefined;
      }
      throw error;
    }
  }
}
