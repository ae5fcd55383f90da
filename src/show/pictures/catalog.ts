/** The catalog lists releases, so the release with the track is matched. */
import type { CatalogClient, CatalogQuery, CatalogRow } from '../../clients/catalog/client.ts';
import type { Track } from '../../core/track.ts';
import { MAX_IMAGE_BYTES } from './images/index.ts';
import type { LookupCache } from './lookup-cache.ts';
import { mainArtistNames } from './matching/artist.ts';
import { bestMatch, named } from './matching/match.ts';
import { titleParts } from './matching/title.ts';
import { chain } from './maybe.ts';
import { type ArtProvider, keyOf, type ProviderTools } from './provider.ts';

const SERVICE = 'catalog';

export interface CatalogShared extends ProviderTools {
  readonly covers: LookupCache<string, string>;
}

export function catalogProvider(
  client: CatalogClient,
  { covers, kept, pictures, reports }: CatalogShared,
): ArtProvider {
  return {
    art(track) {
      if (track.title === '') {
        return undefined;
      }
      const findUrl = reports.watch(SERVICE, (signal) => findCover(client, named(track), signal));
      return chain(covers.lookUp(keyOf(track), findUrl), (url) => {
        if (url === undefined) {
          return undefined;
        }
        const fetchArt = async (signal: AbortSignal) =>
          pictures.draw(await client.image(url, MAX_IMAGE_BYTES, signal));
        return kept.lookUp(url, reports.watch(`${SERVICE} image`, fetchArt));
      });
    },
  };
}

/** Cover of a release that certainly contains the track. */
async function findCover(
  client: CatalogClient,
  track: Track,
  signal: AbortSignal,
): Promise<string | undefined> {
  /** Release by the artist whose tracklist decides. */
  let unsure: CatalogRow | undefined;
  for (const query of queriesFor(track)) {
    const rows = await client.search(query, signal);
    const offers = rows.filter((row) => row.coverUrl !== undefined).map(offerOf);
    const match = bestMatch(track, offers) ?? albumMatch(track, offers);
    if (match !== undefined) {
      return match.row.coverUrl;
    }
    unsure ??= offers.find((offer) => bestMatch(track, [{ ...offer, title: track.title }]))?.row;
  }
  if (unsure === undefined) {
    return undefined;
  }
  const tracklist = await client.tracklist(unsure, signal);
  const artists = [track.artist];
  const onIt = bestMatch(
    track,
    tracklist.map((title) => ({ title, artists, album: '', durationMs: 0, compilation: false })),
  );
  return onIt === undefined ? undefined : unsure.coverUrl;
}

type Offer = ReturnType<typeof offerOf>;

/** Titles are `Artist - Release`. A single is named like its track. */
function offerOf(row: CatalogRow) {
  const [artist = '', ...release] = row.title.split(' - ');
  return { row, artists: [artist], title: release.join(' - '), album: '', durationMs: 0, compilation: false };
}

function albumMatch(track: Track, offers: readonly Offer[]): Offer | undefined {
  return track.album === '' ? undefined : bestMatch({ ...track, title: track.album }, offers);
}

function queriesFor(track: Pick<Track, 'artist' | 'title' | 'album'>): CatalogQuery[] {
  const { artist, title, album } = named(track);
  const [mainArtist = ''] = mainArtistNames(artist);
  if (mainArtist === '') {
    return [];
  }
  const { base } = titleParts(title);
  const byAlbum: CatalogQuery = { artist: mainArtist, release_title: album, type: 'master' };
  return [
    { artist: mainArtist, track: base, type: 'release' },
    ...(album === '' ? [] : [byAlbum]),
    { q: `${mainArtist} ${base}`, type: 'release' },
  ];
}
