/** How a part reaches the outside world. The app hands in the real tools, tests their own. */
import type { LoggedLine } from './logged-line.ts';
import type { Message } from './message.ts';

export type { LoggedLine };

export type LogFields = Readonly<Record<string, string | number | boolean | Message | undefined>>;

/** A message is a constant; data go into fields. Secrets and hidden tracks' names never go in (debug aside). */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

export interface Clock {
  /** Wall-clock time, milliseconds since 1970-01-01 UTC. It may jump when the computer's clock is set. */
  now(): number;
  /** Milliseconds from an arbitrary start; never jumps. Use it for differences. */
  monotonic(): number;
  /**
   * Calls `run` once after `ms` milliseconds, or soon when `ms` is not positive, and returns a function that cancels
   * it.
   */
  after(ms: number, run: () => void): () => void;
  /** Resolves after `ms` milliseconds; rejects with the signal's reason when that fires first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The web's `fetch`. */
export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

export interface FileInfo {
  readonly kind: 'file' | 'folder' | 'other';
  /** Bytes. */
  readonly size: number;
  /** It may be run by some user; true of every file on Windows. */
  readonly executable: boolean;
  /** When its content changed last, milliseconds since 1970-01-01 UTC. */
  readonly modifiedMs: number;
  /** Differs from that of any other file on this computer; that of one file may change. */
  readonly id: string;
  /** Changes whenever anything about the file does. */
  readonly mark: string;
}

/**
 * The disk. Every path that a user gives is accessed through it: when the disk does not answer, the promise rejects
 * after some seconds (`ETIMEDOUT`) and nothing else is held up. Errors are Node's own (`code`, `path`).
 */
export interface Disk {
  /**
   * Prepares for writing this file, and removes what a run that was killed during `replace` left beside it. Returns at
   * once. `durable`: as it will be written.
   */
  prepare(path: string, options?: Durability): void;
  /**
   * Replaces the file whole: a reader sees the old content or the new, never half. Creates missing folders. Follows a
   * symbolic link; writes directly to a pipe or a device.
   */
  replace(path: string, content: string | Uint8Array, options?: ReplaceOptions): Promise<void>;
  /** Adds to the end with one write, all of it or nothing. Creates the file and missing folders. */
  append(path: string, content: string, options?: Durability): Promise<void>;
  /**
   * Writes bytes at this place of a file, and changes nothing before or behind them; after an error the first of them may
   * be there. Creates the file and missing folders.
   */
  writeAt(path: string, at: number, content: Uint8Array, options?: WriteAtOptions): Promise<void>;
  /** Gives a file another name. A file that has this name is replaced. */
  rename(path: string, to: string): Promise<void>;
  /** Removes a file, if it is there. */
  remove(path: string): Promise<void>;
  /**
   * Tries whether this file could be written, in its folder or the nearest one above that is there: a small file comes
   * and goes. Bytes that are free there.
   */
  tryOut(path: string): Promise<number>;
  /** Bytes that are free on the disk of this folder; infinite where the system does not tell. */
  freeBytes(folder: string): Promise<number>;
  /** Creates the folder and those above it, where they are missing. */
  makeFolder(path: string, options?: { readonly mode?: number }): Promise<void>;
  /** The content, or at most `most` bytes from this offset on; undefined when there is no such file. */
  read(path: string, most?: number, from?: number): Promise<Uint8Array | undefined>;
  /** Follows links; undefined when nothing is there. */
  stat(path: string): Promise<FileInfo | undefined>;
  /** The names in a folder. */
  list(folder: string): Promise<readonly string[]>;
  /** The path without links. */
  realpath(path: string): Promise<string>;
  /**
   * Renames files that belong together, so that others can take their names: `set.cue` becomes
   * `set-2026-01-31-2215.cue`, after the time when the first of them was changed last. An existing file of that name is
   * never overwritten. Returns the first one's new path; undefined when none of the files exist.
   */
  setAside(paths: readonly string[]): Promise<string | undefined>;
}

export interface Durability {
  /**
   * What was written is down on the medium when the promise resolves: a power failure loses neither that nor what was
   * there before. It may take hundreds of milliseconds on a busy disk, and holds up no other write.
   */
  readonly durable?: true;
}

export interface WriteAtOptions {
  /** Of a file that is created. */
  readonly mode?: number;
  /** Down to the medium, with all that was written to the file before. */
  readonly flush?: boolean;
}

export interface ReplaceOptions extends Durability {
  /** Who may read and write it; less the process's mask. */
  readonly mode?: number;
  /** A file whose rights it gets, where that exists: the file itself to keep them. */
  readonly rightsOf?: string;
}

export interface Tools {
  readonly log: Logger;
  readonly clock: Clock;
  readonly fetch: Fetch;
  readonly disk: Disk;
  /** `deckcast/<version>`, for the User-Agent header. */
  readonly userAgent: string;
}
