/**
 * Copied in the background, kept between runs. Reading single pages over the network would need our own
 * database driver.
 */

import { textOf, UpstreamError } from '../../../core/errors.ts';
import { evictOldest } from '../../../core/evict.ts';
import { say, type Text } from '../../../core/message.ts';
import { Once } from '../../../core/once.ts';
import type { Clock, Disk, Logger } from '../../../core/tools.ts';
import { backoffMs, Timer } from '../../../core/waiting.ts';
import type { ForeignDatabases } from '../../../host/sqlite/foreign.ts';
import { EngineLibrary, libraryPaths } from '../engine-library/index.ts';
import { type DeviceFiles, findRevision, LibraryCopies, type LibraryRevision } from './copy.ts';
import type { DiskSpace } from './disk-space.ts';

export interface SharedByLibraries {
  readonly databases: ForeignDatabases;
  readonly room: DiskSpace;
  /** Reasons why copies are unusable, by path. Only a new revision can help. */
  readonly refused: Map<string, Text>;
}

export interface MediumLibraryOptions {
  readonly holder: string;
  readonly medium: string;
  readonly folder: string;
  readonly shared: SharedByLibraries;
  readonly onLibrary: () => void;
  readonly giveWay: () => Promise<unknown>;
  /** Rejects without a connection. */
  readonly files: () => Promise<DeviceFiles>;
  readonly clock: Clock;
  readonly disk: Disk;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/** A playing device writes all the time, mostly data that we don't read. */
const CHANGED_PAUSE_MS = 5 * 60_000;
/** A missing track may be new, or never in the library. */
const MISSED_PAUSE_MS = { changed: 1_000, unchanged: 15_000 } as const;
/** Longest wait of a lookup for a check. */
const PATIENCE_MS = 2_000;
/** Fetching takes at most a twentieth of the time: the device has music to play. */
const REST_FACTOR = 20;
/** Above a million tracks. A device may claim any size. */
const MAX_LIBRARY_BYTES = 4 * 1024 ** 3;
const RETRY = { firstMs: 2_000, longestMs: 5 * 60_000 };
const MAX_REFUSED = 256;

export class MediumLibrary {
  readonly #options: MediumLibraryOptions;
  readonly #copies: LibraryCopies;
  readonly #closing = new AbortController();
  readonly #signal: AbortSignal;
  #library: EngineLibrary | undefined;
  #revision: LibraryRevision | undefined;
  #state: Text = say('hwdevice.waiting');
  #checking: Promise<void> | undefined;
  #failures = 0;
  readonly #noRoom = new Once();
  #changed = false;
  /** Monotonic. */
  #checkedAt = Number.NEGATIVE_INFINITY;
  /** How long the last check kept the device busy. */
  #busyMs = 0;
  readonly #nextCheck: Timer;
  /** Monotonic. */
  #nextCheckAt = 0;

  constructor(options: MediumLibraryOptions) {
    this.#options = options;
    this.#nextCheck = new Timer(options.clock);
    this.#signal = AbortSignal.any([options.signal, this.#closing.signal]);
    this.#copies = new LibraryCopies(options.folder, `${options.holder} ${options.medium}`, options.disk);
  }

  /** Undefined until the first copy is ready, and without a library. */
  get library(): EngineLibrary | undefined {
    return this.#library;
  }

  get medium(): string {
    return this.#options.medium;
  }

  get state(): Text {
    return this.#state;
  }

  async checked(): Promise<void> {
    if (this.#checkedAt === Number.NEGATIVE_INFINITY) {
      await this.check();
    }
  }

  /** Resolves when done or failed; failed checks are retried later. */
  check(): Promise<void> {
    this.#nextCheck.cancel();
    this.#checking ??= this.#check().finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  changed(): void {
    this.#changed = true;
    this.#plan(this.#checkedAt + this.#restMs(CHANGED_PAUSE_MS));
  }

  /** Waits for a check that is due soon if the library changed. */
  async missed(): Promise<void> {
    const { clock } = this.#options;
    const pause = this.#changed ? MISSED_PAUSE_MS.changed : MISSED_PAUSE_MS.unchanged;
    const at = this.#checkedAt + this.#restMs(pause);
    const wait = Math.max(0, at - clock.monotonic());
    this.#plan(at);
    if (this.#changed && wait <= PATIENCE_MS) {
      await clock.sleep(wait, this.#signal);
      await this.check();
    }
  }

  /** A damaged copy is soon fetched again, an unusable one only after a change. */
  async failed(library: EngineLibrary, error: unknown): Promise<void> {
    const revision = this.#revision;
    if (this.#library !== library || revision === undefined || this.#signal.aborted) {
      return;
    }
    const damaged = !isRefusal(error);
    if (damaged) {
      this.#warnOfDamage(textOf(error));
      this.#state = say('hwdevice.damaged', { reason: textOf(error) });
    } else {
      this.#refuse(revision, textOf(error));
    }
    await this.#replace(undefined, undefined);
    await this.#copies.keepOnly(undefined);
    if (damaged) {
      this.#plan(this.#checkedAt + this.#restMs(MISSED_PAUSE_MS.changed));
    }
  }

  close(): void {
    this.#closing.abort(new Error('the medium is gone'));
    this.#nextCheck.cancel();
    void this.#replace(undefined, undefined);
  }

  async #check(): Promise<void> {
    const { clock, medium, log } = this.#options;
    this.#changed = false;
    this.#busyMs = 0;
    try {
      await this.#update();
      this.#failures = 0;
      this.#noRoom.ends();
    } catch (error) {
      if (this.#signal.aborted) {
        return;
      }
      const reason = textOf(error);
      this.#state = say('hwdevice.cannot-read', { reason });
      if (isRefusal(error)) {
        return;
      }
      if (isNoRoom(error)) {
        this.#warnOfNoRoom(reason);
        this.#plan(clock.monotonic() + RETRY.longestMs);
        return;
      }
      log.debug('copying a medium library failed; retrying', { medium, reason });
      this.#failures += 1;
      this.#plan(clock.monotonic() + backoffMs(this.#failures, RETRY));
    } finally {
      this.#checkedAt = clock.monotonic();
    }
  }

