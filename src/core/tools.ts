import type { LoggedLine } from './logged-line.ts';
import type { Message } from './message.ts';

export type { LoggedLine };

export type LogFields = Readonly<Record<string, string | number | boolean | Message | undefined>>;

/** Messages are constants; data go into fields. Never log secrets, nor names of hidden tracks above debug. */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

export interface Clock {
  /** Epoch milliseconds. Jumps when the computer's clock is set. */
  now(): number;
  /** Counts from an arbitrary start, without jumps. */
  monotonic(): number;
  /** Runs once, never early by `monotonic`, and soon if `ms` is not positive. Returns a function that cancels it. */
  after(ms: number, run: () => void): () => void;
  /** Rejects with the signal's reason if that fires first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

export interface FileInfo {
  readonly kind: 'file' | 'folder' | 'other';
  readonly size: number;
  /** Any user may execute it; always true on Windows. */
  readonly executable: boolean;
  /** Epoch milliseconds. */
  readonly modifiedMs: number;
  /** Unique on this computer, but may change. */
  readonly id: string;
  /** Changes with the file's content or metadata. */
  readonly mark: string;
}

/**
 * Every path that a user gives. A disk that does not answer rejects after some seconds (`ETIMEDOUT`) and
 * blocks no other call. Errors are Node's (`code`, `path`).
 */
export interface Disk {
  /** Removes temporary files of a run killed in `replace`. Returns at once. */
  prepare(path: string, options?: Durability): void;
  /** Atomic. Creates missing folders. Follows a symbolic link; writes directly to a pipe or device. */
  replace(path: string, content: string | Uint8Array, options?: ReplaceOptions): Promise<void>;
  /** Writes all or nothing. Creates the file and missing folders. */
  append(path: string, content: string, options?: Durability): Promise<void>;
  /** Creates the file and missing folders. After an error, a part may be written. */
  writeAt(path: string, at: number, content: Uint8Array, options?: WriteAtOptions): Promise<void>;
  rename(path: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Writes a small file in the nearest existing folder. Resolves to the free bytes there. */
  tryOut(path: string): Promise<number>;
  /** Infinite if unknown. */
  freeBytes(folder: string): Promise<number>;
  makeFolder(path: string, options?: { readonly mode?: number }): Promise<void>;
  /** Undefined if there is no such file. */
  read(path: string, most?: number, from?: number): Promise<Uint8Array | undefined>;
  /** Follows links; undefined if the path does not exist. */
  stat(path: string): Promise<FileInfo | undefined>;
  list(folder: string): Promise<readonly string[]>;
  realpath(path: string): Promise<string>;
  /**
   * Renames files that belong together: `set.cue` to `set-2026-01-31-2215.cue`, after the last change of the
   * first existing one. Never overwrites. Resolves to the first one's new path; undefined if none exist.
   */
  setAside(paths: readonly string[]): Promise<string | undefined>;
}

export interface Durability {
  /**
   * A power failure then loses neither the data nor the previous content. May take hundreds of milliseconds,
   * without delaying other writes.
   */
  readonly durable?: true;
}

export interface WriteAtOptions {
  readonly mode?: number;
  /** Flushes earlier writes too. */
  readonly flush?: boolean;
}

export interface ReplaceOptions extends Durability {
  /** Less the process's mask. */
  readonly mode?: number;
  /** Existing file whose permissions to copy; may be the file itself. */
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
