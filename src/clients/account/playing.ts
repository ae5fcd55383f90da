import * as v from 'valibot';
import { say } from '../../core/message.ts';
import { type Track, UNKNOWN_TRACK } from '../../core/track.ts';
import { exchange, joinUrl, readAnswer } from '../http.ts';
import type { ServiceTools } from '../service.ts';
import { coverOf, EXTERNAL_IDS, isrcOf } from '../streaming/objects.ts';

const API = 'Spotify';
const MAX_BYTES = 2 * 1024 * 1024;
const MAX_IMAGE_BYTES = 10 * 1024 * 1024;

const TEXT = v.nullish(v.string(), '');
const IMAGES = v.nullish(v.array(v.object({ url: v.string(), width: v.nullish(v.number(), 0) })), []);

const TRACK = v.object({
  type: v.literal('track'),
  uri: TEXT,
  name: TEXT,
  artists: v.nullish(v.array(v.object({ name: TEXT })), []),
  album: v.nullish(v.object({ name: TEXT, images: IMAGES })),
  duration_ms: v.nullish(v.number(), 0),
  external_ids: EXTERNAL_IDS,
});

const EPISODE = v.object({
  type: v.literal('episode'),
  uri: TEXT,
  name: TEXT,
  show: v.nullish(v.object({ name: TEXT })),
  images: IMAGES,
  duration_ms: v.nullish(v.number(), 0),
});

const PLAYING = v.object({
  is_playing: v.boolean(),
  progress_ms: v.nullish(v.number(), 0),
  // Advertisements have none; unknown kinds count as none.
  item: v.fallback(v.nullish(v.variant('type', [TRACK, EPISODE])), undefined),
});

/** No device, a private session, or nothing started. */
export interface Nothing {
  readonly is: 'nothing';
}

export interface Unnamed {
  readonly is: 'unnamed';
}

export interface Playing {
  readonly is: 'track';
  readonly playing: boolean;
  /** Contains the tags of a local file. */
  readonly uri: string;
  readonly track: Track;
  /** Negative once the service is past the end. */
  readonly leftMs: number;
  readonly imageUrl?: string;
}

export class AccountPlayer {
  readonly #apiUrl: string;
  readonly #tools: ServiceTools;

  constructor(apiUrl: string, tools: ServiceTools) {
    this.#apiUrl = apiUrl;
    this.#tools = tools;
  }

  /** Never retries: the caller polls. Throws as `exchange`. */
  async now(accessToken: string, signal: AbortSignal): Promise<Nothing | Unnamed | Playing> {
    const url = joinUrl(this.#apiUrl, 'v1/me/player/currently-playing', {
      additional_types: 'track,episode',
    });
    const headers = { authorization: `Bearer ${accessToken}`, 'user-agent': this.#tools.userAgent };
    const request = { url, headers, maxBytes: MAX_BYTES, signal };
    const answer = await exchange(API, request, this.#tools);
    // Status 204.
    return answer.bytes.length === 0 ? { is: 'nothing' } : readPlaying(readAnswer(API, answer, PLAYING));
  }

  async image(url: string, signal: AbortSignal): Promise<Uint8Array> {
    const headers = { 'user-agent': this.#tools.userAgent };
    const request = {
      url: new URL(url),
      headers,
      maxBytes: MAX_IMAGE_BYTES,
      signal,
    };
    return (await exchange(say('service.image-server', { name: API }), request, this.#tools)).bytes;
  }
}

function readPlaying({ is_playing, progress_ms, item }: v.InferOutput<typeof PLAYING>): Unnamed | Playing {
  if (item === undefined || item === null || item.name === '') {
    return { is: 'unnamed' };
  }
  const artist = item.type === 'track' ? artistsOf(item.artists) : (item.show?.name ?? '');
  const images = item.type === 'track' ? (item.album?.images ?? []) : item.images;
  const imageUrl = coverOf(images.filter(({ url }) => /^https?:/i.test(url) && URL.canParse(url)));
  return {
    is: 'track',
    playing: is_playing,
    uri: item.uri,
    track: {
      ...UNKNOWN_TRACK,
      artist,
      title: item.name,
      album: item.type === 'track' ? (item.album?.name ?? '') : '',
      isrc: item.type === 'track' ? isrcOf(item.external_ids) : '',
      durationMs: Math.max(0, Math.round(item.duration_ms)),
    },
    leftMs: item.duration_ms - progress_ms,
    ...(imageUrl === undefined ? {} : { imageUrl }),
  };
}

function artistsOf(artists: readonly { readonly name: string }[]): string {
  return artists
    .map(({ name }) => name)
    .filter((name) => name !== '')
    .join(', ');
}
