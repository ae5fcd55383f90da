import { linkErrorCode, type PlayerFile, type PlayerFiles, ProDjLinkError } from '@deckcast/prodjlink';
import { LibraryError, RekordboxLibrary, type RekordboxTrack } from '@deckcast/prodjlink/library';
import { messageOf, textOf, UpstreamError } from '../../core/errors.ts';
import { type Finding, problemFields } from '../../core/finding.ts';
import type { Text } from '../../core/message.ts';
import { say } from '../../core/message.ts';
import type { Clock, Logger } from '../../core/tools.ts';
import type { NativeArt } from '../../core/track.ts';
import { backoffMs, pause, settlesWithin } from '../../core/waiting.ts';
import type { PlayerLibrary } from './models.ts';

export interface LibraryRows
  extends Pick<RekordboxLibrary, 'track' | 'hasMet' | 'indexed' | 'trackCount'>,
    Partial<Pick<RekordboxLibrary, 'damaged'>> {
  index(between: () => Promise<unknown> | undefined): Promise<void>;
  /** Removes local copies. Never rejects. */
  close?(): Promise<void>;
}

export interface LibraryFormat {
  readonly path: string;
  readonly absent: Pick<Finding, 'finding' | 'todo'>;
  readonly todo: Text;
  /** Throws ProDjLinkError, LibraryError, or UpstreamError (`retry` if that can help). */
  open(file: PlayerFile, signal: AbortSignal): Promise<LibraryRows>;
}

const WRITE_AGAIN = say('prodjlink.export-tracks-rekordbox');

/** Older library, read page by page. */
export const EXPORT_LIBRARY: LibraryFormat = {
  path: 'PIONEER/rekordbox/export.pdb',
  absent: { finding: say('prodjlink.no-rekordbox-library'), todo: WRITE_AGAIN },
  todo: WRITE_AGAIN,
  open: (file, signal) =>
    RekordboxLibrary.open({
      size: file.size,
      async read(offset, length) {
        try {
          return await file.read(offset, length, signal);
        } catch (error) {
          throw linkErrorCode(error) === 'unreadable'
            ? new LibraryError('unreadable', messageOf(error))
            : error;
        }
      },
    }),
};

export interface ExportLibraryOptions {
  readonly files: PlayerFiles;
  readonly reader: PlayerLibrary;
  /** The first that the medium has is read. */
  readonly formats: readonly [LibraryFormat, ...LibraryFormat[]];
  /** NFS export: `/C/`. */
  readonly exported: string;
  /** "USB of player 1". */
  readonly name: string;
  readonly waitMs: number;
  readonly clock: Clock;
  readonly log: Logger;
  /** The player's database cannot be queried, so a silent player is retried each minute. */
  readonly isOnlyWay: boolean;
  /** File handles became invalid: another medium may be in the slot. */
  readonly onStale: () => void;
  readonly signal: AbortSignal;
}

export interface ExportTrack {
  readonly row: RekordboxTrack;
  /** The larger of two pictures. Undefined: none. Rejects if reading failed. */
  readonly art?: NativeArt | undefined;
}

/** Why tracks of a medium have no names. */
export interface MediumProblem extends Pick<Finding, 'finding' | 'todo'> {
  readonly medium: string;
  readonly isPartial: boolean;
}

interface OpenLibrary {
  readonly rows: LibraryRows;
  readonly file: PlayerFile;
}

/** Libraries of 200,000 tracks are smaller. A player may claim any size. */
const MAX_LIBRARY_BYTES = 256 * 1024 * 1024;
const MAX_ART_BYTES = 1024 * 1024;
/** Attempts for a picture, and for a library while its player answers. Reinserting the medium starts anew. */
const ATTEMPTS = 4;
const RETRY = { firstMs: 1_000, longestMs: 60_000 };
/** Longest single wait of the copy for lookups. */
const GIVE_WAY_MS = 20_000;

interface Sought {
  readonly id: number;
  readonly met: () => void;
}

export class ExportLibrary {
  readonly #options: ExportLibraryOptions;
  readonly #closing = new AbortController();
  /** Ends retries once the player reports that there is no library. */
  readonly #absent = new AbortController();
  readonly #signal: AbortSignal;
  #state: Text = say('hwdevice.waiting');
  #format: LibraryFormat;
  #failure: Pick<Finding, 'finding' | 'todo'> | undefined;
  #problem: MediumProblem | undefined;
  /** Players of an all-in-one report the same medium. */
  #holders = 1;
  #library: OpenLibrary | undefined;
  readonly #lookups = new Set<Promise<unknown>>();
  readonly #sought = new Set<Sought>();
  #opened: (() => void) | undefined;
  /** Resolves when lookups can begin, or never will. */
  readonly #ready: Promise<void>;
  /** Settles when the copy is complete or given up. */
  readonly #read: Promise<void>;

