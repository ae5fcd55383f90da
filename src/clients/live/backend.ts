import * as v from 'valibot';
import { UpstreamError } from '../../core/errors.ts';
import { say } from '../../core/message.ts';
import type { Secret } from '../../core/option.ts';
import { exchange, joinUrl, readAnswer, StatusError } from '../http.ts';
import { ServiceClient, type ServiceTools } from '../service.ts';
import type { LiveTrack } from './message.ts';

const BACKEND = say('live.backend');
const TIME_LIMIT_MS = 8_000;

const KEY = v.object({
  api_key: v.pipe(v.string(), v.regex(/^[\w-]{20,200}$/)),
  channel_id: v.pipe(v.string(), v.nonEmpty()),
});

export interface ChannelKey {
  readonly apiKey: string;
  readonly channelId: string;
}

export class LiveBackend {
  readonly #url: string;
  readonly #tools: ServiceTools;

  constructor(url: string, tools: ServiceTools) {
    this.#url = url;
    this.#tools = tools;
  }

  /** Invalidates the token owner's older key. */
  async mintKey(accessToken: string, signal: AbortSignal): Promise<ChannelKey> {
    const service = new ServiceClient(BACKEND, this.#tools);
    try {
      const answer = await service.call(
        this.#request('v1/api-keys', `OAuth ${accessToken}`, undefined, signal),
      );
      const { api_key: apiKey, channel_id: channelId } = readAnswer(BACKEND, answer, KEY);
      return { apiKey, channelId };
    } catch (error) {
      if (error instanceof StatusError && (error.status === 401 || error.status === 403)) {
        throw new UpstreamError(say('live.live-backend-does-not-accept-sign'), 'stop', { cause: error });
      }
      throw error;
    }
  }

  /** Never retries. Throws UpstreamError; `stop` for an invalid key. */
  async publish(apiKey: Secret, track: LiveTrack, signal: AbortSignal): Promise<void> {
    const body = JSON.stringify(track);
    try {
      const request = this.#request('v1/tracks', `Bearer ${apiKey.reveal()}`, body, signal);
      await exchange(BACKEND, request, this.#tools);
    } catch (error) {
      if (error instanceof StatusError && error.status === 401) {
        throw new UpstreamError(say('live.live-backend-does-not-accept-live'), 'stop', { cause: error });
      }
      throw error;
    }
  }

  #request(path: string, authorization: string, body: string | undefined, signal: AbortSignal) {
    return {
      url: joinUrl(this.#url, path),
      method: 'POST',
      headers: {
        authorization,
        'user-agent': this.#tools.userAgent,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body }),
      // Credentials must not follow a redirection.
      redirect: 'manual',
      timeLimitMs: TIME_LIMIT_MS,
      signal,
    } as const;
  }
}
