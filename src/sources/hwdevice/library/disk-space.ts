/** Limits the disk space of copies of libraries. */
import { readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { UpstreamError } from '../../../core/errors.ts';

/** Copies of libraries, including those of earlier evenings. */
const MAX_COPIES = 16;
/** Bytes of all copies. */
const MAX_TOGETHER = 16 * 1024 ** 3;
/** Bytes that stay free for the set's own files and for other programs. */
const SPARE = 1024 ** 3;

const COPY = /^[0-9a-f]{16}-[0-9a-f]{16}\.(?:db|part)$/;

interface Copy {
  readonly path: string;
  /** Bytes on the disk. */
  readonly size: number;
  readonly writtenAt: number;
}

export class DiskSpace {
  readonly #folder: string;
  /** Bytes of the copies that are in use or on their way, by path. */
  readonly #reserved = new Map<string, number>();
  #turn: Promise<unknown> = Promise.resolve();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Removes all but the newest copies of earlier evenings. Never rejects. */
  async tidy(): Promise<void> {
    await remove((await this.#unclaimed()).slice(0, -MAX_COPIES));
  }

  /**
   * Reserves room for a copy; unused older ones are removed for it. Throws UpstreamError (`stop`) when there is not
   * enough.
   */
  reserve(path: string, bytes: number): Promise<void> {
    // One after the other: concurrent claims would both count the same free bytes.
    const claim = this.#turn.then(() => this.#claim(path, bytes));
    this.#turn = claim.catch(() => undefined);
    return claim;
  }

  release(path: string): void {
    this.#reserved.delete(path);
  }

  async #claim(path: string, bytes: number): Promise<void> {
    const claims = new Map(this.#reserved).set(path, bytes);
    const claimed = sum(claims.values());
    if (claimed > MAX_TOGETHER) {
      throw noRoom(`copies of libraries may take ${gigabytes(MAX_TOGETHER)} together`);
    }
    const others = (await this.#unclaimed()).filter(
      (copy) => withoutEnding(copy.path) !== withoutEnding(path),
    );
    const isHere = (await toCome(path, bytes)) === 0;
    const missing = isHere ? 0 : (await allToCome(claims)) + SPARE - (await freeBytes(this.#folder));
    const tooMuch = claimed + sum(others.map(({ size }) => size)) - MAX_TOGETHER;
    const inTheWay = oldestWith(others, Math.max(missing, tooMuch));
    if (missing > sum(inTheWay.map(({ size }) => size))) {
      throw noRoom(
        `it takes ${gigabytes(bytes)} beside the ${gigabytes(SPARE)} that stay free, and the disk of ${this.#folder} has no more room`,
      );
    }
    await remove(inTheWay);
    this.#reserved.set(path, bytes);
  }

  /** Copies that nobody uses, the oldest first. */
  async #unclaimed(): Promise<readonly Copy[]> {
    const names = await readdir(this.#folder).catch(() => []);
    const claimed = new Set([...this.#reserved.keys()].map(withoutEnding));
    const paths = names.filter((name) => COPY.test(name)).map((name) => join(this.#folder, name));
    const copies = await Promise.all(
      paths
        .filter((path) => !claimed.has(withoutEnding(path)))
        .map(async (path) => {
          const { size, mtimeMs } = await stat(path).catch(() => ({ size: 0, mtimeMs: 0 }));
          return { path, size, writtenAt: mtimeMs };
        }),
    );
    return copies.sort((one, other) => one.writtenAt - other.writtenAt);
  }
}

/** Name of an unfinished copy. */
export function partOf(path: string): string {
  return `${withoutEnding(path)}.part`;
}

function withoutEnding(path: string): string {
  return path.replace(/\.(?:db|part)$/, '');
}

/** The first copies that together have this many bytes; all when they have fewer. */
function oldestWith(copies: readonly Copy[], bytes: number): readonly Copy[] {
  const chosen: Copy[] = [];
  for (const copy of copies) {
    if (sum(chosen.map(({ size }) => size)) >= bytes) {
      break;
    }
    chosen.push(copy);
  }
  return chosen;
}

/** Bytes that a copy still lacks. */
async function toCome(path: string, bytes: number): Promise<number> {
  const sizes = await Promise.all([path, partOf(path)].map(sizeOf));
  return Math.max(0, bytes - Math.max(...sizes));
}

async function allToCome(claims: ReadonlyMap<string, number>): Promise<number> {
  return sum(await Promise.all([...claims].map(([path, bytes]) => toCome(path, bytes))));
}

/** Infinite where the system does not report it. */
async function freeBytes(folder: string): Promise<number> {
  const disk = await statfs(folder).catch(() => undefined);
  return disk === undefined ? Number.POSITIVE_INFINITY : disk.bavail * disk.bsize;
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => ({ size: 0 }))).size;
}

async function remove(copies: readonly Copy[]): Promise<void> {
  await Promise.allSettled(copies.map(({ path }) => rm(path, { force: true })));
}

function sum(numbers: Iterable<number>): number {
  return [...numbers].reduce((total, number) => total + number, 0);
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1024 ** 3).toFixed(1)} GiB`;
}

function noRoom(reason: string): UpstreamError {
  return new UpstreamError(`there is no room for a copy: ${reason}`, 'stop');
}
