/** Copies a device's library to this computer's disk in pieces. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { FileTransfer } from '@deckcast/stagelinq';
import { UpstreamError } from '../../../core/errors.ts';
import type { Disk } from '../../../core/tools.ts';
import { namesIn, partOf } from './disk-space.ts';

/** The file operations that a library needs. */
export type DeviceFiles = Pick<FileTransfer, 'sources' | 'stat' | 'read'>;

/** A revision of a library on a device. */
export interface LibraryRevision {
  /** Path on the device. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Changes with every write to the library. */
  readonly id: string;
}

/** SQLite's header, which contains a change counter. */
const HEADER_BYTES = 100;
/** Other readers of the device come between two parts: the art on air waits for one at most. */
const PART_BYTES = 1024 * 1024;
/** Bytes of one write to the disk. */
const BLOCK_BYTES = 128 * 1024;
/** What the system may hold back of a copy. */
const FLUSHED_BYTES = 4 * 1024 * 1024;

/**
 * The revision at the first of these paths with a library; undefined when there is none. Throws the transfer's errors.
 */
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

/** The copies of one library in a folder: `<key>-<revision>.db`, and `.part` while it is being copied. */
export class LibraryCopies {
  readonly #folder: string;
  readonly #key: string;
  readonly #disk: Disk;

  /** `key` identifies the medium; any text. */
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

  /** Creates the folder. */
  async prepare(): Promise<void> {
    await this.#disk.makeFolder(this.#folder, { mode: 0o700 });
  }

  /**
   * Copies a revision whole; continues an interrupted copy of the same revision. `before` gets the bytes that are copied
   * and is waited for, before each part. Throws UpstreamError (`retry`) when the device wrote to the library meanwhile, and
   * the errors of transfer and disk.
   */
  async fetch(
    files: DeviceFiles,
    revision: LibraryRevision,
    before: (bytes: number) => Promise<unknown> | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const target = this.pathOf(revision);
    const part = partOf(target);
    // For all writes: what is thrown away at each would pile up until the engine collects it.
    const blocks = [new Uint8Array(BLOCK_BYTES), new Uint8Array(BLOCK_BYTES)] as const;
    let at = (await this.#disk.stat(part))?.size ?? 0;
    while (at < revision.size) {
      await before(at);
      const end = Math.min(at + PART_BYTES, revision.size);
      const pieces = files.read(revision.path, { start: at, end, signal });
      const reached = await this.#write(part, at, pieces, blocks);
      if (reached === at) {
        throw new UpstreamError('the library became shorter while it was copied', 'retry');
      }
      at = reached;
    }
    const after = await findRevision(files, [revision.path], signal);
    if (after?.id !== revision.id) {
      await this.#disk.remove(part);
      throw new UpstreamError('the device wrote to its library while it was copied', 'retry');
    }
    await this.#disk.rename(part, target);
  }

  /** Removes all copies except this one; all when undefined. Never rejects: a copy that cannot be removed stays. */
  async keepOnly(revision: LibraryRevision | undefined): Promise<void> {
    const kept = revision === undefined ? [] : [`${this.#key}-${revision.id}.db`];
    const names = await namesIn(this.#folder, this.#disk).catch(() => []);
    const others = names.filter((name) => name.startsWith(`${this.#key}-`) && !kept.includes(name));
    await Promise.allSettled(others.map((name) => this.#disk.remove(join(this.#folder, name))));
  }

  /**
   * Writes the pieces, and returns the new end of the file. Devices send a few kilobytes at a time, which are collected
   * into larger writes; while one is on its way to the disk, the device goes on sending. Pieces from before a broken
   * connection are kept, too.
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
        // Not all of it at its end: everything else that goes to this disk would wait for that.
        const flush = Math.floor(end / FLUSHED_BYTES) < Math.floor((end + filled) / FLUSHED_BYTES);
        writing = this.#disk.writeAt(part, end, block.subarray(0, filled), { mode: 0o600, flush });
        // It is waited for later.
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
