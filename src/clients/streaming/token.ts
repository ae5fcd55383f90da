/** OAuth 2 client credentials, fetched on demand and renewed early. */

import * as v from 'valibot';
import { UpstreamError } from '../../core/errors.ts';
import { say } from '../../core/message.ts';
import type { Secret } from '../../core/option.ts';
import { basicAuthorization, joinUrl, readAnswer, StatusError } from '../http.ts';
import { ServiceClient, type ServiceTools } from '../service.ts';

export interface ClientCredentials {
  readonly id: Secret;
  readonly secret: Secret;
}

const RENEW_EARLIER_MS = 60_000;
const NAME = say('service.spotify-accounts');

const TOKEN = v.object({ access_token: v.pipe(v.string(), v.nonEmpty()), expires_in: v.number() });

export class ClientToken {
  readonly #credentials: ClientCredentials;
  readonly #url: URL;
  readonly #tools: ServiceTools;
  readonly #service: ServiceClient;
  /** `until`: monotonic. */
  #token: { readonly value: string; readonly until: number } | undefined;
  #renewal: Promise<string> | undefined;

  constructor(authUrl: string, credentials: ClientCredentials, tools: ServiceTools) {
    this.#credentials = credentials;
    this.#url = joinUrl(authUrl, 'api/token');
    this.#tools = tools;
    this.#service = new ServiceClient(NAME, tools);
  }

  /** Concurrent callers share a request, which ends with the first one's signal. */
  async get(signal: AbortSignal): Promise<string> {
    if (this.#token !== undefined && this.#tools.clock.monotonic() < this.#token.until) {
      return this.#token.value;
    }
    this.#renewal ??= this.#renew(signal).finally(() => {
      this.#renewal = undefined;
    });
    return this.#renewal;
  }

  /** Called when credentials may have changed. Returns whether they were refused. */
  renewAll(): boolean {
    this.#token = undefined;
    return this.#service.endRefusalPause();
  }

  /** A newer token stays. */
  forget(token: string): void {
    if (this.#token?.value === token) {
      this.#token = undefined;
    }
  }

  async #renew(signal: AbortSignal): Promise<string> {
    const { id, secret } = this.#credentials;
    const requestedAt = this.#tools.clock.monotonic();
    try {
      const answer = await this.#service.call({
        url: this.#url,
        method: 'POST',
        headers: basicAuthorization(id.reveal(), secret.reveal()),
        body: new URLSearchParams({ grant_type: 'client_credentials' }),
        signal,
      });
      const token = readAnswer(NAME, answer, TOKEN);
      const lifeMs = token.expires_in * 1000 - RENEW_EARLIER_MS;
      this.#token = { value: token.access_token, until: requestedAt + lifeMs };
      return token.access_token;
    } catch (error) {
      // A wrong id or secret is `invalid_client`, with 400 or 401 (RFC 6749, 5.2).
      if (error instanceof StatusError && (error.status === 400 || error.status === 401)) {
        throw this.#service.pauseAfterRefusal(
          new UpstreamError(say('streaming.refused-client-id-secret', { service: NAME }), 'stop'),
        );
      }
      throw error;
    }
  }
}
