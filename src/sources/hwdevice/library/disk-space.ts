import { join } from 'node:path';
import { codeOf, UpstreamError } from '../../../core/errors.ts';
import { say, type Text } from '../../../core/message.ts';
import type { Disk } from '../../../core/tools.ts';
import { Turns } from '../../../core/waiting.ts';

/** Copies kept from earlier sets. */
const MAX_COPIES = 16;
const MAX_TOTAL_BYTES = 16 * 1024 ** 3;
/** Left for the set's files and other programs. */
const SPARE_BYTES = 1024 ** 3;

const COPY = /^[0-9a-f]{16}-[0-9a-f]{16}\.(?:db|part)$/;

interface Copy {
  readonly path: string;
  readonly size: number;
  readonly writtenAt: number;
}

export class DiskSpace {
  readonly #folder: string;
  readonly #disk: Disk;
  /** Final sizes of copies in use or progress. */
  readonly #reserved = new Map<string, number>();
  /** Concurrent claims would count the same free bytes. */
  readonly #work = new Turns();

  constructor(folder: string, disk: Disk) {
    this.#folder = folder;
    this.#disk = disk;
  }

  /** Keeps the newest unused copies. Never rejects. */
  tidy(): Promise<void> {
    return this.#work
      .run(async () => this.#remove((await this.#unclaimed()).slice(0, -MAX_COPIES)))
      .catch(() => undefined);
  }

  /** Removes unused older copies to make room. Throws UpstreamError (`stop`) if there is too little. */
  reserve(path: string, bytes: number): Promise<void> {
    return this.#work.run(() => this.#claim(path, bytes));
  }

  release(path: string): void {
    this.#reserved.delete(path);
  }

  async #claim(path: string, bytes: number): Promise<void> {
    const claims = new Map(this.#reserved).set(path, bytes);
    const claimed = sum(claims.values());
    if (claimed > MAX_TOTAL_BYTES) {
      throw noRoom(say('hwdevice.copies-limit', { size: gigabytes(MAX_TOTAL_BYTES) }));
    }
    const others = (await this.#unclaimed()).filter(
      (copy) => withoutEnding(copy.path) !== withoutEnding(path),
    );
    const isHere = (await this.#missingBytes(path, bytes)) === 0;
    const missing = isHere
      ? 0
      : (await this.#allMissingBytes(claims)) + SPARE_BYTES - (await this.#disk.freeBytes(this.#folder));
    const tooMuch = claimed + sum(others.map(({ size }) => size)) - MAX_TOTAL_BYTES;
    const inTheWay = oldestWith(others, Math.max(missing, tooMuch));
    if (missing > sum(inTheWay.map(({ size }) => size))) {
      throw noRoom(
        say('hwdevice.disk-too-full', {
          folder: this.#folder,
          needed: gigabytes(bytes),
          spare: gigabytes(SPARE_BYTES),
        }),
      );
    }
    await this.#remove(inTheWay);
    this.#reserved.set(path, bytes);
  }

  async #unclaimed(): Promise<readonly Copy[]> {
    const names = await namesIn(this.#folder, this.#disk);
    const claimed = new Set([...this.#reserved.keys()].map(withoutEnding));
    const paths = names.filter((name) => COPY.test(name)).map((name) => join(this.#folder, name));
    const copies = await Promise.all(
      paths
        .filter((path) => !claimed.has(withoutEnding(path)))
        .map(async (path) => {
          const { size = 0, modifiedMs = 0 } = (await this.#disk.stat(path)) ?? {};
          return { path, size, writtenAt: modifiedMs };
        }),
    );
    return copies.sort((one, other) => one.writtenAt - other.writtenAt);
  }

  async #missingBytes(path: string, bytes: number): Promise<number> {
    const files = await Promise.all([path, partOf(path)].map((name) => this.#disk.stat(name)));
    return Math.max(0, bytes - Math.max(...files.map((file) => file?.size ?? 0)));
  }

  async #allMissingBytes(claims: ReadonlyMap<string, number>): Promise<number> {
    return sum(await Promise.all([...claims].map(([path, bytes]) => this.#missingBytes(path, bytes))));
  }

  async #remove(copies: readonly Copy[]): Promise<void> {
    await Promise.allSettled(copies.map(({ path }) => this.#disk.remove(path)));
  }
}

export async function namesIn(folder: string, disk: Disk): Promise<readonly string[]> {
  try {
    return await disk.list(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') {
      return [];
    }
    throw error;
  }
}

export function partOf(path: string): string {
  return `${withoutEnding(path)}.part`;
}

function withoutEnding(path: string): string {
  return path.replace(/\.(?:db|part)$/, '');
}

/** Fewest oldest copies of at least this size, or all. */
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

function sum(numbers: Iterable<number>): number {
  return [...numbers].reduce((total, number) => total + number, 0);
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1024 ** 3).toFixed(1)} GiB`;
}

function noRoom(reason: Text): UpstreamError {
  return new UpstreamError(say('hwdevice.no-room', { reason }), 'stop');
}
