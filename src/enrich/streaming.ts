/** Art and codes from the streaming service. Both begin with the same question: which of its tracks is this? */
import type { CodeLook, StreamingClient, StreamingTrack } from '../clients/streaming/client.ts';
import type { Picture, Track } from '../core/track.ts';
import type { LookupCache } from './lookup-cache.ts';
import { mainArtistNames } from './matching/artist.ts';
import { bestMatch, named } from './matching/match.ts';
import { titleParts } from './matching/title.ts';
import { chain, type MaybePromise } from './maybe.ts';
import { MAX_IMAGE_BYTES } from './pictures/index.ts';
import { type ArtProvider, keyOf, type ProviderTools } from './provider.ts';

const SERVICE = 'streaming';

export interface StreamingProvider extends ArtProvider {
  /** The image that the service's own app can scan; undefined when it does not have the track. */
  code(track: Track): MaybePromise<Picture | undefined>;
}

export interface StreamingShared extends ProviderTools {
  readonly matches: LookupCache<string, StreamingTrack>;
}

export function streamingProvider(
  client: StreamingClient,
  look: CodeLook,
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
          png: await client.code(found.uri, look, signal),
        });
        return kept.lookUp(`code ${found.uri}`, reports.watch(`${SERVICE} code`, fetchCode));
      });
    },
  };
}

/** From the exact question to the vague one, until an answer surely is the track. */
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

/** Field filters with the whole title, then without what stands in brackets, then plain words. */
export function queriesFor(track: Pick<Track, 'artist' | 'title'>): string[] {
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

/** Quotes, colons and brackets mean something to the search, and it has no way to escape them. */
function words(text: string): string {
  return text
    .replace(/["“”:()[\]{}*]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
