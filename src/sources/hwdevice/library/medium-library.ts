/** The library of one medium: fetched in the background, kept between runs, fetched again when it changed. */
import { messageOf, UpstreamError } from '../../../core/errors.ts';
import { evictOldest } from '../../../core/evict.ts';
import type { Clock, Logger } from '../../../core/tools.ts';
import { backoffMs, Timer } from '../../../core/waiting.ts';
import { EngineLibrary, libraryPaths } from '../../../engine-library/index.ts';
import type { ForeignDatabases } from '../../../sqlite/foreign.ts';
import { type DeviceFiles, findRevision, LibraryCopies, type LibraryRevision } from './copy.ts';
import type { DiskSpace } from './disk-space.ts';

/** What the mediumLibraries of all media share. */
export interface SharedByShelves {
  readonly databases: ForeignDatabases;
  readonly room: DiskSpace;
  /** Why copies are of no use, by their paths: looking again does not change that, a new edition does. */
  readonly refused: Map<string, string>;
}

export interface MediumLibraryOptions {
  /** Token of the device that holds the medium. */
  readonly holder: string;
  readonly medium: string;
  /** Where copies are kept. */
  readonly folder: string;
  readonly shared: SharedByShelves;
  /** Called whenever there is a library that was not there before. */
  readonly onLibrary: () => void;
  /** The holder's files; rejects while it is not connected. */
  readonly files: () => Promise<DeviceFiles>;
  readonly clock: Clock;
  readonly log: Logger;
  /** Fires when the source stops. */
  readonly signal: AbortSignal;
}

/** A device that plays writes to its library all the time, mostly what is nothing to us. */
const CHANGED_PAUSE_MS = 5 * 60_000;
/** A track that is not in the library: it may just have been added, or lie outside the library for good. */
const MISSED_PAUSE_MS = { changed: 1_000, unchanged: 15_000 } as const;
/** Nobody waits longer for a look to begin. */
const PATIENCE_MS = 2_000;
/** At most a twentieth of the time is spent on fetching: the device has music to play. */
const REST_FACTOR = 20;
/** A library of a million tracks stays below. A device may claim any size, and would fill the disk. */
const MAX_LIBRARY_BYTES = 4 * 1024 ** 3;
const RETRY = { firstMs: 2_000, longestMs: 5 * 60_000 };
/** Copies that are known to be of no use. */
const MAX_REFUSED = 256;

export class MediumLibrary {
  readonly #options: MediumLibraryOptions;
  readonly #copies: LibraryCopies;
  readonly #closing = new AbortController();
  readonly #signal: AbortSignal;
  #library: EngineLibrary | undefined;
  #edition: LibraryRevision | undefined;
  #state = 'waiting';
  #looking: Promise<void> | undefined;
  #failures = 0;
  #saidNoRoom = false;
  /** The device said so, since the last look. */
  #changed = false;
  /** Monotonic time in milliseconds. */
  #lookedAt = Number.NEGATIVE_INFINITY;
  /** For how long the last look kept the device busy. */
  #tookMs = 0;
  /** When the last look had all that it wanted of the device; absent before. */
  #servedAt: number | undefined;
  readonly #nextLook: Timer;
  /** When the next look is, on the monotonic clock, while its timer runs. */
  #nextLookAt = 0;

  constructor(options: MediumLibraryOptions) {
    this.#options = options;
    this.#nextLook = new Timer(options.clock);
    this.#signal = AbortSignal.any([options.signal, this.#closing.signal]);
    this.#copies = new LibraryCopies(options.folder, `${options.holder} ${options.medium}`);
  }

  /** What was fetched last; undefined before, and for a medium without a library. */
  get library(): EngineLibrary | undefined {
    return this.#library;
  }

  get medium(): string {
    return this.#options.medium;
  }

  /** For a person. */
  get state(): string {
    return this.#state;
  }

  /** Resolves when the first look is over; at once ever after. */
  async looked(): Promise<void> {
    if (this.#lookedAt === Number.NEGATIVE_INFINITY) {
      await this.look();
    }
  }

