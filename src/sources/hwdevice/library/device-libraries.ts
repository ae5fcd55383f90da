/** What devices' own libraries and files say about the tracks on the decks: names that a deck left out, and art. */
import { LRUCache } from 'lru-cache';
import type { SourceHealth } from '../../../core/contracts.ts';
import { messageOf } from '../../../core/errors.ts';
import { filledIn } from '../../../core/names.ts';
import type { Clock, Logger } from '../../../core/tools.ts';
import type { NativeArt, Track } from '../../../core/track.ts';
import { settlesWithin, untilAborted } from '../../../core/waiting.ts';
import {
  type EngineLibrary,
  type LibraryTrack,
  parseTrackPath,
  type TrackPath,
} from '../../../engine-library/index.ts';
import { ForeignDatabases } from '../../../sqlite/foreign.ts';
import { type NetworkReceiver, StagelinqError, tokenFromUuid } from '../../../stagelinq/index.ts';
import { type Tags, type TrackLibrary, trackOf } from '../../decks/index.ts';
import type { DeviceFiles } from './copy.ts';
import { DiskSpace } from './disk-space.ts';
import { artInFile } from './file-art.ts';
import { MediumLibrary, type SharedByShelves } from './medium-library.ts';

export interface DeviceLibrariesOptions {
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
/** A library that is slow to answer holds up the decks for no longer, in milliseconds. */
const ANSWER_WITHIN_MS = 1_000;

/** Where a track lies. */
interface Place {
  readonly path: TrackPath;
  /** Token of the device that holds it; it may be another than the one that plays. */
  readonly holder: string;
  readonly art: NativeArt;
  /** What the libraries said that were asked last. */
  answer?: LibraryAnswer;
}

interface LibraryAnswer {
  /** All that were at hand: with others there may be another answer. */
  readonly libraries: readonly EngineLibrary[];
  /** The first that knows the track, on which mediumLibrary, and what it knows; absent when none does. */
  readonly known?: {
    readonly mediumLibrary: MediumLibrary;
    readonly library: EngineLibrary;
    readonly found: LibraryTrack;
  };
}

export class DeviceLibraries implements TrackLibrary {
  readonly #options: DeviceLibrariesOptions;
  readonly #shared: SharedByShelves;
  /** By holder, then by medium. */
  readonly #mediumLibraries = new Map<string, ReadonlyMap<string, MediumLibrary>>();
  /** By location: a track is asked about when it is loaded and again when it is featured. */
  readonly #places = new LRUCache<string, Place>({ max: REMEMBERED });

  constructor(options: DeviceLibrariesOptions) {
    this.#options = options;
    this.#shared = {
      databases: new ForeignDatabases(options.clock, options.signal),
      room: new DiskSpace(options.folder),
      refused: new Map(),
    };
  }

  /** Makes room for the libraries of this evening. To be called once, before the first device. */
  async open(): Promise<void> {
    if (this.#options.folder !== '') {
      await this.#shared.room.tidy();
    }
  }

  readonly receiver: NetworkReceiver = {
    connected: ({ token }) => this.#lookAgain(token),
    filesChanged: ({ token }) => this.#lookSoon(token),
    libraryChanged: ({ token }) => this.#lookSoon(token),
    gone: ({ token }) => this.#forget(token),
  };

