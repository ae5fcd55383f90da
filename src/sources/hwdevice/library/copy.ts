import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { FileTransfer } from '@deckcast/stagelinq';
import { UpstreamError } from '../../../core/errors.ts';
import { say } from '../../../core/message.ts';
import type { Disk } from '../../../core/tools.ts';
import { namesIn, partOf } from './disk-space.ts';

export type DeviceFiles = Pick<FileTransfer, 'sources' | 'stat' | 'read'>;

export interface LibraryRevision {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Changes with every write. */
  readonly id: string;
}

/** SQLite header with its change counter. */
const HEADER_BYTES = 100;
/** Art on air waits for one part at most: other reads go between. */
const PART_BYTES = 1024 * 1024;
const BLOCK_BYTES = 128 * 1024;
const FLUSH_EVERY_BYTES = 4 * 1024 * 1024;

/** Undefined without a library. Throws the transfer's errors. */
export async function findRevision(
  files: DeviceFiles,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<LibraryRevision | undefined> {
  for (const path of paths) {
    const { exists, directory, size } = await files.stat(path, signal);
    if (exists && !directory && size > HEADER_BYTES) {
      const hash = createHash('sha256').update(`${path}\n${size}\n`);
      for await (const piece of files.read(path, { end: HEADER_BYTES, signal })) {
        hash.update(piece);
      }
      return { path, size, id: hash.digest('hex').slice(0, 16) };
    }
  }
  return undefined;
}

/** `<key>-<revision>.db`; `.part` while incomplete. */
export class LibraryCopies {
  readonly #folder: string;
  readonly #key: string;
  readonly #disk: Disk;

  /** @param key identifies the medium */
  constructor(folder: string, key: string, disk: Disk) {
    this.#folder = folder;
    this.#disk = disk;
    this.#key = createHash('sha256').update(key).digest('hex').slice(0, 16);
  }

  pathOf({ id }: LibraryRevision): string {
    return join(this.#folder, `${this.#key}-${id}.db`);
  }

  async has(revision: LibraryRevision): Promise<boolean> {
    return (await this.#disk.stat(this.pathOf(revision))) !== undefined;
  }

  async prepare(): Promise<void> {
    await this.#disk.makeFolder(this.#folder, { mode: 0o700 });
  }

  /**
   * Resumes an interrupted copy. Throws UpstreamError (`retry`) if the device wrote to the library meanwhile,
   * and errors of transfer and disk. @param before awaited before each part; gets the number of copied bytes
   */
  async fetch(
    files: DeviceFiles,
    revision: LibraryRevision,
    before: (bytes: number) => Promise<unknown> | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const target = this.pathOf(revision);
    const part = partOf(target);
    // Reused: fresh buffers would pile up until garbage collection.
    const blocks = [new Uint8Array(BLOCK_BYTES), new Uint8Array(BLOCK_BYTES)] as const;
    let at = (await this.#disk.stat(part))?.size ?? 0;
    while (at < revision.size) {
      await before(at);
      const end = Math.min(at + PART_BYTES, revision.size);
      const pieces = files.read(revision.path, { start: at, end, signal });
      const reached = await this.#write(part, at, pieces, blocks);
      if (reached === at) {
        throw new UpstreamError(say('hwdevice.library-became-shorter'), 'retry');
      }
      at = reached;
    }
    const after = await findRevision(files, [revision.path], signal);
    if (after?.id !== revision.id) {
      await this.#disk.remove(part);
      throw new UpstreamError(say('hwdevice.library-written-meanwhile'), 'retry');
    }
    await this.#disk.rename(part, target);
  }

  /**
   * Removes all other copies; without a revision, all. Never rejects: a copy that cannot be removed stays.
   */
  async keepOnly(revision: LibraryRevision | undefined): Promise<void> {
    const kept = revision === undefined ? [] : [`${this.#key}-${revision.id}.db`];
    const names = await namesIn(this.#folder, this.#disk).catch(() => []);
    const others = names.filter((name) => name.startsWith(`${this.#key}-`) && !kept.includes(name));
    await Promise.allSettled(others.map((name) => this.#disk.remove(join(this.#folder, name))));
  }

  /**
   * Returns the new end. Collects small pieces into larger writes, receives more meanwhile, and keeps pieces
   * from before a lost connection.
   */
  async #write(
    part: string,
    start: number,
    pieces: AsyncIterable<Uint8Array>,
    blocks: readonly [Uint8Array, Uint8Array],
  ): Promise<number> {
    let [block, spare] = blocks;
    let end = start;
    let filled = 0;
    let writing: Promise<void> = Promise.resolve();
    const flush = async (): Promise<void> => {
      await writing;
      if (filled > 0) {
        // A large flush at the end would block all other writes to this disk.
        const flush = Math.floor(end / FLUSH_EVERY_BYTES) < Math.floor((end + filled) / FLUSH_EVERY_BYTES);
        writing = this.#disk.writeAt(part, end, block.subarray(0, filled), { mode: 0o600, flush });
        // The next flush awaits it.
        writing.catch(() => undefined);
        [block, spare] = [spare, block];
        end += filled;
        filled = 0;
      }
    };
    try {
      for await (const piece of pieces) {
        for (let at = 0; at < piece.length; ) {
          const taken = piece.subarray(at, at + BLOCK_BYTES - filled);
          block.set(taken, filled);
          filled += taken.length;
          at += taken.length;
          if (filled === BLOCK_BYTES) {
            await flush();
          }
        }
      }
    } finally {
      await flush();
      await writing;
    }
    return end;
  }
}
