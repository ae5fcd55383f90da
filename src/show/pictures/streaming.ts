import type { CodeStyle, StreamingClient, StreamingTrack } from '../../clients/streaming/client.ts';
import type { Picture, Track } from '../../core/track.ts';
import { MAX_IMAGE_BYTES } from './images/index.ts';
import type { LookupCache } from './lookup-cache.ts';
import { mainArtistNames } from './matching/artist.ts';
import { bestMatch, named } from './matching/match.ts';
import { titleParts } from './matching/title.ts';
import { chain, type MaybePromise } from './maybe.ts';
import { type ArtProvider, keyOf, type ProviderTools } from './provider.ts';

const SERVICE = 'streaming';

export interface StreamingProvider extends ArtProvider {
  /** Image for the service's app to scan; undefined if the service lacks the track. */
  code(track: Track): MaybePromise<Picture | undefined>;
  /** Undefined if the service lacks the track or its code. */
  isrc(track: Track): MaybePromise<string | undefined>;
}

export interface StreamingShared extends ProviderTools {
  readonly matches: LookupCache<string, StreamingTrack>;
}

export function streamingProvider(
  client: StreamingClient,
  style: CodeStyle,
  { kept, matches, pictures, reports }: StreamingShared,
): StreamingProvider {
  function match(track: Track): MaybePromise<StreamingTrack | undefined> {
    if (track.title === '') {
      return undefined;
    }
    return matches.lookUp(
      keyOf(track),
      reports.watch(SERVICE, (signal) => findTrack(client, track, signal)),
    );
  }

  return {
    art(track) {
      return chain(match(track), (found) => {
        const url = found?.imageUrl;
        if (url === undefined) {
          return undefined;
        }
        const fetchArt = async (signal: AbortSignal) =>
          pictures.draw(await client.image(url, MAX_IMAGE_BYTES, signal));
        return kept.lookUp(url, reports.watch(`${SERVICE} image`, fetchArt));
      });
    },
    code(track) {
      return chain(match(track), (found) => {
        if (found === undefined) {
          return undefined;
        }
        const fetchCode = async (signal: AbortSignal) => ({
          png: await client.code(found.uri, style, signal),
        });
        return kept.lookUp(`code ${found.uri}`, reports.watch(`${SERVICE} code`, fetchCode));
      });
    },
    isrc: (track) => chain(match(track), (found) => found?.isrc || undefined),
  };
}

/** Searches from exact to vague, until a result is certainly the track. */
async function findTrack(
  client: StreamingClient,
  track: Track,
  signal: AbortSignal,
): Promise<StreamingTrack | undefined> {
  for (const query of queriesFor(track)) {
    const match = bestMatch(track, await client.search(query, signal));
    if (match !== undefined) {
      return match;
    }
  }
  return undefined;
}

/** The whole title, then without its brackets, then plain words. */
function queriesFor(track: Pick<Track, 'artist' | 'title'>): string[] {
  const { artist, title } = named(track);
  const [mainArtist = ''] = mainArtistNames(artist);
  if (mainArtist === '') {
    return [];
  }
  const { base, version } = titleParts(title);
  const queries = [
    `track:"${words(title)}" artist:"${mainArtist}"`,
    `track:"${base}" artist:"${mainArtist}"`,
    `${words(artist)} ${base} ${version}`.trim(),
  ];
  return [...new Set(queries)];
}

/** Quotes, colons and brackets are search syntax without an escape. */
function words(text: string): string {
  return text
    .replace(/["“”:()[\]{}*]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
