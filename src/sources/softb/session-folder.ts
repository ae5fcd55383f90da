import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isAfter, type PlayRecord, type RecordedPlay } from './record.ts';
import { readSession } from './session-file.ts';

/** A night's file has some hundred kilobytes. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Serato DJ 3's folder of session files: the one that was written last is the one that grows. */
export class SessionFolder implements PlayRecord {
  readonly #folder: string;
  #seen = '';

  constructor(folder: string) {
    this.#folder = folder;
  }

  async playsAfter(last: RecordedPlay | undefined): Promise<readonly RecordedPlay[]> {
    const newest = await this.#newest();
    if (newest === undefined || (last !== undefined && newest.seen === this.#seen)) {
      return [];
    }
    const plays = readSession(await readFile(newest.path));
    this.#seen = newest.seen;
    return last === undefined ? plays.slice(-1) : plays.filter((play) => isAfter(play, last));
  }

  close(): void {
    this.#seen = '';
  }

  async #newest(): Promise<{ readonly path: string; readonly seen: string } | undefined> {
    const names = (await readdir(this.#folder)).filter((name) => name.endsWith('.session'));
    const files = await Promise.all(
      names.map(async (name) => {
        const path = join(this.#folder, name);
        const { mtimeMs, size } = await stat(path);
        return { path, mtimeMs, size, seen: `${name} ${size} ${mtimeMs}` };
      }),
    );
    return files.filter(({ size }) => size <= MAX_BYTES).sort((one, other) => other.mtimeMs - one.mtimeMs)[0];
  }
}
