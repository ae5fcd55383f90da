/** What devices' own libraries and files say about the tracks on the decks: names that a deck left out, and art. */
import { LRUCache } from 'lru-cache';
import type { SourceHealth } from '../../../core/contracts.ts';
import { messageOf } from '../../../core/errors.ts';
import type { Clock, Logger } from '../../../core/tools.ts';
import type { NativeArt, Track } from '../../../core/track.ts';
import { untilAborted } from '../../../core/until-aborted.ts';
import type { Tags } from '../../../detection/index.ts';
import {
  type EngineLibrary,
  type FilePath,
  parseTrackPath,
  type TrackPath,
} from '../../../engine-library/index.ts';
import { type NetworkReceiver, StagelinqError, tokenFromUuid } from '../../../stagelinq/index.ts';
import { trackOf } from '../track.ts';
import { type DeviceFiles, removeOldCopies } from './copy.ts';
import { artInFile } from './file-art.ts';
import { Shelf } from './shelf.ts';

export interface CollectionOptions {
  /** Where copies of libraries are kept; empty: none is fetched, and art comes from the files alone. */
  readonly folder: string;
  /** The files of a connected device, by its token; rejects while it is not connected. */
  readonly filesOf: (token: string) => Promise<DeviceFiles>;
  readonly clock: Clock;
  readonly log: Logger;
  /** Fires when the source stops. */
  readonly signal: AbortSignal;
}

/** Tracks whose art is asked for with the same function as before; more are on no deck. */
const REMEMBERED = 256;
/** Media of one device: sticks, cards, an internal disk. */
const MAX_MEDIA = 16;
/** Copies of libraries on this computer's disk. */
const MAX_COPIES = 16;

export class Collection {
  readonly #options: CollectionOptions;
  /** By holder, then by medium. */
  readonly #shelves = new Map<string, ReadonlyMap<string, Shelf>>();
  /** By network path: one function for one track, however often it is loaded and featured. */
  readonly #arts = new LRUCache<string, NativeArt>({ max: REMEMBERED });

  constructor(options: CollectionOptions) {
    this.#options = options;
  }