  constructor(options: ExportLibraryOptions) {
    this.#options = options;
    [this.#format] = options.formats;
    this.#signal = AbortSignal.any([options.signal, this.#closing.signal]);
    this.#ready = new Promise((resolve) => {
      this.#opened = resolve;
    });
    this.#read = this.#readAll();
  }

  get reader(): PlayerLibrary {
    return this.#options.reader;
  }

  get state(): Text {
    return this.#state;
  }

  get problem(): MediumProblem | undefined {
    return this.#problem;
  }

  share(): this {
    this.#holders += 1;
    return this;
  }

  close(): void {
    this.#holders -= 1;
    if (this.#holders > 0) {
      return;
    }
    this.#closing.abort(new Error('the medium is gone'));
    this.#drop();
    // A full queue may drop the request; then the player notices by itself.
    this.#options.files.unmount(this.#options.exported).catch(() => undefined);
  }

  markAbsent(): void {
    this.#absent.abort(new Error('the medium has no rekordbox library'));
  }

  /**
   * Found on the expected page, before the copy continues, or else when the copy reaches it. Undefined
   * without such a track, a readable library or the medium. Never rejects.
   */
  async track(id: number): Promise<ExportTrack | undefined> {
    await this.#ready;
    return (await this.#lookUp(id)) ?? (await this.#whenMet(id)) ?? (await this.#whenRead(id));
  }

  #lookUp(id: number): Promise<ExportTrack | undefined> {
    const lookup = this.#find(id).finally(() => this.#lookups.delete(lookup));
    this.#lookups.add(lookup);
    return lookup;
  }

  /** Undefined if the copy never reaches the track. */
  async #whenMet(id: number): Promise<ExportTrack | undefined> {
    const met = new Promise<ExportTrack | undefined>((resolve) => {
      const sought = { id, met: () => resolve(this.#lookUp(id)) };
      this.#sought.add(sought);
      void this.#read.then(() => {
        this.#sought.delete(sought);
        resolve(undefined);
      });
    });
    return await met;
  }

  async #whenRead(id: number): Promise<ExportTrack | undefined> {
    await this.#read;
    return this.#library?.rows.indexed ? await this.#find(id) : undefined;
  }

  #giveWay(rows: LibraryRows): Promise<unknown> | undefined {
    for (const sought of this.#sought) {
      if (rows.hasMet(sought.id)) {
        this.#sought.delete(sought);
        sought.met();
      }
    }
    return this.#lookups.size === 0
      ? undefined
      : settlesWithin(this.#options.clock, GIVE_WAY_MS, Promise.all(this.#lookups));
  }

  async #art(library: PlayerFile, path: string, signal: AbortSignal): Promise<Uint8Array | undefined> {
    const both = AbortSignal.any([this.#signal, signal]);
    const larger = path.replace(/(\.\w+)$/, '_m$1');
    return (await this.#picture(library, larger, both)) ?? (await this.#picture(library, path, both));
  }

  async #picture(library: PlayerFile, path: string, signal: AbortSignal): Promise<Uint8Array | undefined> {
    const { clock } = this.#options;
    for (let failures = 0; ; ) {
      try {
        const file = await this.#openBeside(library, path, signal);
        if (file.size > MAX_ART_BYTES) {
          return undefined;
        }
        return await file.read(0, file.size, signal);
      } catch (error) {
        const code = linkErrorCode(error);
        if (code === 'missing') {
          return undefined;
        }
        failures += 1;
        if (code !== 'timeout' || failures === ATTEMPTS) {
          throw error;
        }
        await pause(clock, backoffMs(failures, RETRY), signal);
        signal.throwIfAborted();
      }
    }
  }

  /** Only a failed open may show that the medium left. */
  async #openBeside(library: PlayerFile, path: string, signal: AbortSignal): Promise<PlayerFile> {
    try {
      return await library.openBeside(path, signal);
    } catch (error) {
      this.#forgetStale(error);
      throw error;
    }
  }

  async #find(id: number): Promise<ExportTrack | undefined> {
    const { rows, file } = this.#library ?? {};
    try {
      const row = await rows?.track(id);
      this.#reportDamage();
      if (row === undefined || file === undefined || this.#signal.aborted) {
        return undefined;
      }
      const path = row.artworkPath;
      return { row, art: path === undefined ? undefined : (signal) => this.#art(file, path, signal) };
    } catch (error) {
      this.#note(error);
      this.#forgetStale(error);
      return undefined;
    }
  }

  #drop(): void {
    void this.#library?.rows.close?.();
    this.#library = undefined;
  }

  #forgetStale(error: unknown): void {
    if (linkErrorCode(error) === 'stale' && !this.#signal.aborted) {
      this.#drop();
      this.#options.onStale();
    }
  }

  async #readAll(): Promise<void> {
    const { clock, waitMs } = this.#options;
    if (waitMs > 0) {
      await pause(clock, waitMs, this.#signal);
    }
    for (let failures = 0; !this.#signal.aborted; failures++) {
      if (failures > 0) {
        const over = AbortSignal.any([this.#signal, this.#absent.signal]);
        await pause(clock, backoffMs(failures, RETRY), over);
        if (over.aborted) {
          break;
        }
      }
      try {
        await this.#readOnce();
        break;
      } catch (error) {
        this.#drop();
        const again = this.#note(error);
        if (again === 'never' || (again === 'a few times' && failures + 1 >= ATTEMPTS)) {
          break;
        }
      }
    }
    this.#opened?.();
    const failure = this.#failure;
    if (this.#library !== undefined || failure === undefined || this.#signal.aborted) {
      return;
    }
    // Once, because it lasts all night.
    const { name, log, isOnlyWay } = this.#options;
    const fields = { medium: name, ...problemFields(failure) };
    if (isOnlyWay) {
      this.#problem = { medium: name, isPartial: false, ...failure };
      log.warn('cannot read track names from this medium', fields);
    } else {
      log.info('medium library unreadable; querying the player', fields);
    }
  }

  async #readOnce(): Promise<void> {
    const { name, log } = this.#options;
    const file = await this.#openFirst();
    this.#state = say('prodjlink.library-being-read');
    if (file.size > MAX_LIBRARY_BYTES) {
      throw new LibraryError('too-large', `its player reports ${file.size} bytes`);
    }
    const rows = await this.#format.open(file, this.#signal);
    this.#library = { rows, file };
    this.#opened?.();
    await rows.index(() => this.#giveWay(rows));
    this.#state = say('prodjlink.library-known-tracks', { count: rows.trackCount });
    log.info('the rekordbox library of a medium is known', { medium: name, tracks: rows.trackCount });
    this.#reportDamage();
  }

  /** Once; a damaged row may turn up long after the copy. */
  #reportDamage(): void {
    const { rows } = this.#library ?? {};
    if (rows?.indexed !== true || rows.damaged !== true || this.#problem !== undefined) {
      return;
    }
    const { name, log } = this.#options;
    const damage = {
      finding: say('prodjlink.library-damaged-tracks-can-read-others', { count: rows.trackCount }),
      todo: say('prodjlink.export-tracks-again-rekordbox-use-another'),
    };
    this.#state = damage.finding;
    this.#problem = { medium: name, isPartial: true, ...damage };
    log.warn('medium library damaged', { medium: name, ...problemFields(damage) });
  }

  async #openFirst(): Promise<PlayerFile> {
    const { files, exported, formats } = this.#options;
    const [first, ...others] = formats;
    this.#format = first;
    try {
      return await files.open(exported, first.path, this.#signal);
    } catch (error) {
      for (const other of linkErrorCode(error) === 'missing' ? others : []) {
        const file = await files.open(exported, other.path, this.#signal).catch(() => undefined);
        if (file !== undefined) {
          this.#format = other;
          return file;
        }
      }
      throw error;
    }
  }

  #note(error: unknown): 'never' | 'a few times' | 'always' {
    if (this.#signal.aborted) {
      return 'never';
    }
    if (
      !(error instanceof ProDjLinkError || error instanceof LibraryError || error instanceof UpstreamError)
    ) {
      throw error;
    }
    const { name, log, isOnlyWay } = this.#options;
    const code = error instanceof UpstreamError ? error.advice : error.code;
    const isMissing = code === 'missing';
    const { absent, todo } = this.#format;
    const found = isMissing
      ? absent
      : { finding: say('prodjlink.library-cannot-read', { reason: textOf(error) }), todo };
    this.#state = found.finding;
    this.#failure = found;
    log.debug('reading a medium library failed', { medium: name, problem: found.finding });
    if (isOnlyWay && (code === 'timeout' || code === 'unreachable')) {
      // This computer or the network may have been busy, which must not cost the names for the rest of the
      // night.
      return 'always';
    }
    // A file may seem missing while the player is mounting the medium.
    return code === 'refused' || code === 'too-large' || code === 'drop' ? 'never' : 'a few times';
  }
}
