/** Stand-in for Spotify after its documentation: sign-in, search, covers and codes. */
import sharp from 'sharp';
import { httpPeer, type PeerAnswer, type Received } from '../http-peer.ts';
import { plannedFaults } from './faults.ts';

export interface StandInTrack {
  readonly id: string;
  readonly title: string;
  readonly artists: readonly string[];
  readonly album?: string;
  readonly durationMs?: number;
  readonly compilation?: boolean;
  /** Color of the cover. Without one, the album has no cover. */
  readonly cover?: string;
}

export const STREAMING_ID = 'an-id';
export const STREAMING_SECRET = 'a secret: with a colon';

export type StreamingStandIn = Awaited<ReturnType<typeof streamingStandIn>>;

export async function streamingStandIn(tracks: readonly StandInTrack[] = []) {
  const covers = await coversOf(tracks);
  const code = await sharp({ create: { width: 256, height: 64, channels: 3, background: 'black' } })
    .png()
    .toBuffer();
  const faults = plannedFaults();
  const tokens = new Set<string>();
  let issued = 0;

  function signIn(request: Received): PeerAnswer {
    const basic = `Basic ${Buffer.from(`${STREAMING_ID}:${STREAMING_SECRET}`).toString('base64')}`;
    const form = new URLSearchParams(request.body);
    if (
      request.method !== 'POST' ||
      request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') !== true
    ) {
      return { status: 415, json: { error: 'invalid_request' } };
    }
    if (request.headers.authorization !== basic) {
      return { status: 400, json: { error: 'invalid_client', error_description: 'Invalid client secret' } };
    }
    if (form.get('grant_type') !== 'client_credentials') {
      return { status: 400, json: { error: 'unsupported_grant_type' } };
    }
    issued += 1;
    const token = `token-${issued}`;
    tokens.add(token);
    return { json: { access_token: token, token_type: 'Bearer', expires_in: 3600 } };
  }

  function search(request: Received, url: URL): PeerAnswer {
    const token = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
    if (!tokens.has(token)) {
      return { status: 401, json: { error: { status: 401, message: 'The access token expired' } } };
    }
    const limit = Number(url.searchParams.get('limit') ?? 5);
    if (!(limit >= 1 && limit <= 10)) {
      return { status: 400, json: { error: { status: 400, message: 'Invalid limit' } } };
    }
    // An application's token has no country, and without a market nothing is available.
    const found = url.searchParams.has('market') ? tracks.filter(fits(url.searchParams.get('q') ?? '')) : [];
    return {
      json: {
        tracks: {
          href: url.href,
          limit,
          offset: 0,
          next: found.length > limit ? `${url.href}&offset=${limit}` : null,
          previous: null,
          total: found.length,
          items: found.slice(0, limit).map((track) => trackObject(track, peer.url)),
        },
      },
    };
  }

  const peer = await httpPeer((request) => {
    const planned = faults.replyTo(request);
    if (planned !== undefined) {
      return planned;
    }
    const url = new URL(request.path, 'http://host');
    if (url.pathname === '/api/token') {
      return signIn(request);
    }
    if (url.pathname === '/v1/search') {
      return search(request, url);
    }
    const cover = covers.get(decodeURIComponent(url.pathname.replace(/^\/image\/\d+\//, '')));
    if (cover !== undefined) {
      return { headers: { 'content-type': 'image/jpeg' }, body: cover };
    }
    if (
      /^\/uri\/plain\/png\/[0-9a-f]{6}\/(?:white|black)\/\d{3,4}\/spotify(?::|%3A)track(?::|%3A)\w+$/.test(
        url.pathname,
      )
    ) {
      return { headers: { 'content-type': 'image/png' }, body: code };
    }
    return { status: 404, json: { error: { status: 404, message: 'Not found' } } };
  });

  return {
    url: peer.url,
    requests: peer.requests,
    waitForRequests: peer.waitForRequests,
    close: peer.close,
    tracks: [...tracks],
    faults,
    /** Number of requests whose path begins with `path`. */
    count: (path: string) => peer.requests.filter((request) => request.path.startsWith(path)).length,
    revokeTokens: () => tokens.clear(),
  };
}

/** Covers by color. */
export async function coversOf(
  things: readonly { readonly cover?: string }[],
): Promise<ReadonlyMap<string, Buffer>> {
  const colors = things.flatMap(({ cover }) => cover ?? []);
  return new Map(await Promise.all(colors.map(async (color) => [color, await coverOf(color)] as const)));
}

/** A cover of one color with 640 pixels, the service's largest size. */
export function coverOf(color: string): Promise<Buffer> {
  const cover =
    drawn.get(color) ??
    sharp({ create: { width: 640, height: 640, channels: 3, background: color } })
      .jpeg()
      .toBuffer();
  drawn.set(color, cover);
  return cover;
}

const drawn = new Map<string, Promise<Buffer>>();

/** Matches every word of the query: those after a field name in that field, others anywhere. */
function fits(query: string): (track: StandInTrack) => boolean {
  const fields = [...query.matchAll(/(track|artist):"([^"]*)"/g)];
  const rest = query.replace(/(track|artist):"[^"]*"/g, ' ');
  return (track) => {
    const title = wordsOf(track.title);
    const artist = wordsOf(track.artists.join(' '));
    return (
      fields.every(([, field, text = '']) =>
        wordsOf(text).every((word) => (field === 'track' ? title : artist).includes(word)),
      ) && wordsOf(rest).every((word) => title.includes(word) || artist.includes(word))
    );
  };
}

export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function trackObject(track: StandInTrack, url: string) {
  const { id, title, artists, album = title, durationMs = 200_000, compilation = false, cover } = track;
  const images = cover === undefined ? [] : [640, 300, 64];
  return {
    type: 'track',
    id,
    uri: `spotify:track:${id}`,
    name: title,
    duration_ms: durationMs,
    explicit: false,
    is_local: false,
    artists: artists.map((name) => ({ type: 'artist', name })),
    album: {
      type: 'album',
      album_type: compilation ? 'compilation' : 'album',
      name: album,
      images: images.map((width) => ({ url: `${url}/image/${width}/${cover}`, width, height: width })),
    },
    external_ids: { isrc: 'ZZ0000000000' },
    external_urls: { spotify: `https://open.spotify.com/track/${id}` },
  };
}
