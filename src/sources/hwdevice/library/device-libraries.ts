import { type NetworkReceiver, StagelinqError, tokenFromUuid } from '@deckcast/stagelinq';
import { LRUCache } from 'lru-cache';
import { messageOf } from '../../../core/errors.ts';
import type { SourceHealth } from '../../../core/health.ts';
import { say } from '../../../core/message.ts';
import type { Clock, Disk, Logger } from '../../../core/tools.ts';
import { filledIn, type NativeArt, type Track } from '../../../core/track.ts';
import { settlesWithin, untilAborted } from '../../../core/waiting.ts';
import { type Tags, type TrackLibrary, trackOf } from '../../../decks/index.ts';
import { ForeignDatabases } from '../../../host/sqlite/foreign.ts';
import {
  type EngineLibrary,
  type LibraryTrack,
  parseTrackPath,
  type TrackPath,
} from '../engine-library/index.ts';
import type { DeviceFiles } from './copy.ts';
import { DiskSpace } from './disk-space.ts';
import { artInFile } from './file-art.ts';
import { MediumLibrary, type SharedByLibraries } from './medium-library.ts';

export interface DeviceLibrariesOptions {
  /** Empty: no library is copied, and art comes from audio files alone. */
  readonly folder: string;
  readonly clock: Clock;
  readonly disk: Disk;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/** All decks hold fewer tracks. */
const MAX_LOOKUPS = 256;
/** Sticks, cards and disk of one device. */
const MAX_MEDIA = 16;
/** Longest delay of the decks by a slow library. */
const ANSWER_WITHIN_MS = 1_000;
/** Longest single wait of a library copy for art. */
const GIVE_WAY_MS = 20_000;

interface Lookup {
  readonly path: TrackPath;
  /** Token of the device with the file, perhaps not the one playing. */
  readonly holder: string;
  readonly art: NativeArt;
  answer?: LibraryAnswer;
}

interface LibraryAnswer {
  readonly libraries: readonly EngineLibrary[];
  readonly entry?: {
    readonly mediumLibrary: MediumLibrary;
    readonly library: EngineLibrary;
    readonly found: LibraryTrack;
  };
}

export class DeviceLibraries implements TrackLibrary {
  readonly #options: DeviceLibrariesOptions;
  readonly #shared: SharedByLibraries;
  readonly #files = new Map<string, () => Promise<DeviceFiles>>();
  readonly #mediumLibraries = new Map<string, ReadonlyMap<string, MediumLibrary>>();
  /** Keyed by location: tracks are looked up when loaded and when featured. */
  readonly #lookups = new LRUCache<string, Lookup>({ max: MAX_LOOKUPS });
  /** Reads in progress by device with the file. */
  readonly #artReads = new Map<Promise<unknown>, string>();
  #onChange: () => void = () => undefined;

  constructor(options: DeviceLibrariesOptions) {
    this.#options = options;
    this.#shared = {
      databases: new ForeignDatabases(options.clock, options.signal),
      room: new DiskSpace(options.folder, options.disk),
      refused: new Map(),
    };
  }

  /**
   * Removes surplus copies. Call once, before the first device.
   * @param onChange called when lookups may return more
   */
  open(onChange: () => void): void {
    this.#onChange = onChange;
    if (this.#options.folder !== '') {
      void this.#shared.room.tidy();
    }
  }

  readonly receiver: NetworkReceiver = {
    connected: ({ token }, files) => {
      this.#files.set(token, files);
      this.#listAnd(token, (mediumLibrary) => void mediumLibrary.check());
    },
    filesChanged: ({ token }) => this.#listAnd(token, (mediumLibrary) => mediumLibrary.changed()),
    libraryChanged: ({ token }) => this.#listAnd(token, (mediumLibrary) => mediumLibrary.changed()),
    gone: ({ token }) => this.#forget(token),
  };