  /**
   * Looks now whether the device has another edition, and fetches it. Resolves when that is done or has failed;
   * it is tried again by itself then.
   */
  look(): Promise<void> {
    this.#nextLook.cancel();
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  /** The device wrote to the medium. */
  changed(): void {
    this.#changed = true;
    this.#plan(this.#lookedAt + this.#restMs(CHANGED_PAUSE_MS));
  }

  /**
   * A track is not in the library that should be. When there may be another edition that has it, resolves after
   * a look at that one; otherwise at once, and there is a look before long.
   */
  async missed(): Promise<void> {
    const { clock } = this.#options;
    const pause = this.#changed ? MISSED_PAUSE_MS.changed : MISSED_PAUSE_MS.unchanged;
    const at = this.#lookedAt + this.#restMs(pause);
    const wait = Math.max(0, at - clock.monotonic());
    this.#plan(at);
    if (this.#changed && wait <= PATIENCE_MS) {
      await clock.sleep(wait, this.#signal);
      await this.look();
    }
  }

  /**
   * This library could not be asked: its copy is forgotten. A damaged one is fetched again before long, one that is of
   * no use is not until it changes.
   */
  async failed(library: EngineLibrary, error: unknown): Promise<void> {
    const edition = this.#edition;
    if (this.#library !== library || edition === undefined || this.#signal.aborted) {
      return;
    }
    const damaged = !isRefusal(error);
    if (damaged) {
      this.#warnOfDamage(messageOf(error));
      this.#state = `damaged: ${messageOf(error)}`;
    } else {
      this.#refuse(edition, messageOf(error));
    }
    await this.#put(undefined, undefined);
    await this.#copies.keepOnly(undefined);
    if (damaged) {
      this.#plan(this.#lookedAt + this.#restMs(MISSED_PAUSE_MS.changed));
    }
  }

  /** Ends what is under way. */
  close(): void {
    this.#closing.abort(new Error('the medium is gone'));
    this.#nextLook.cancel();
    void this.#put(undefined, undefined);
  }

  async #look(): Promise<void> {
    const { clock, medium, log } = this.#options;
    const startedAt = clock.monotonic();
    this.#changed = false;
    this.#servedAt = undefined;
    try {
      await this.#update();
      this.#failures = 0;
      this.#saidNoRoom = false;
    } catch (error) {
      if (this.#signal.aborted) {
        return;
      }
      const reason = messageOf(error);
      this.#state = `cannot be read: ${reason}`;
      if (isRefusal(error)) {
        return;
      }
      if (isNoRoom(error)) {
        this.#warnOfNoRoom(reason);
        this.#plan(clock.monotonic() + RETRY.longestMs);
        return;
      }
      log.debug('the library of a medium could not be fetched, it is tried again', { medium, reason });
      this.#failures += 1;
      this.#plan(clock.monotonic() + backoffMs(this.#failures, RETRY));
    } finally {
      this.#lookedAt = clock.monotonic();
      this.#tookMs = (this.#servedAt ?? this.#lookedAt) - startedAt;
    }
  }

  async #update(): Promise<void> {
    const { medium } = this.#options;
    const files = await this.#options.files();
    const edition = await findRevision(files, libraryPaths(medium), this.#signal);
    if (edition === undefined) {
      await this.#put(undefined, undefined);
      this.#state = 'none';
      return;
    }
    if (edition.id === this.#edition?.id) {
      return;
    }
    const { room, refused } = this.#options.shared;
    const path = this.#copies.pathOf(edition);
    const known = refused.get(path);
    if (known !== undefined) {
      this.#state = `cannot be read: ${known}`;
      return;
    }
    if (edition.size > MAX_LIBRARY_BYTES) {
      const reason = `the device says that it has ${edition.size} bytes, more than the ${MAX_LIBRARY_BYTES} that are fetched`;
      this.#refuse(edition, reason);
      return;
    }
    await this.#copies.prepare();
    await room.reserve(path, edition.size);
    try {
      await this.#take(edition, files);
    } finally {
      if (this.#edition !== edition) {
        room.release(path);
      }
    }
  }

  async #take(edition: LibraryRevision, files: DeviceFiles): Promise<void> {
    const { medium, log } = this.#options;
    if (!(await this.#copies.has(edition))) {
      await this.#fetch(files, edition);
    }
    this.#servedAt = this.#options.clock.monotonic();
    const library = await this.#open(edition);
    if (this.#signal.aborted) {
      await library.close();
      return;
    }
    await this.#put(library, edition);
    await this.#copies.keepOnly(edition);
    this.#state = 'ready';
    log.info('the library of a medium is ready', { medium, schema: library.schema });
    this.#options.onLibrary();
  }

  async #fetch(files: DeviceFiles, edition: LibraryRevision): Promise<void> {
    const { medium, log } = this.#options;
    this.#options.shared.databases.start();
    let quarter = 0;
    log.info('the library of a medium is being fetched', { medium, bytes: edition.size });
    const onProgress = (bytes: number): void => {
      const percent = Math.floor((100 * bytes) / edition.size);
      this.#state = `being fetched, ${percent} %`;
      if (percent >= quarter + 25) {
        quarter = percent - (percent % 25);
        log.info('the library of a medium is being fetched', { medium, percent });
      }
    };
    await this.#copies.fetch(files, edition, onProgress, this.#signal);
  }

