/** Notices changes of one file, and reads it. */
import { type FSWatcher, watch } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { codeOf } from '../../core/errors.ts';

/** A file is read at every poll up to this size; a larger one only when its time or size has changed. */
const READ_ANYWAY_BYTES = 64 * 1024;
const MAX_BYTES = 32 * 1024 * 1024;

export type Reading =
  | { readonly is: 'content'; readonly bytes: Uint8Array }
  /** The same as at the last reading, as far as the disk tells. */
  | { readonly is: 'unchanged' }
  | { readonly is: 'missing' }
  | { readonly is: 'unreadable'; readonly why: string };

/**
 * Watches the folder, not the file: writers that rename over the file would leave us watching the old one.
 * The folder may be missing, or be replaced by another of the same name, or be a network share that tells
 * nothing: whoever uses this also calls `read` once in a while.
 */
export class WatchedFile {
  readonly #path: string;
  readonly #onChange: () => void;
  #watcher: FSWatcher | undefined;
  #folder = '';
  #lastSeen = '';

  constructor(path: string, onChange: () => void) {
    this.#path = path;
    this.#onChange = onChange;
  }

  /** `mustRead`: something says that the file has changed, so its time and size are not asked. */
  async read(mustRead: boolean): Promise<Reading> {
    await this.#watchFolder();
    try {
      const { size, mtimeMs, ino } = await stat(this.#path);
      if (size > MAX_BYTES) {
        return { is: 'unreadable', why: `it is larger than ${MAX_BYTES / 1024 / 1024} MiB` };
      }
      const seen = `${ino} ${size} ${mtimeMs}`;
      if (!mustRead && size > READ_ANYWAY_BYTES && seen === this.#lastSeen) {
        return { is: 'unchanged' };
      }
      const bytes = await readFile(this.#path);
      this.#lastSeen = seen;
      return { is: 'content', bytes };
    } catch (error) {
      const code = String(codeOf(error) ?? error);
      return code === 'ENOENT' || code === 'ENOTDIR' ? { is: 'missing' } : { is: 'unreadable', why: code };
    }
  }

  close(): void {
    this.#watcher?.close();
    this.#watcher = undefined;
    this.#folder = '';
  }

  async #watchFolder(): Promise<void> {
    const path = dirname(this.#path);
    const identity = await stat(path).then(
      ({ dev, ino }) => `${dev} ${ino}`,
      () => '',
    );
    if (identity === this.#folder) {
      return;
    }
    this.close();
    if (identity === '') {
      return;
    }
    try {
      const name = basename(this.#path).toLowerCase();
      this.#watcher = watch(path, (_event, changed) => {
        if (changed === null || changed.toLowerCase() === name) {
          this.#onChange();
        }
      }).on('error', () => this.close());
    } catch {
      // Some network shares cannot be watched: the polls find the changes.
    }
    this.#folder = identity;
  }
}
