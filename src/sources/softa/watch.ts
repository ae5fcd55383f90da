/** A file, or the latest of a folder's daily playlists. */

import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { codeOf, textOf } from '../../core/errors.ts';
import { say, type Text } from '../../core/message.ts';
import type { Disk } from '../../core/tools.ts';
import { isDailyPlaylist, latestPlaylist } from './daily-playlist.ts';

/** Smaller files are read at every poll, others after their time or size changed. */
const READ_ANYWAY_BYTES = 64 * 1024;
const MAX_BYTES = 32 * 1024 * 1024;

export type Reading =
  | { readonly is: 'content'; readonly bytes: Uint8Array; readonly path: string }
  | { readonly is: 'unchanged' }
  | { readonly is: 'missing' }
  | { readonly is: 'unreadable'; readonly why: Text; readonly lasts?: boolean };

/**
 * Watches the folder: a rename over the file would leave the watch on the old one. Callers also poll, because
 * the folder may be missing, replaced, or on a network share without events.
 */
export class WatchedFile {
  /** File, or folder of daily playlists. */
  readonly #path: string;
  #playlist: string | undefined;
  readonly #disk: Disk;
  readonly #onChange: () => void;
  readonly #signal: AbortSignal;
  #watcher: FSWatcher | undefined;
  #folder = '';
  #lastSeen = '';

  constructor(path: string, disk: Disk, onChange: () => void, signal: AbortSignal) {
    this.#path = path;
    this.#disk = disk;
    this.#onChange = onChange;
    this.#signal = signal;
  }

  async read(mustRead: boolean): Promise<Reading> {
    try {
      const given = await this.#disk.stat(this.#path);
      const isFolder = given?.kind === 'folder';
      await this.#watchFolder(isFolder);
      const path = isFolder ? await this.#latestPlaylist() : this.#path;
      const about = isFolder && path !== undefined ? await this.#disk.stat(path) : given;
      if (path === undefined || about === undefined) {
        return { is: 'missing' };
      }
      const { size } = about;
      const seen = `${path} ${about.mark}`;
      if (size > MAX_BYTES) {
        return { is: 'unreadable', why: say('softa.larger', { limit: MAX_BYTES / 1024 / 1024 }) };
      }
      if (!mustRead && size > READ_ANYWAY_BYTES && seen === this.#lastSeen) {
        return { is: 'unchanged' };
      }
      const bytes = await this.#disk.read(path);
      if (bytes === undefined) {
        return { is: 'missing' };
      }
      this.#lastSeen = seen;
      return { is: 'content', bytes, path };
    } catch (error) {
      const code = codeOf(error);
      if (code === 'ENOTDIR') {
        return { is: 'missing' };
      }
      return { is: 'unreadable', why: textOf(error), lasts: code === 'ETIMEDOUT' };
    }
  }

  /** Never goes back a day: without the latest playlist, it is missing. */
  async #latestPlaylist(): Promise<string | undefined> {
    const latest = await latestPlaylist(this.#path, this.#disk);
    if (latest !== undefined && (this.#playlist === undefined || latest > this.#playlist)) {
      this.#playlist = latest;
    }
    return this.#playlist;
  }

  async #watchFolder(isFolder: boolean): Promise<void> {
    const path = isFolder ? this.#path : dirname(this.#path);
    const identity = await this.#disk.stat(path).then(
      (about) => about?.id ?? '',
      () => '',
    );
    if (identity === this.#folder) {
      return;
    }
    this.#close();
    if (identity === '') {
      return;
    }
    try {
      const name = basename(this.#path).toLowerCase();
      // The signal also ends a watch that begins after a late answer of the disk.
      this.#watcher = watch(path, { signal: this.#signal }, (_event, changed) => {
        const isOurs = (file: string): boolean =>
          isFolder ? isDailyPlaylist(file) : file.toLowerCase() === name;
        if (changed === null || isOurs(changed)) {
          this.#onChange();
        }
      }).on('error', () => this.#close());
    } catch {
      // Some network shares cannot be watched; the poll finds changes.
    }
    this.#folder = identity;
  }

  #close(): void {
    this.#watcher?.close();
    this.#watcher = undefined;
    this.#folder = '';
  }
}
