/** What devices' own libraries and files say about the tracks on the decks: names that a deck left out, and art. */
import { LRUCache } from 'lru-cache';
import type { SourceHealth } from '../../../core/contracts.ts';
import { messageOf } from '../../../core/errors.ts';
import { filledIn } from '../../../core/names.ts';
import type { Clock, Logger } from '../../../core/tools.ts';
import type { NativeArt, Track } from '../../../core/track.ts';
import { untilAborted } from '../../../core/until-aborted.ts';
import type { Tags } from '../../../detection/index.ts';
import { type EngineLibrary, parseTrackPath, type TrackPath } from '../../../engine-library/index.ts';
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
  /** Called whenever more is known of tracks than before. */
  readonly onLibrary: () => void;
  readonly clock: Clock;
  readonly log: Logger;
  /** Fires when the source stops. */
  readonly signal: AbortSignal;
}

/** Places that are remembered; more tracks are on no deck. */
const REMEMBERED = 256;
/** Media of one device: sticks, cards, an internal disk. */
const MAX_MEDIA = 16;
/** Copies of libraries on this computer's disk. */
const MAX_COPIES = 16;

/** Where a track lies. */
interface Place {
  readonly path: TrackPath;
  /** Token of the device that holds it; it may be another than the one that plays. */
  readonly holder: string;
  readonly art: NativeArt;
}

export class Collection {
  readonly #options: CollectionOptions;
  /** By holder, then by medium. */
  readonly #shelves = new Map<string, ReadonlyMap<string, Shelf>>();
  /** By network path: a track is asked about when it is loaded and again when it is featured. */
  readonly #places = new LRUCache<string, Place>({ max: REMEMBERED });

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
    const place = isComplete ? undefined : this.#placeOf(tags);
    const known = place && askAll(this.#shelvesFor(place), (library) => library.find(place.path));
    return known === undefined ? track : filledIn(track, known.track);
  }

  /** Undefined when the deck does not tell where the track lies. One function for one track. */
  artOf(tags: Tags): NativeArt | undefined {
    return this.#placeOf(tags)?.art;
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

  #placeOf({ networkPath }: Tags): Place | undefined {
    const known = this.#places.get(networkPath);
    if (known !== undefined) {
      return known;
    }
    const path = parseTrackPath(networkPath);
    const holder = path && tokenFromUuid(path.holder);
    if (path === undefined || holder === undefined) {
      return undefined;
    }
    const place: Place = { path, holder, art: (signal) => this.#art(place, signal) };
    this.#places.set(networkPath, place);
    return place;
  }

  /**
   * From the library when it is at hand; otherwise from the file itself, which is quicker than fetching a whole
   * library; otherwise from the library once it is there.
   */
  async #art(place: Place, signal: AbortSignal): Promise<Uint8Array | undefined> {
    const known = this.#artInLibrary(place);
    if (known !== undefined) {
      return known;
    }
    const inFile = await settled(this.#artInFile(place, signal));
    if (inFile.value !== undefined) {
      return inFile.value;
    }
    await Promise.race([this.#libraryLooked(place), aborted(signal)]);
    const late = this.#artInLibrary(place);
    if (late === undefined && 'error' in inFile) {
      throw inFile.error;
    }
    return late;
  }

  #artInLibrary(place: Place): Uint8Array | undefined {
    return askAll(this.#shelvesFor(place), (library) => {
      const artId = library.find(place.path)?.artId;
      return artId === undefined ? undefined : library.art(artId);
    });
  }

  /** Undefined, too, for a stream, and for a device that hands out no files at all. */
  async #artInFile({ path, holder }: Place, signal: AbortSignal): Promise<Uint8Array | undefined> {
    if (path.kind !== 'file') {
      return undefined;
    }
    try {
      return await artInFile(await this.#options.filesOf(holder), path, signal);
    } catch (error) {
      if (error instanceof StagelinqError && error.code === 'no-services') {
        return undefined;
      }
      throw error;
    }
  }

  /** Everything has been tried to know the track from a library. */
  async #libraryLooked(place: Place): Promise<void> {
    if (this.#shelvesFor(place).length === 0) {
      await this.#list(place.holder);
    }
    for (const shelf of this.#shelvesFor(place)) {
      await shelf.looked();
      if (ask(shelf, (library) => library.find(place.path)) === undefined) {
        await shelf.missed();
      }
    }
  }

  /** The shelf of the file's medium. A stream may be known to the library of any medium. */
  #shelvesFor({ path, holder }: Place): readonly Shelf[] {
    const media = this.#shelves.get(holder);
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

/** The first answer that there is. */
function askAll<T>(
  shelves: readonly Shelf[],
  question: (library: EngineLibrary) => T | undefined,
): T | undefined {
  for (const shelf of shelves) {
    const answer = ask(shelf, question);
    if (answer !== undefined) {
      return answer;
    }
  }
  return undefined;
}

type Settled<T> = { readonly value: T | undefined } | { readonly value: undefined; readonly error: unknown };

async function settled<T>(promise: Promise<T | undefined>): Promise<Settled<T>> {
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
