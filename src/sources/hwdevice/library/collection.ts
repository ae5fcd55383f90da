/** What devices' own libraries and files say about the tracks on the decks: names that a deck left out, and art. */
import { LRUCache } from 'lru-cache';
import type { SourceHealth } from '../../../core/contracts.ts';
import { messageOf, UpstreamError } from '../../../core/errors.ts';
import type { Clock, Logger } from '../../../core/tools.ts';
import type { NativeArt, Track } from '../../../core/track.ts';
import type { Tags } from '../../../detection/index.ts';
import {
  type FilePath,
  type LibraryTrack,
  parseTrackPath,
  readTags,
  type TrackPath,
  transferPath,
} from '../../../engine-library/index.ts';
import { FILE_TRANSFER, type Network, type NetworkReceiver, tokenFromUuid } from '../../../stagelinq/index.ts';
import { trackOf } from '../track.ts';
import type { DeviceFiles } from './copy.ts';
import { Shelf } from './shelf.ts';

export interface CollectionOptions {
  /** Where copies of libraries are kept; empty: no library is fetched, art comes from the files alone. */
  readonly folder: string;
  readonly network: Pick<Network, 'files'>;
  readonly clock: Clock;
  readonly log: Logger;
  /** Fires when the source stops. */
  readonly signal: AbortSignal;
}

/** Tracks whose look-ups are remembered; more are on no deck. */
const REMEMBERED = 256;
/** Media of one device: sticks, cards, an internal disk. */
const MAX_MEDIA = 16;

export class Collection {
  readonly #options: CollectionOptions;
  /** By holder, then by medium. */
  readonly #shelves = new Map<string, Map<string, Shelf>>();
  readonly #listing = new Map<string, Promise<void>>();
  /** One function for one track, so that it is asked once however often it is loaded or featured. */
  readonly #arts = new LRUCache<string, NativeArt>({ max: REMEMBERED });
  readonly #found = new LRUCache<string, LibraryTrack>({ max: REMEMBERED });

  constructor(options: CollectionOptions) {
    this.#options = options;
  }

  readonly receiver: NetworkReceiver = {
    connected: ({ token }, services) => {
      if (services.has(FILE_TRANSFER)) {
        this.#lookAt(token);
      }
    },
    filesChanged: ({ token }) => this.#changed(token),
    libraryChanged: ({ token }) => this.#changed(token),
    gone: ({ token }) => this.#forget(token),
  };

  /** What the deck says, and what the library adds to it where it is at hand. */
  trackOf(tags: Tags): Track {
    const track = trackOf(tags);
    const complete = Object.values(track).every((value) => value !== '' && value !== 0);
    const path = complete ? undefined : parseTrackPath(tags.networkPath);
    const known = path === undefined ? undefined : this.#find(tags.networkPath, path)?.track;
    return known === undefined ? track : filledIn(track, known);
  }

  /** Undefined when the deck does not tell where the track lies. */
  artOf({ networkPath }: Tags): NativeArt | undefined {
    const path = parseTrackPath(networkPath);
    if (path === undefined) {
      return undefined;
    }
    const art = this.#arts.get(networkPath) ?? ((signal) => this.#art(networkPath, path, signal));
    this.#arts.set(networkPath, art);
    return art;
  }

  /** Each library with its state. */
  health(): NonNullable<SourceHealth['details']> {
    return [...this.#shelves.values()]
      .flatMap((media) => [...media.values()])
      .map(({ medium, state }) => ({ name: `library of ${medium}`, state }));
  }

  close(): void {
    for (const holder of [...this.#shelves.keys()]) {
      this.#forget(holder);
    }
  }

  /**
   * From the library when it is at hand; from the file itself when it is not, which is quicker than fetching
   * a whole library; from the library as soon as it is there.
   */
  async #art(key: string, path: TrackPath, signal: AbortSignal): Promise<Uint8Array | undefined> {
    const holder = tokenFromUuid(path.holder);
    const known = this.#artInLibrary(key, path);
    if (known !== undefined) {
      return known;
    }
    if (path.kind === 'file') {
      const own = await this.#artInFile(path, signal);
      if (own !== undefined) {
        return own;
      }
    }
    await unlessAborted(this.#settled(holder, path), signal);
    return this.#artInLibrary(key, path);
  }

  /** The libraries that may know the track have been looked at. */
  async #settled(holder: string, path: TrackPath): Promise<void> {
    await this.#listing.get(holder);
    for (const shelf of this.#shelvesFor(path)) {
      if (shelf.library === undefined) {
        await shelf.look();
      } else if (this.#findOn(shelf, path) === undefined) {
        shelf.lookSoon('missed');
      }
    }
  }

  #artInLibrary(key: string, path: TrackPath): Uint8Array | undefined {
    for (const shelf of this.#shelvesFor(path)) {
      const artId = (this.#found.get(key) ?? this.#findOn(shelf, path))?.artId;
      const art = artId === undefined ? undefined : this.#read(shelf, (library) => library.art(artId));
      if (art !== undefined) {
        return art;
      }
    }
    return undefined;
  }
}

/** Blanks are filled; what the deck says stays. */
function filledIn(track: Track, known: Track): Track {
  return {
    title: track.title || known.title,
    artist: track.artist || known.artist,
    album: track.album || known.album,
    genre: track.genre || known.genre,
    filename: track.filename || known.filename,
    durationMs: track.durationMs || known.durationMs,
  };
}
