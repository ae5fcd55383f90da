import * as v from 'valibot';
import { UpstreamError } from '../../core/errors.ts';
import { say } from '../../core/message.ts';
import { type HttpAnswer, joinUrl, readAnswer, StatusError } from '../http.ts';
import { ServiceClient, type ServiceTools } from '../service.ts';
import { coverOf, EXTERNAL_IDS, isrcOf } from './objects.ts';
import { type ClientCredentials, ClientToken } from './token.ts';

export interface StreamingTrack {
  readonly uri: string;
  readonly title: string;
  readonly artists: readonly string[];
  readonly album: string;
  readonly compilation: boolean;
  readonly durationMs: number;
  /** Empty if unknown. */
  readonly isrc: string;
  /** Album cover. */
  readonly imageUrl?: string;
}

export interface CodeStyle {
  /** Six hexadecimal digits. */
  readonly background: string;
  readonly bar: 'black' | 'white';
  /** Pixels; the height is a quarter. */
  readonly width: number;
  readonly timeLimitMs: number;
}

export interface StreamingAddresses {
  readonly apiUrl: string;
  readonly authUrl: string;
  readonly codeUrl: string;
}

const API = 'Spotify';
const MAX_JSON_BYTES = 2 * 1024 * 1024;
const MAX_CODE_BYTES = 1024 * 1024;
/** Maximum in development mode since February 2026. */
const SEARCH_LIMIT = 10;

const IMAGE = v.object({ url: v.pipe(v.string(), v.url()), width: v.nullish(v.number(), 0) });
const TRACK = v.object({
  uri: v.pipe(v.string(), v.startsWith('spotify:track:')),
  name: v.string(),
  artists: v.array(v.object({ name: v.string() })),
  album: v.object({
    name: v.string(),
    album_type: v.optional(v.string(), ''),
    images: v.array(IMAGE),
  }),
  duration_ms: v.number(),
  external_ids: EXTERNAL_IDS,
});
const FOUND = v.object({ tracks: v.object({ items: v.array(v.unknown()) }) });

export class StreamingClient {
  readonly #addresses: StreamingAddresses;
  readonly #market: string;
  readonly #token: ClientToken;
  readonly #api: ServiceClient;
  readonly #images: ServiceClient;
  readonly #codes: ServiceClient;

  /** `market`: country of the catalog, which an application's token lacks. */
  constructor(
    addresses: StreamingAddresses,
    market: string,
    credentials: ClientCredentials,
    tools: ServiceTools,
  ) {
    this.#addresses = addresses;
    this.#market = market;
    this.#token = new ClientToken(addresses.authUrl, credentials, tools);
    this.#api = new ServiceClient(API, tools);
    this.#images = new ServiceClient(say('service.image-server', { name: API }), tools);
    this.#codes = new ServiceClient(say('service.code-server', { name: API }), tools);
  }

  /** Best first; `query` may contain field filters (`artist:"…"`). */
  async search(query: string, signal: AbortSignal): Promise<StreamingTrack[]> {
    const url = joinUrl(this.#addresses.apiUrl, 'v1/search', {
      q: query,
      type: 'track',
      market: this.#market,
      limit: String(SEARCH_LIMIT),
    });
    const { tracks } = readAnswer(API, await this.#withToken(url, signal), FOUND);
    return tracks.items.flatMap((item) => {
      const read = v.safeParse(TRACK, item);
      return read.success ? [trackOf(read.output)] : [];
    });
  }

  async image(url: string, maxBytes: number, signal: AbortSignal): Promise<Uint8Array> {
    const request = { url: new URL(url), maxBytes, signal };
    return (await this.#images.callWithoutCredentials(request)).bytes;
  }

  /** PNG of a track's code. The service documents neither it nor a limit. */
  async code(uri: string, style: CodeStyle, signal: AbortSignal): Promise<Uint8Array> {
    const path = `uri/plain/png/${style.background}/${style.bar}/${style.width}/${uri}`;
    const url = joinUrl(this.#addresses.codeUrl, path);
    const { bytes } = await this.#codes.callWithoutCredentials({
      url,
      timeLimitMs: style.timeLimitMs,
      maxBytes: MAX_CODE_BYTES,
      signal,
    });
    if (!Buffer.from(bytes.subarray(0, 8)).equals(PNG_SIGNATURE)) {
      throw new UpstreamError(say('streaming.spotifys-code-server-sent-something-not'), 'drop');
    }
    return bytes;
  }

  /** Tries the credentials again. Returns whether they had been refused. */
  settingsChanged(): boolean {
    const refusals = [this.#token.renewAll(), this.#api.endRefusalPause()];
    return refusals.includes(true);
  }

  /** Renews a rejected token once. */
  async #withToken(url: URL, signal: AbortSignal): Promise<HttpAnswer> {
    for (let renewed = false; ; renewed = true) {
      const token = await this.#token.get(signal);
      const headers = { authorization: `Bearer ${token}` };
      try {
        return await this.#api.call({
          url,
          headers,
          maxBytes: MAX_JSON_BYTES,
          signal,
        });
      } catch (error) {
        if (error instanceof StatusError && error.status === 401 && !renewed) {
          this.#token.forget(token);
          continue;
        }
        throw error instanceof UpstreamError && error.advice === 'stop'
          ? this.#api.pauseAfterRefusal(error)
          : error;
      }
    }
  }
}

const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

function trackOf(track: v.InferOutput<typeof TRACK>): StreamingTrack {
  const { uri, name, artists, album, duration_ms, external_ids } = track;
  const imageUrl = coverOf(album.images);
  return {
    uri,
    title: name,
    artists: artists.map((artist) => artist.name),
    album: album.name,
    compilation: album.album_type === 'compilation',
    durationMs: duration_ms,
    isrc: isrcOf(external_ids),
    ...(imageUrl === undefined ? {} : { imageUrl }),
  };
}