  /** A copy that cannot be opened is not worth keeping. */
  async #open(edition: LibraryRevision): Promise<EngineLibrary> {
    try {
      return await EngineLibrary.open(this.#options.shared.databases, this.#copies.pathOf(edition));
    } catch (error) {
      if (!this.#signal.aborted) {
        await this.#copies.keepOnly(this.#edition);
        if (isRefusal(error)) {
          this.#refuse(edition, messageOf(error));
        } else {
          this.#warnOfDamage(messageOf(error));
        }
      }
      throw error;
    }
  }

  /** The edition is not looked at again: only another one can be better. */
  #refuse(edition: LibraryRevision, reason: string): void {
    const { medium, log, shared } = this.#options;
    shared.refused.set(this.#copies.pathOf(edition), reason);
    evictOldest(shared.refused, MAX_REFUSED);
    this.#state = `cannot be read: ${reason}`;
    log.warn('the library of a medium cannot be used', { medium, reason });
  }

  #warnOfNoRoom(reason: string): void {
    const { medium, log } = this.#options;
    if (!this.#saidNoRoom) {
      this.#saidNoRoom = true;
      log.warn('the library of a medium could not be fetched, trying again', { medium, reason });
    }
  }

  #warnOfDamage(reason: string): void {
    const { medium, log } = this.#options;
    log.warn('the copy of a library is damaged, fetching it again', { medium, reason });
  }

  /** Resolves when the copy that was used before may be removed. */
  async #put(library: EngineLibrary | undefined, edition: LibraryRevision | undefined): Promise<void> {
    const [before, editionBefore] = [this.#library, this.#edition];
    this.#library = library;
    this.#edition = edition;
    if (editionBefore !== undefined) {
      this.#options.shared.room.release(this.#copies.pathOf(editionBefore));
    }
    await before?.close();
  }

  #restMs(pauseMs: number): number {
    return Math.max(pauseMs, this.#tookMs * REST_FACTOR);
  }

  #plan(at: number): void {
    const { clock } = this.#options;
    if (this.#signal.aborted || (this.#nextLook.isSet && this.#nextLookAt <= at)) {
      return;
    }
    this.#nextLookAt = at;
    this.#nextLook.set(at - clock.monotonic(), () => this.look());
  }
}

function isNoRoom(error: unknown): boolean {
  return error instanceof UpstreamError && error.advice === 'stop';
}

function isRefusal(error: unknown): boolean {
  return error instanceof UpstreamError && error.advice === 'drop';
}
