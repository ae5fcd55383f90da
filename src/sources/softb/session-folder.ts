import { join } from 'node:path';
import { UpstreamError } from '../../core/errors.ts';
import { say, type Text } from '../../core/message.ts';
import type { Disk } from '../../core/tools.ts';
import type { RecordedPlay } from './record.ts';
import { readSession } from './session-file.ts';

/** A night takes some hundred kilobytes. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Session files of Serato DJ 3. The one written last is current. */
export class SessionFolder {
  readonly #folder: string;
  readonly #disk: Disk;
  /** File and state of the last call; empty without a file. */
  #seen: string | undefined;
  problem: Text | undefined;

  constructor(folder: string, disk: Disk) {
    this.#folder = folder;
    this.#disk = disk;
  }

  async newest(): Promise<readonly RecordedPlay[] | undefined> {
    const newest = await this.#newestFile();
    const seen = newest?.seen ?? '';
    if (seen === this.#seen) {
      return undefined;
    }
    const entries = newest === undefined ? this.#withoutSession() : await this.#read(newest.path);
    this.#seen = seen;
    return entries;
  }

  close(): void {
    this.#seen = undefined;
  }

  #withoutSession(): readonly RecordedPlay[] {
    this.problem = say('softb.no-session-yet', { path: this.#folder });
    return [];
  }

  async #read(path: string): Promise<readonly RecordedPlay[]> {
    let isDamaged = false;
    const entries = readSession(Buffer.from((await this.#disk.read(path)) ?? []), () => {
      isDamaged = true;
    });
    if (isDamaged && entries.length === 0) {
      throw new UpstreamError(say('softb.session-damaged', { path }), 'drop');
    }
    this.problem = isDamaged ? say('softb.session-damaged-in-part', { path }) : undefined;
    return entries;
  }

  async #newestFile(): Promise<{ readonly path: string; readonly seen: string } | undefined> {
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
