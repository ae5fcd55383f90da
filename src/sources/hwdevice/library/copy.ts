/** Copies a device's library to this computer's disk, a piece at a time. */
import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { UpstreamError } from '../../../core/errors.ts';
import type { FileTransfer } from '../../../stagelinq/index.ts';
import { partOf } from './disk-space.ts';

/** The device's files, as far as a library needs them. */
export type DeviceFiles = Pick<FileTransfer, 'sources' | 'stat' | 'read'>;

/** Which state of a library the device has. */
export interface LibraryRevision {
  /** Where on the device. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Changes whenever somebody writes to the library. */
  readonly id: string;
}

/** SQLite's header: among other things it counts the changes. */
const HEADER_BYTES = 100;
/** Between two parts somebody else may read from the device. */
const PART_BYTES = 4 * 1024 * 1024;
/** What is written to the disk at once. */
const BLOCK_BYTES = 256 * 1024;

/** The first of these paths where there is a library; undefined when there is none. Throws what the transfer throws. */
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

/** The copies of one library in a folder: `<key>-<edition>.db`, and `.part` while it is being copied. */
export class LibraryCopies {
  readonly #folder: string;
  readonly #key: string;

  /** `key` tells the libraries of several media apart; any text. */
  constructor(folder: string, key: string) {
    this.#folder = folder;
    this.#key = createHash('sha256').update(key).digest('hex').slice(0, 16);
  }

  pathOf({ id }: LibraryRevision): string {
    return join(this.#folder, `${this.#key}-${id}.db`);
  }

  async has(edition: LibraryRevision): Promise<boolean> {
    return (await this.#names()).includes(`${this.#key}-${edition.id}.db`);
  }

  /** Makes the folder for them. */
  async prepare(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
  }

  /**
   * Copies an edition whole; goes on where an earlier attempt for the same edition was interrupted.
   * Throws UpstreamError (`retry`) when the device wrote to the library meanwhile, and what transfer and disk throw.
   */
  async fetch(
    files: DeviceFiles,
    edition: LibraryRevision,
    onProgress: (bytes: number) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const target = this.pathOf(edition);
    const part = partOf(target);
    const file = await open(part, 'a', 0o600);
    try {
      let at = (await file.stat()).size;
      while (at < edition.size) {
        onProgress(at);
        const end = Math.min(at + PART_BYTES, edition.size);
        const reached = await append(file, at, files.read(edition.path, { start: at, end, signal }));
        if (reached === at) {
          throw new UpstreamError('the library became shorter while it was copied', 'retry');
        }
        at = reached;
      }
      await file.datasync();
    } finally {
      await file.close();
    }
    const after = await findRevision(files, [edition.path], signal);
    if (after?.id !== edition.id) {
      await rm(part, { force: true });
      throw new UpstreamError('the device wrote to its library while it was copied', 'retry');
    }
    await rename(part, target);
  }

  /** Removes all copies but this one; all when there is none to keep. Never rejects: what cannot be removed stays. */
  async keepOnly(edition: LibraryRevision | undefined): Promise<void> {
    const kept = edition === undefined ? [] : [`${this.#key}-${edition.id}.db`];
    const others = (await this.#names()).filter(
      (name) => name.startsWith(`${this.#key}-`) && !kept.includes(name),
    );
    await Promise.allSettled(others.map((name) => rm(join(this.#folder, name), { force: true })));
  }

  async #names(): Promise<string[]> {
    return readdir(this.#folder).catch(() => []);
  }
}

/**
 * Writes what arrives, and returns where the file ends now. Devices send a few kilobytes at a time; the disk is asked
 * less often. What came before a connection broke is kept, too.
 */
async function append(file: FileHandle, start: number, pieces: AsyncIterable<Uint8Array>): Promise<number> {
  let waiting: Uint8Array[] = [];
  let end = start;
  let bytes = 0;
  const flush = async (): Promise<void> => {
    const block = Buffer.concat(waiting, bytes);
    waiting = [];
    bytes = 0;
    await file.appendFile(block);
    end += block.length;
  };
  try {
    for await (const piece of pieces) {
      waiting.push(piece);
      bytes += piece.length;
      if (bytes >= BLOCK_BYTES) {
        await flush();
      }
    }
  } finally {
    await flush();
  }
  return end;
}
