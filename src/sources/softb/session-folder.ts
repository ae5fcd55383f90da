import { join } from 'node:path';
import type { Disk } from '../../core/tools.ts';
import { isAfter, type PlayRecord, type RecordedPlay } from './record.ts';
import { readSession } from './session-file.ts';

/** Far more than a night's file, which has some hundred kilobytes. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Serato DJ 3's folder of session files: the current one is the one that was written last. */
export class SessionFolder implements PlayRecord {
  readonly #folder: string;
  readonly #disk: Disk;
  #seen = '';

  constructor(folder: string, disk: Disk) {
    this.#folder = folder;
    this.#disk = disk;
  }

  async playsAfter(last: RecordedPlay | undefined): Promise<readonly RecordedPlay[]> {
    const newest = await this.#newest();
    if (newest === undefined || (last !== undefined && newest.seen === this.#seen)) {
      return [];
    }
    const plays = readSession(Buffer.from((await this.#disk.read(newest.path)) ?? []));
    this.#seen = newest.seen;
    return last === undefined ? plays.slice(-1) : plays.filter((play) => isAfter(play, last));
  }

  close(): void {
    this.#seen = '';
  }

  async #newest(): Promise<{ readonly path: string; readonly seen: string } | undefined> {
    const names = (await this.#disk.list(this.#folder)).filter((name) => name.endsWith('.session'));
    const files = await Promise.all(
      names.map(async (name) => {
        const path = join(this.#folder, name);
        const about = await this.#disk.stat(path);
        return about === undefined || about.size > MAX_BYTES
          ? []
          : [{ path, modifiedMs: about.modifiedMs, seen: `${name} ${about.mark}` }];
      }),
    );
    return files.flat().sort((one, other) => other.modifiedMs - one.modifiedMs)[0];
  }
}
