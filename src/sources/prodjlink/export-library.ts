/** The rekordbox library of one medium, from the moment when it appears to the moment when it is pulled. */

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

/** The rows of a library of either kind. */
export interface LibraryRows
  extends Pick<RekordboxLibrary, 'track' | 'hasMet' | 'indexed' | 'trackCount'>,
    Partial<Pick<RekordboxLibrary, 'damaged'>> {
  /** Copies what `track` needs. `between`: what to wait for before each piece. */
  index(between: () => Promise<unknown> | undefined): Promise<void>;
  /** Removes what is kept of it. Never rejects. */
  close?(): Promise<void>;
}

/** A kind of library that a medium may have. */
export interface LibraryFormat {
  /** On the medium. */
  readonly path: string;
  /** What is reported where it is missing, and what to do. */
  readonly absent: Pick<Finding, 'finding' | 'todo'>;
  /** What to do where it cannot be read. */
  readonly todo: Text;
  /** Throws ProDjLinkError, LibraryError, or UpstreamError: `retry` where trying again can help. */
  open(file: PlayerFile, signal: AbortSignal): Promise<LibraryRows>;
}

const WRITE_AGAIN = say('prodjlink.export-tracks-rekordbox');

/** The older library, which is read as far as is needed. */
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
  /** Which library's rows the ids are that its player reports. */
  readonly reader: PlayerLibrary;
  /** The first of these that is there is read. */
  readonly formats: readonly [LibraryFormat, ...LibraryFormat[]];
  /** Such as `/C/`. */
  readonly exported: string;
  /** For a person: "USB of player 1". */
  readonly name: string;
  /** Milliseconds before it is read. */
  readonly waitMs: number;
  readonly clock: Clock;
  readonly log: Logger;
  /** Names of its tracks come from nowhere else: a player that does not answer is tried again each minute. */
  readonly isOnlyWay: boolean;
  /** What was read is no longer what is there: another medium may be in the slot. */
  readonly onStale: () => void;
  readonly signal: AbortSignal;
}

/** A track of the library. */
export interface ExportTrack {
  readonly row: RekordboxTrack;
  /**
   * Reads its picture, the larger one of two if it is there, from the very medium of the row. Resolves to undefined when
   * there is none; rejects when that could not be found out. Absent: it has none.
   */
  readonly art?: NativeArt | undefined;
}

/** Why tracks of a medium have no names, for a person. */
export interface MediumProblem extends Pick<Finding, 'finding' | 'todo'> {
  /** `USB of player 1` */
  readonly medium: string;
  /** Only some of its tracks have no names. */
  readonly isPartial: boolean;
}

/** The library, and its file. */
interface OpenLibrary {
  readonly rows: LibraryRows;
  readonly file: PlayerFile;
}

/** More than a library of 200,000 tracks; a player may claim any size. */
const MAX_LIBRARY_BYTES = 256 * 1024 * 1024;
const MAX_ART_BYTES = 1024 * 1024;
/**
 * After this many failures a library is left alone until its medium is put in again, unless its player just does not
 * answer; a picture, until it is wanted again.
 */
const ATTEMPTS = 4;
const RETRY = { firstMs: 1_000, longestMs: 60_000 };
/** The copy of the library waits for tracks that are looked up, for no longer than this many milliseconds at a time. */
const GIVE_WAY_MS = 20_000;

/** A track that was looked up in vain while the library is copied. */
interface Sought {
  readonly id: number;
  /** The copy has met it. */
  readonly met: () => void;
}

export class ExportLibrary {
  readonly #options: ExportLibraryOptions;
  readonly #closing = new AbortController();
  /** Fires when looking for it again makes no sense. */
  readonly #absent = new AbortController();
  readonly #signal: AbortSignal;
  #state: Text = say('hwdevice.waiting');
  /** The one that was looked for last. */
  #format: LibraryFormat;
  /** Why it could not be read when that was tried last. */
  #failure: Pick<Finding, 'finding' | 'todo'> | undefined;
  #problem: MediumProblem | undefined;
  /** Slots that have it: the players of an all-in-one report the same medium. */
  #holders = 1;
  #library: OpenLibrary | undefined;
  /** Tracks that are being looked up now. */
  readonly #lookups = new Set<Promise<unknown>>();
  readonly #sought = new Set<Sought>();
  #opened: (() => void) | undefined;
  /** Resolves when something can be queried, or never will be. */
  readonly #ready: Promise<void>;
  /** Settles when all is known, or never will be. */
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

  /** For a person. */
  get state(): Text {
    return this.#state;
  }

  /** Why tracks of the medium have no names, once that is sure. */
  get problem(): MediumProblem | undefined {
    return this.#problem;
  }

  /** For one more slot, which closes it as well. */
  share(): this {
    this.#holders += 1;
    return this;
  }

  /** The medium is gone from a slot: once it is gone from all, nothing more is read from it. */
  close(): void {
    this.#holders -= 1;
    if (this.#holders > 0) {
      return;
    }
    this.#closing.abort(new Error('the medium is gone'));
    this.#drop();
    // So many requests may wait that this one finds no place; then the player finds out by itself.
    this.#options.files.unmount(this.#options.exported).catch(() => undefined);
  }

  /** Its player says that there is no library on the medium. */
  notThere(): void {
    this.#absent.abort(new Error('the medium has no rekordbox library'));
  }

  /**
   * Resolves as soon as the track is known: copying the library waits until it was looked for where it should be, and
   * goes on only as far as it has to where it is elsewhere. Undefined when there is no such track, the library cannot be
   * read, or the medium is gone. Never rejects.
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

  /** Looked up again as soon as the copy has met it; undefined when it was copied without that. */
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

  /** Before each page of the copy. */
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

  /** Where the medium has gone, it is forgotten; a picture that cannot be read on is no sign of that. */
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
    // Said once, because tracks of the medium have no names all night.
    const { name, log, isOnlyWay } = this.#options;
    const fields = { medium: name, ...problemFields(failure) };
    if (isOnlyWay) {
      this.#problem = { medium: name, isPartial: false, ...failure };
      log.warn('the tracks of a medium have no names', fields);
    } else {
      log.info('the library of a medium is not read, and its player is asked for names', fields);
    }
  }

  async #readOnce(): Promise<void> {
    const { name, log } = this.#options;
    const file = await this.#openFirst();
    this.#state = say('prodjlink.library-being-read');
    if (file.size > MAX_LIBRARY_BYTES) {
      throw new LibraryError('too-large', `it says that it has ${file.size} bytes`);
    }
    const rows = await this.#format.open(file, this.#signal);
    this.#library = { rows, file };
    this.#opened?.();
    await rows.index(() => this.#giveWay(rows));
    this.#state = say('prodjlink.library-known-tracks', { count: rows.trackCount });
    log.info('the rekordbox library of a medium is known', { medium: name, tracks: rows.trackCount });
    this.#reportDamage();
  }

  /** Once: a damaged row may turn up long after the library was copied. */
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
    log.warn('the library of a medium is damaged', { medium: name, ...problemFields(damage) });
  }

  /** The library that the medium has, or the first of those that it has. */
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

  /** @returns how often trying again can help */
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
    log.debug('the tracks of a medium have no names yet', { medium: name, problem: found.finding });
    if (isOnlyWay && (code === 'timeout' || code === 'unreachable')) {
      // This computer was busy, or the network was: not a reason to be without names for the rest of the night.
      return 'always';
    }
    // One that is missing may be on a medium that the player has just begun to use.
    return code === 'refused' || code === 'too-large' || code === 'drop' ? 'never' : 'a few times';
  }
}
