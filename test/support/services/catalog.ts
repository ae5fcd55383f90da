/** Stand-in for Discogs after its documentation: search, releases, covers and rate limit. */
import type { Clock } from '../../../src/core/tools.ts';
import { httpPeer, type PeerAnswer, type Received } from '../http-peer.ts';
import { plannedFaults } from './faults.ts';
import { coversOf, wordsOf } from './streaming.ts';

export interface StandInRelease {
  readonly id: number;
  readonly artist: string;
  readonly title: string;
  readonly tracks: readonly string[];
  /** Default `release`. */
  readonly type?: 'release' | 'master';
  /** Color of the cover. Without one, the service shows its blank picture. */
  readonly cover?: string;
}

export const CATALOG_KEY = 'a-key';
export const CATALOG_SECRET = 'a-secret';

const WINDOW_MS = 60_000;

export type CatalogStandIn = Awaited<ReturnType<typeof catalogStandIn>>;

export async function catalogStandIn(
  clock: Clock,
  releases: readonly StandInRelease[] = [],
  callsPerMinute = 60,
) {
  const covers = await coversOf(releases);
  const faults = plannedFaults();
  let calls: number[] = [];

  function limited(answer: () => PeerAnswer): PeerAnswer {
    const now = clock.monotonic();
    calls = [...calls.filter((at) => now - at < WINDOW_MS), now];
    const headers = {
      'x-discogs-ratelimit': String(callsPerMinute),
      'x-discogs-ratelimit-used': String(Math.min(calls.length, callsPerMinute)),
      'x-discogs-ratelimit-remaining': String(Math.max(0, callsPerMinute - calls.length)),
    };
    return calls.length > callsPerMinute
      ? { status: 429, headers, json: { message: 'You are making requests too quickly.' } }
      : { headers, ...answer() };
  }

  function api(request: Received, url: URL): PeerAnswer {
    if (url.pathname === '/database/search') {
      const known = request.headers.authorization === `Discogs key=${CATALOG_KEY}, secret=${CATALOG_SECRET}`;
      return known
        ? { json: searched(url.searchParams) }
        : { status: 401, json: { message: 'You must authenticate to access this resource.' } };
    }
    const id = /^\/(?:release|master)s\/(\d+)$/.exec(url.pathname)?.[1];
    const release = releases.find((candidate) => String(candidate.id) === id);
    return release === undefined
      ? { status: 404, json: { message: 'The requested resource was not found.' } }
      : {
          json: {
            id: release.id,
            title: release.title,
            tracklist: release.tracks.map((title) => ({ title, type_: 'track', position: '', duration: '' })),
          },
        };
  }

  function searched(query: URLSearchParams) {
    const holds = (text: string, name: string): boolean =>
      wordsOf(query.get(name) ?? '').every((word) => wordsOf(text).includes(word));
    const results = releases.filter(
      (release) =>
        (release.type ?? 'release') === query.get('type') &&
        holds(release.artist, 'artist') &&
        holds(release.title, 'release_title') &&
        holds(release.tracks.join(' '), 'track') &&
        holds([release.artist, release.title, ...release.tracks].join(' '), 'q'),
    );
    return {
      pagination: {
        page: 1,
        pages: 1,
        per_page: Number(query.get('per_page') ?? 50),
        items: results.length,
        urls: {},
      },
      results: results.slice(0, Number(query.get('per_page') ?? 50)).map((release) => ({
        id: release.id,
        type: release.type ?? 'release',
        title: `${release.artist} - ${release.title}`,
        thumb: imageUrl(release),
        cover_image: imageUrl(release),
        resource_url: `${peer.url}/releases/${release.id}`,
        year: '2001',
      })),
    };
  }

  function imageUrl({ cover }: StandInRelease): string {
    return cover === undefined ? `${peer.url}/images/spacer.gif` : `${peer.url}/images/${cover}`;
  }

  const peer = await httpPeer((request) => {
    const planned = faults.replyTo(request);
    if (planned !== undefined) {
      return planned;
    }
    // Clients without a user agent are rejected.
    if (
      !/^[a-z]+\/\S+/i.test(request.headers['user-agent'] ?? '') ||
      /curl|node|undici/.test(request.headers['user-agent'] ?? '')
    ) {
      return { status: 403, body: '' };
    }
    const url = new URL(request.path, 'http://host');
    if (url.pathname.startsWith('/images/')) {
      const cover = covers.get(decodeURIComponent(url.pathname.replace('/images/', '')));
      return cover === undefined
        ? { status: 404, body: '' }
        : { headers: { 'content-type': 'image/jpeg' }, body: cover };
    }
    return limited(() => api(request, url));
  });

  return {
    url: peer.url,
    requests: peer.requests,
    waitForRequests: peer.waitForRequests,
    close: peer.close,
    faults,
    count: (path: string) => peer.requests.filter((request) => request.path.startsWith(path)).length,
  };
}