  async #update(): Promise<void> {
    const { medium } = this.#options;
    const files = await this.#options.files();
    const revision = await this.#countBusy(() => findRevision(files, libraryPaths(medium), this.#signal));
    if (revision === undefined) {
      await this.#replace(undefined, undefined);
      this.#state = say('hwdevice.none');
      return;
    }
    if (revision.id === this.#revision?.id) {
      this.#state = say('hwdevice.ready');
      return;
    }
    const { room, refused } = this.#options.shared;
    const path = this.#copies.pathOf(revision);
    const refusal = refused.get(path);
    if (refusal !== undefined) {
      this.#state = say('hwdevice.cannot-read', { reason: refusal });
      return;
    }
    if (revision.size > MAX_LIBRARY_BYTES) {
      const reason = say('hwdevice.library-too-large', {
        bytes: revision.size,
        limit: MAX_LIBRARY_BYTES,
      });
      this.#refuse(revision, reason);
      return;
    }
    await this.#copies.prepare();
    await room.reserve(path, revision.size);
    try {
      await this.#use(revision, files);
    } finally {
      if (this.#revision !== revision) {
        room.release(path);
      }
    }
  }

  async #use(revision: LibraryRevision, files: DeviceFiles): Promise<void> {
    const { medium, log } = this.#options;
    if (!(await this.#copies.has(revision))) {
      await this.#fetch(files, revision);
    }
    const library = await this.#open(revision);
    if (this.#signal.aborted) {
      await library.close();
      return;
    }
    await this.#replace(library, revision);
    await this.#copies.keepOnly(revision);
    this.#state = say('hwdevice.ready');
    log.info('medium library ready', { medium, schema: library.schema });
    this.#options.onLibrary();
  }

  async #fetch(files: DeviceFiles, revision: LibraryRevision): Promise<void> {
    const { medium, log } = this.#options;
    this.#options.shared.databases.start();
    let quarter = 0;
    log.info('copying medium library', { medium, bytes: revision.size });
    const before = (bytes: number): Promise<unknown> => {
      const percent = Math.floor((100 * bytes) / revision.size);
      this.#state = say('hwdevice.being-fetched', { percent });
      if (percent >= quarter + 25) {
        quarter = percent - (percent % 25);
        log.info('copying medium library', { medium, percent });
      }
      return this.#options.giveWay();
    };
    await this.#countBusy(() => this.#copies.fetch(files, revision, before, this.#signal));
  }

  async #countBusy<Answer>(request: () => Promise<Answer>): Promise<Answer> {
    const { clock } = this.#options;
    const startedAt = clock.monotonic();
    try {
      return await request();
    } finally {
      this.#busyMs += clock.monotonic() - startedAt;
    }
  }

  async #open(revision: LibraryRevision): Promise<EngineLibrary> {
    try {
      return await EngineLibrary.open(this.#options.shared.databases, this.#copies.pathOf(revision));
    } catch (error) {
      if (!this.#signal.aborted) {
        await this.#copies.keepOnly(this.#revision);
        if (isRefusal(error)) {
          this.#refuse(revision, textOf(error));
        } else {
          this.#warnOfDamage(textOf(error));
        }
      }
      throw error;
    }
  }

  #refuse(revision: LibraryRevision, reason: Text): void {
    const { medium, log, shared } = this.#options;
    shared.refused.set(this.#copies.pathOf(revision), reason);
    evictOldest(shared.refused, MAX_REFUSED);
    this.#state = say('hwdevice.cannot-read', { reason });
    log.warn('medium library unusable', { medium, reason });
  }

  #warnOfNoRoom(reason: Text): void {
    const { medium, log } = this.#options;
    if (this.#noRoom.begins()) {
      log.warn('copying a medium library failed; retrying', { medium, reason });
    }
  }

  #warnOfDamage(reason: Text): void {
    const { medium, log } = this.#options;
    log.warn('medium library copy damaged; copying again', { medium, reason });
  }

  /** Resolves when the previous copy may be removed. */
  async #replace(library: EngineLibrary | undefined, revision: LibraryRevision | undefined): Promise<void> {
    const [before, revisionBefore] = [this.#library, this.#revision];
    this.#library = library;
    this.#revision = revision;
    if (revisionBefore !== undefined) {
      this.#options.shared.room.release(this.#copies.pathOf(revisionBefore));
    }
    await before?.close();
  }

  #restMs(pauseMs: number): number {
    return Math.max(pauseMs, this.#busyMs * REST_FACTOR);
  }

  #plan(at: number): void {
    const { clock } = this.#options;
    if (this.#signal.aborted || (this.#nextCheck.isSet && this.#nextCheckAt <= at)) {
      return;
    }
    this.#nextCheckAt = at;
    this.#nextCheck.set(at - clock.monotonic(), () => this.check());
  }
}

function isNoRoom(error: unknown): boolean {
  return error instanceof UpstreamError && error.advice === 'stop';
}

function isRefusal(error: unknown): boolean {
  return error instanceof UpstreamError && error.advice === 'drop';
}