  /** Makes room for the libraries of this evening. To be called once, before the first device. */
  async open(): Promise<void> {
    if (this.#options.folder !== '') {
      await removeOldCopies(this.#options.folder, MAX_COPIES);
    }
  }

  readonly receiver: NetworkReceiver = {
    connected: ({ token }) => this.#lookAgain(token),
    filesChanged: ({ token }) => this.#lookSoon(token),
    libraryChanged: ({ token }) => this.#lookSoon(token),
    gone: ({ token }) => this.#forget(token),
  };

  /** What the deck says, and what the library adds to it where it is at hand. */
  trackOf(tags: Tags): Track {
    const track = trackOf(tags);
    const isComplete = Object.values(track).every((value) => value !== '' && value !== 0);
    const path = isComplete ? undefined : parseTrackPath(tags.networkPath);
    const known =
      path && this.#shelvesFor(path).flatMap((shelf) => ask(shelf, (library) => library.find(path)) ?? []);
    return known?.[0] === undefined ? track : filledIn(track, known[0].track);
  }

  /** Undefined when the deck does not tell where the track lies. */
  artOf({ networkPath }: Tags): NativeArt | undefined {
    const path = parseTrackPath(networkPath);
    if (path === undefined) {
      return undefined;
    }
    const art = this.#arts.get(networkPath) ?? ((signal) => this.#art(path, signal));
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
   * From the library when it is at hand; otherwise from the file itself, which is quicker than fetching a whole
   * library; otherwise from the library once it is there.
   */
  async #art(path: TrackPath, signal: AbortSignal): Promise<Uint8Array | undefined> {
    const known = this.#artInLibrary(path);
    if (known !== undefined) {
      return known;
    }
    const inFile = await settled(path.kind === 'file' ? this.#artInFile(path, signal) : undefined);
    if (inFile.value !== undefined) {
      return inFile.value;
    }
    await Promise.race([this.#libraryLooked(path), aborted(signal)]);
    const late = this.#artInLibrary(path);
    if (late === undefined && 'error' in inFile) {
      throw inFile.error;
    }
    return late;
  }

  #artInLibrary(path: TrackPath): Uint8Array | undefined {
    for (const shelf of this.#shelvesFor(path)) {
      const art = ask(shelf, (library) => {
        const artId = library.find(path)?.artId;
        return artId === undefined ? undefined : library.art(artId);
      });
      if (art !== undefined) {
        return art;
      }
    }
    return undefined;
  }

  /** Undefined, too, for a device that hands out no files at all. */
  async #artInFile(path: FilePath, signal: AbortSignal): Promise<Uint8Array | undefined> {
    const holder = tokenFromUuid(path.holder);
    try {
      return holder === undefined
        ? undefined
        : await artInFile(await this.#options.filesOf(holder), path, signal);
    } catch (error) {
      if (error instanceof StagelinqError && error.code === 'no-services') {
        return undefined;
      }
      throw error;
    }
  }

  /** Everything has been tried to know the track from a library. */
  async #libraryLooked(path: TrackPath): Promise<void> {
    const holder = tokenFromUuid(path.holder);
    if (holder === undefined) {
      return;
    }
    if (this.#shelvesFor(path).length === 0) {
      await this.#list(holder);
    }
    for (const shelf of this.#shelvesFor(path)) {
      await shelf.looked();
      if (ask(shelf, (library) => library.find(path)) === undefined) {
        await shelf.missed();
      }
    }
  }

  /** The shelf of the file's medium. A stream may be known to the library of any medium. */
  #shelvesFor(path: TrackPath): readonly Shelf[] {
    const media = this.#shelves.get(tokenFromUuid(path.holder) ?? '');
    const shelves = path.kind === 'file' ? [media?.get(path.medium)] : [...(media?.values() ?? [])];
    return shelves.filter((shelf) => shelf !== undefined);
  }

  #lookAgain(holder: string): void {
    this.#list(holder).then(() => {
      for (const shelf of this.#shelves.get(holder)?.values() ?? []) {
        shelf.look();
      }
    });
  }

  #lookSoon(holder: string): void {
    this.#list(holder).then(() => {
      for (const shelf of this.#shelves.get(holder)?.values() ?? []) {
        shelf.changed();
      }
    });
  }

  /** Takes note of the media that are in a device now. Never rejects. */
  async #list(holder: string): Promise<void> {
    const { filesOf, folder, log, signal } = this.#options;
    if (folder === '' || signal.aborted) {
      return;
    }
    try {
      const files = await filesOf(holder);
      const media = (await files.sources(signal)).slice(0, MAX_MEDIA);
      signal.throwIfAborted();
      const before = this.#shelves.get(holder);
      const shelfOf = (medium: string): Shelf =>
        before?.get(medium) ?? new Shelf({ ...this.#options, holder, medium, files: () => filesOf(holder) });
      this.#shelves.set(holder, new Map(media.map((medium) => [medium, shelfOf(medium)])));
      for (const [medium, shelf] of before ?? []) {
        if (!media.includes(medium)) {
          shelf.close();
        }
      }
    } catch (error) {
      log.debug('the media of a device cannot be listed', { device: holder, reason: messageOf(error) });
    }
  }

  #forget(holder: string): void {
    for (const shelf of this.#shelves.get(holder)?.values() ?? []) {
      shelf.close();
    }
    this.#shelves.delete(holder);
  }
}

/** Asks a library; one that turns out to be damaged is replaced and knows nothing. */
function ask<T>(shelf: Shelf, question: (library: EngineLibrary) => T): T | undefined {
  try {
    return shelf.library === undefined ? undefined : question(shelf.library);
  } catch (error) {
    shelf.discard(messageOf(error));
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

type Settled<T> = { readonly value: T | undefined } | { readonly value: undefined; readonly error: unknown };

async function settled<T>(promise: Promise<T | undefined> | undefined): Promise<Settled<T>> {
  try {
    return { value: await promise };
  } catch (error) {
    return { value: undefined, error };
  }
}

async function aborted(signal: AbortSignal): Promise<never> {
  await untilAborted(signal);
  throw signal.reason;
}