  /**
   * Resolves when the available libraries answered or time is up. Undefined if the cached answer is current.
   */
  lookUp(location: string): Promise<void> | undefined {
    const lookup = this.#lookupAt(location);
    if (lookup === undefined || isUpToDate(lookup, this.#mediumLibrariesFor(lookup))) {
      return undefined;
    }
    const entry = this.#entryOf(lookup);
    return settlesWithin(this.#options.clock, ANSWER_WITHIN_MS, entry).then((inTime) => {
      if (!inTime) {
        void entry.then(this.#onChange);
      }
    });
  }

  trackOf(tags: Tags): Track {
    const track = trackOf(tags);
    const lookup = this.#lookupAt(tags.location);
    const entry = lookup?.answer?.entry;
    // The medium may have left.
    const isThere =
      lookup !== undefined &&
      entry !== undefined &&
      this.#mediumLibrariesFor(lookup).includes(entry.mediumLibrary);
    return isThere ? filledIn(track, entry.found.track) : track;
  }

  /** Undefined without a usable location. Same track, same function. */
  artOf(tags: Tags): NativeArt | undefined {
    return this.#lookupAt(tags.location)?.art;
  }

  health(): NonNullable<SourceHealth['details']> {
    return [...this.#mediumLibraries.values()]
      .flatMap((media) => [...media.values()])
      .map(({ medium, state }) => ({ name: say('hwdevice.library-of-medium', { medium }), state }));
  }

  close(): void {
    for (const holder of [...this.#mediumLibraries.keys()]) {
      this.#forget(holder);
    }
  }

  #lookupAt(location: string): Lookup | undefined {
    const known = this.#lookups.get(location);
    if (known !== undefined) {
      return known;
    }
    const path = parseTrackPath(location);
    const holder = path && tokenFromUuid(path.holder);
    if (path === undefined || holder === undefined) {
      return undefined;
    }
    const lookup: Lookup = {
      path,
      holder,
      art: (signal) => Promise.race([this.#art(lookup, signal), aborted(signal)]),
    };
    this.#lookups.set(location, lookup);
    return lookup;
  }

  /** Tries an available library, the audio file, then the library once fetched, which takes longest. */
  async #art(lookup: Lookup, signal: AbortSignal): Promise<Uint8Array | undefined> {
    const inLibrary = await this.#artInLibrary(lookup);
    if (inLibrary !== undefined) {
      return inLibrary;
    }
    const [inFile] = await Promise.allSettled([this.#artInFile(lookup, signal)]);
    if (inFile.status === 'fulfilled' && inFile.value !== undefined) {
      return inFile.value;
    }
    await this.#libraryChecked(lookup);
    const late = await this.#artInLibrary(lookup);
    if (late === undefined && inFile.status === 'rejected') {
      throw inFile.reason;
    }
    return late;
  }

  async #artInLibrary(lookup: Lookup): Promise<Uint8Array | undefined> {
    const entry = await this.#entryOf(lookup);
    const artId = entry?.found.artId;
    // Row numbers are valid only in their library.
    return artId === undefined || entry?.mediumLibrary.library !== entry?.library
      ? undefined
      : entry && query(entry.mediumLibrary, (library) => library.art(artId));
  }

  async #entryOf(lookup: Lookup): Promise<LibraryAnswer['entry']> {
    const mediumLibraries = this.#mediumLibrariesFor(lookup);
    if (!isUpToDate(lookup, mediumLibraries)) {
      lookup.answer = await answerOf(lookup.path, mediumLibraries);
    }
    return lookup.answer?.entry;
  }

  /** Undefined also for streams and devices without file transfer. */
  async #artInFile({ path, holder }: Lookup, signal: AbortSignal): Promise<Uint8Array | undefined> {
    if (path.kind !== 'file') {
      return undefined;
    }
    const read = this.#filesOf(holder).then((files) => artInFile(files, path, signal));
    this.#artReads.set(read, holder);
    try {
      return await read;
    } catch (error) {
      if (error instanceof StagelinqError && error.code === 'no-services') {
        return undefined;
      }
      throw error;
    } finally {
      this.#artReads.delete(read);
    }
  }

  /** Resolves when the device's art reads finished or time is up. */
  async #giveWay(holder: string): Promise<void> {
    const reads = [...this.#artReads].flatMap(([read, of]) => (of === holder ? [read] : []));
    await settlesWithin(this.#options.clock, GIVE_WAY_MS, Promise.allSettled(reads));
  }

  async #libraryChecked(lookup: Lookup): Promise<void> {
    if (this.#mediumLibrariesFor(lookup).length === 0) {
      await this.#list(lookup.holder);
    }
    for (const mediumLibrary of this.#mediumLibrariesFor(lookup)) {
      await mediumLibrary.checked();
      if ((await query(mediumLibrary, (library) => library.find(lookup.path))) === undefined) {
        await mediumLibrary.missed();
      }
    }
  }

  /** A stream may be in any library of the device. */
  #mediumLibrariesFor({ path, holder }: Lookup): readonly MediumLibrary[] {
    const media = this.#mediumLibraries.get(holder);
    const mediumLibraries = path.kind === 'file' ? [media?.get(path.medium)] : [...(media?.values() ?? [])];
    return mediumLibraries.filter((mediumLibrary) => mediumLibrary !== undefined);
  }

  #listAnd(holder: string, act: (mediumLibrary: MediumLibrary) => void): void {
    void this.#list(holder).then(() => {
      for (const mediumLibrary of this.#mediumLibraries.get(holder)?.values() ?? []) {
        act(mediumLibrary);
      }
    });
  }

  async #list(holder: string): Promise<void> {
    const { folder, log, signal } = this.#options;
    if (folder === '' || signal.aborted) {
      return;
    }
    try {
      const files = await this.#filesOf(holder);
      const media = (await files.sources(signal)).slice(0, MAX_MEDIA);
      signal.throwIfAborted();
      const before = this.#mediumLibraries.get(holder);
      const libraryOf = (medium: string): MediumLibrary =>
        before?.get(medium) ??
        new MediumLibrary({
          ...this.#options,
          shared: this.#shared,
          holder,
          medium,
          files: () => this.#filesOf(holder),
          onLibrary: () => this.#lookUpAgain(holder),
          giveWay: () => this.#giveWay(holder),
        });
      this.#mediumLibraries.set(holder, new Map(media.map((medium) => [medium, libraryOf(medium)])));
      for (const [medium, mediumLibrary] of before ?? []) {
        if (!media.includes(medium)) {
          mediumLibrary.close();
        }
      }
    } catch (error) {
      log.debug('listing the media of a device failed', { device: holder, reason: messageOf(error) });
    }
  }

  async #lookUpAgain(holder: string): Promise<void> {
    const lookups = [...this.#lookups.values()].filter((lookup) => lookup.holder === holder);
    await Promise.all(lookups.map((lookup) => this.#entryOf(lookup)));
    this.#onChange();
  }

  /** Rejects with StagelinqError `closed` without a connection. */
  async #filesOf(holder: string): Promise<DeviceFiles> {
    const files = this.#files.get(holder);
    if (files === undefined) {
      throw new StagelinqError('closed', 'the device is not connected');
    }
    return await files();
  }

  #forget(holder: string): void {
    for (const mediumLibrary of this.#mediumLibraries.get(holder)?.values() ?? []) {
      mediumLibrary.close();
    }
    this.#mediumLibraries.delete(holder);
    this.#files.delete(holder);
  }
}

function isUpToDate({ answer }: Lookup, mediumLibraries: readonly MediumLibrary[]): boolean {
  const libraries = librariesOn(mediumLibraries);
  const searched = answer?.libraries ?? [];
  return (
    libraries.length === searched.length && libraries.every((library, index) => library === searched[index])
  );
}

function librariesOn(mediumLibraries: readonly MediumLibrary[]): readonly EngineLibrary[] {
  return mediumLibraries.flatMap(({ library }) => library ?? []);
}

async function answerOf(path: TrackPath, mediumLibraries: readonly MediumLibrary[]): Promise<LibraryAnswer> {
  const libraries = librariesOn(mediumLibraries);
  for (const mediumLibrary of mediumLibraries) {
    const { library } = mediumLibrary;
    const found = await query(mediumLibrary, (searched) => searched.find(path));
    if (library !== undefined && found !== undefined) {
      return { libraries, entry: { mediumLibrary, library, found } };
    }
  }
  return { libraries };
}

/** Undefined on failure; the `MediumLibrary` then fetches the library again. */
async function query<T>(
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

async function aborted(signal: AbortSignal): Promise<never> {
  await untilAborted(signal);
  throw signal.reason;
}
