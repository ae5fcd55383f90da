import type { LoggedLine } from './logged-line.ts';
import type { Message } from './message.ts';

export type { LoggedLine };

export type LogFields = Readonly<Record<string, string | number | boolean | Message | undefined>>;

/**
 * Messages are constants; data go into fields. Secrets and names of hidden tracks are never logged, except at debug.
 */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

export interface Clock {
  /** Epoch milliseconds. Jumps when the computer's clock is set. */
  now(): number;
  /** Milliseconds from an arbitrary start, without jumps. For differences. */
  monotonic(): number;
  /** Runs once, soon if `ms` is not positive. Returns a function that cancels it. */
  after(ms: number, run: () => void): () => void;
  /** Rejects with the signal's reason if that fires first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

export interface FileInfo {
  readonly kind: 'file' | 'folder' | 'other';
  readonly size: number;
  /** Executable for some user; always true on Windows. */
  readonly executable: boolean;
  /** Epoch milliseconds. */
  readonly modifiedMs: number;
  /** Unique on this computer. The id of one file may change. */
  readonly id: string;
  /** Changes whenever the file's content or metadata do. */
  readonly mark: string;
}

/**
 * Used for every path that a user gives. If the disk does not answer, the promise rejects after some seconds
 * (`ETIMEDOUT`) and other calls go on. Errors are Node's own (`code`, `path`).
 */
export interface Disk {
  /**
   * Prepares for writing this file and removes temporary files of a run that was killed in `replace`. Returns at once.
   */
  prepare(path: string, options?: Durability): void;
  /** Atomic. Creates missing folders. Follows a symbolic link; writes directly to a pipe or device. */
  replace(path: string, content: string | Uint8Array, options?: ReplaceOptions): Promise<void>;
  /** Writes once, all or nothing. Creates the file and missing folders. */
  append(path: string, content: string, options?: Durability): Promise<void>;
  /** Creates the file and missing folders. After an error, the first bytes may be written. */
  writeAt(path: string, at: number, content: Uint8Array, options?: WriteAtOptions): Promise<void>;
  rename(path: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /**
   * Tests whether this file could be written, by a small file in the nearest existing folder. Returns the free bytes
   * there.
   */
  tryOut(path: string): Promise<number>;
  /** Infinite if the system does not report them. */
  freeBytes(folder: string): Promise<number>;
  makeFolder(path: string, options?: { readonly mode?: number }): Promise<void>;
  /** Reads at most `most` bytes from offset `from`; undefined if there is no such file. */
  read(path: string, most?: number, from?: number): Promise<Uint8Array | undefined>;
  /** Follows links; undefined if nothing exists there. */
  stat(path: string): Promise<FileInfo | undefined>;
  list(folder: string): Promise<readonly string[]>;
  realpath(path: string): Promise<string>;
  /**
   * Renames files that belong together, so that others can take their names: `set.cue` becomes
   * `set-2026-01-31-2215.cue`, after the last change of the first existing one. Never overwrites a file. Returns the
   * first one's new path; undefined if none exist.
   */
  setAside(paths: readonly string[]): Promise<string | undefined>;
}

export interface Durability {
  /**
   * Resolves when the data are on the medium, so that a power failure loses neither them nor the previous content. May
   * take hundreds of milliseconds, without delaying other writes.
   */
  readonly durable?: true;
}

export interface WriteAtOptions {
  readonly mode?: number;
  /** Flushes earlier writes too. */
  readonly flush?: boolean;
}

export interface ReplaceOptions extends Durability {
  /** File mode, less the process's mask. */
  readonly mode?: number;
  /** Existing file whose permissions to copy; the file itself to keep them. */
  readonly rightsOf?: string;
}

export interface Tools {
  readonly log: Logger;
  readonly clock: Clock;
  readonly fetch: Fetch;
  readonly disk: Disk;
  /** `deckcast/<version>`. */
  readonly userAgent: string;
}
