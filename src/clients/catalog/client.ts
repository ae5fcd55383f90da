/** Discogs API, as far as finding a cover needs it. */

import * as v from 'valibot';
import { UpstreamError } from '../../core/errors.ts';
import { say } from '../../core/message.ts';
import type { Secret } from '../../core/option.ts';
import { type HttpAnswer, joinUrl, readAnswer } from '../http.ts';
import { ServiceClient, type ServiceTools } from '../service.ts';

export interface CatalogCredentials {
  readonly key: Secret;
  readonly secret: Secret;
}

/** Omitted fields match everything. */
export interface CatalogQuery {
  readonly artist?: string;
  readonly track?: string;
  readonly release_title?: string;
  readonly q?: string;
  readonly type: 'release' | 'master';
}

export interface CatalogRow {
  readonly id: number;
  readonly type: 'release' | 'master';
  /** `Artist - Release`. */
  readonly title: string;
  readonly coverUrl?: string;
}

const NAME = 'Discogs';
const MAX_JSON_BYTES = 2 * 1024 * 1024;
const ROWS = 25;
/** The service limits calls in this moving window. */
const WINDOW_MS = 60_000;
/** Stands for a missing cover. */
const BLANK = /\/spacer\.gif(?:\?|$)/;

const ROW = v.object({
  id: v.number(),
  type: v.picklist(['release', 'master']),
  title: v.string(),
  cover_image: v.optional(v.string(), ''),
  thumb: v.optional(v.string(), ''),
});
const FOUND = v.object({ results: v.array(v.unknown()) });
const RELEASE = v.object({ tracklist: v.array(v.object({ title: v.string() })) });

export class CatalogClient {
  readonly #url: string;
  readonly #credentials: CatalogCredentials;
  readonly #api: ServiceClient;
  readonly #images: ServiceClient;

  constructor(url: string, credentials: CatalogCredentials, tools: ServiceTools) {
    this.#url = url;
    this.#credentials = credentials;
    this.#api = new ServiceClient(NAME, tools);
    this.#images = new ServiceClient(say('service.image-server', { name: NAME }), tools);
  }

  /** Tries the credentials again. Returns whether they had been refused. */
  settingsChanged(): boolean {
    return this.#api.endRefusalPause();
  }

  /** Best first. */
  async search(query: CatalogQuery, signal: AbortSignal): Promise<CatalogRow[]> {
    const url = joinUrl(this.#url, 'database/search', { ...query, per_page: String(ROWS) });
    const { results } = readAnswer(NAME, await this.#get(url, signal), FOUND);
    return results.flatMap((result) => {
      const read = v.safeParse(ROW, result);
      return read.success ? [rowOf(read.output)] : [];
    });
  }

  async tracklist({ id, type }: CatalogRow, signal: AbortSignal): Promise<string[]> {
    const url = joinUrl(this.#url, `${type}s/${id}`);
    const { tracklist } = readAnswer(NAME, await this.#get(url, signal), RELEASE);
    return tracklist.map(({ title }) => title);
  }

  async image(url: string, maxBytes: number, signal: AbortSignal): Promise<Uint8Array> {
    const request = { url: new URL(url), maxBytes, signal };
    return (await this.#images.callWithoutCredentials(request)).bytes;
  }

  async #get(url: URL, signal: AbortSignal): Promise<HttpAnswer> {
    const { key, secret } = this.#credentials;
    const authorization = `Discogs key=${key.reveal()}, secret=${secret.reveal()}`;
    try {
      const answer = await this.#api.call({
        url,
        headers: { authorization },
        maxBytes: MAX_JSON_BYTES,
        signal,
      });
      if (answer.headers.get('x-discogs-ratelimit-remaining') === '0') {
        this.#api.pause(
          WINDOW_MS,
          new UpstreamError(say('catalog.allows-no-more-calls-minute', { service: NAME }), 'retry'),
        );
      }
      return answer;
    } catch (error) {
      throw error instanceof UpstreamError && error.advice === 'stop'
        ? this.#api.pauseAfterRefusal(error)
        : error;
    }
  }
}

function rowOf({ id, type, title, cover_image, thumb }: v.InferOutput<typeof ROW>): CatalogRow {
  const coverUrl = [cover_image, thumb].find((url) => URL.canParse(url) && !BLANK.test(url));
  return { id, type, title, ...(coverUrl === undefined ? {} : { coverUrl }) };
}