  /**
   * Asks the libraries at hand about the track at this location, so that `trackOf` has it all. Settles when they have
   * answered, or take too long; undefined when there is nothing to wait for.
   */
  lookUp(location: string): Promise<void> | undefined {
    const place = this.#placeAt(location);
    if (place === undefined || isUpToDate(place, this.#mediumLibrariesFor(place))) {
      return undefined;
    }
    const { clock, onLibrary } = this.#options;
    const known = this.#knownOf(place);
    return settlesWithin(clock, ANSWER_WITHIN_MS, known).then((inTime) => {
      if (!inTime) {
        void known.then(onLibrary);
      }
    });
  }

  /** What the deck says, and what the libraries added to it when they were asked. */
  trackOf(tags: Tags): Track {
    const track = trackOf(tags);
    const place = this.#placeAt(tags.location);
    const known = place?.answer?.known;
    // A medium that was pulled out says nothing more.
    const isThere =
      place !== undefined &&
      known !== undefined &&
      this.#mediumLibrariesFor(place).includes(known.mediumLibrary);
    return isThere ? filledIn(track, known.found.track) : track;
  }

  /** Undefined when the deck does not tell where the track lies. One function for one track. */
  artOf(tags: Tags): NativeArt | undefined {
    return this.#placeAt(tags.location)?.art;
  }

  /** Each library with its state. */
  health(): NonNullable<SourceHealth['details']> {
    return [...this.#mediumLibraries.values()]
      .flatMap((media) => [...media.values()])
      .map(({ medium, state }) => ({ name: `library of ${medium}`, state }));
  }

  close(): void {
    for (const holder of [...this.#mediumLibraries.keys()]) {
      this.#forget(holder);
    }
  }

  #placeAt(location: string): Place | undefined {
    const known = this.#places.get(location);
    if (known !== undefined) {
      return known;
    }
    const path = parseTrackPath(location);
    const holder = path && tokenFromUuid(path.holder);
    if (path === undefined || holder === undefined) {
      return undefined;
    }
    const place: Place = {
      path,
      holder,
      art: (signal) => Promise.race([this.#art(place, signal), aborted(signal)]),
    };
    this.#places.set(location, place);
    return place;
  }

  /**
   * From the library when it is at hand; otherwise from the file itself, which is quicker than fetching a whole
   * library; otherwise from the library once it is there.
   */
  async #art(place: Place, signal: AbortSignal): Promise<Uint8Array | undefined> {
    const known = await this.#artInLibrary(place);
    if (known !== undefined) {
      return known;
    }
    const inFile = await settled(this.#artInFile(place, signal));
    if (inFile.value !== undefined) {
      return inFile.value;
    }
    await this.#libraryLooked(place);
    const late = await this.#artInLibrary(place);
    if (late === undefined && 'error' in inFile) {
      throw inFile.error;
    }
    return late;
  }

  async #artInLibrary(place: Place): Promise<Uint8Array | undefined> {
    const known = await this.#knownOf(place);
    const artId = known?.found.artId;
    // Rows of another library are other pictures.
    return artId === undefined || known?.mediumLibrary.library !== known?.library
      ? undefined
      : known && ask(known.mediumLibrary, (library) => library.art(artId));
  }

  /** What the libraries at hand know of the track; those that were asked before are not asked again. */
  async #knownOf(place: Place): Promise<LibraryAnswer['known']> {
    const mediumLibraries = this.#mediumLibrariesFor(place);
    if (!isUpToDate(place, mediumLibraries)) {
      place.answer = await answerOf(place.path, mediumLibraries);
    }
    return place.answer?.known;
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
    if (this.#mediumLibrariesFor(place).length === 0) {
      await this.#list(place.holder);
    }
    for (const mediumLibrary of this.#mediumLibrariesFor(place)) {
      await mediumLibrary.looked();
      if ((await ask(mediumLibrary, (library) => library.find(place.path))) === undefined) {
        await mediumLibrary.missed();
      }
    }
  }

  /** The mediumLibrary of the file's medium. A stream may be known to the library of any medium. */
  #mediumLibrariesFor({ path, holder }: Place): readonly MediumLibrary[] {
    const media = this.#mediumLibraries.get(holder);
    const mediumLibraries = path.kind === 'file' ? [media?.get(path.medium)] : [...(media?.values() ?? [])];
    return mediumLibraries.filter((mediumLibrary) => mediumLibrary !== undefined);
  }

  #lookAgain(holder: string): void {
    this.#list(holder).then(() => {
      for (const mediumLibrary of this.#mediumLibraries.get(holder)?.values() ?? []) {
        mediumLibrary.look();
      }
    });
  }

  #lookSoon(holder: string): void {
    this.#list(holder).then(() => {
      for (const mediumLibrary of this.#mediumLibraries.get(holder)?.values() ?? []) {
        mediumLibrary.changed();
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
      const before = this.#mediumLibraries.get(holder);
      const shelfOf = (medium: string): MediumLibrary =>
        before?.get(medium) ??
        new MediumLibrary({
          ...this.#options,
          shared: this.#shared,
          holder,
          medium,
          files: () => filesOf(holder),
          onLibrary: () => this.#learn(holder),
        });
      this.#mediumLibraries.set(holder, new Map(media.map((medium) => [medium, shelfOf(medium)])));
      for (const [medium, mediumLibrary] of before ?? []) {
        if (!media.includes(medium)) {
          mediumLibrary.close();
        }
      }
    } catch (error) {
      log.debug('the media of a device cannot be listed', { device: holder, reason: messageOf(error) });
    }
  }

  /** A device has another library: what is remembered of its tracks is asked again. */
  async #learn(holder: string): Promise<void> {
    const places = [...this.#places.values()].filter((place) => place.holder === holder);
    await Promise.all(places.map((place) => this.#knownOf(place)));
    this.#options.onLibrary();
  }

  #forget(holder: string): void {
    for (const mediumLibrary of this.#mediumLibraries.get(holder)?.values() ?? []) {
      mediumLibrary.close();
    }
    this.#mediumLibraries.delete(holder);
  }
}

function isUpToDate({ answer }: Place, mediumLibraries: readonly MediumLibrary[]): boolean {
  const libraries = librariesOn(mediumLibraries);
  const asked = answer?.libraries ?? [];
  return libraries.length === asked.length && libraries.every((library, index) => library === asked[index]);
}

function librariesOn(mediumLibraries: readonly MediumLibrary[]): readonly EngineLibrary[] {
  return mediumLibraries.flatMap(({ library }) => library ?? []);
}

async function answerOf(path: TrackPath, mediumLibraries: readonly MediumLibrary[]): Promise<LibraryAnswer> {
  const libraries = librariesOn(mediumLibraries);
  for (const mediumLibrary of mediumLibraries) {
    const { library } = mediumLibrary;
    const found = await ask(mediumLibrary, (asked) => asked.find(path));
    if (library !== undefined && found !== undefined) {
      return { libraries, known: { mediumLibrary, library, found } };
    }
  }
  return { libraries };
}

/** Asks a library; one that cannot be asked knows nothing, and its mediumLibrary sees to another. */
async function ask<T>(
  mediumLibrary: MediumLibrary,
  question: (library: EngineLibrary) => Promise<T | undefined>,
): Promise<T | undefined> {
  const { library } = mediumLibrary;
  if (library === undefined) {
    return undefined;
  }
  try {
    return await question(library);
  } catch (error) {
    await mediumLibrary.failed(library, error);
    return undefined;
  }
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
