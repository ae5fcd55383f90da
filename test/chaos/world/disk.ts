import type { Disk, FileInfo } from '../../../src/core/tools.ts';
import { memoryDisk } from '../../support/disk.ts';
import type { DiskTrouble } from '../script.ts';
import type { ProgramClock, WorldClock } from './clock.ts';

/** Kills may come before a write or its answer. */
const WRITE_MS = 2;
/** Hanging operations fail then, as `Disk` promises. */
const GIVEN_UP_MS = 5_000;

interface StoredFile {
  readonly content: Buffer;
  readonly modifiedMs: number;
}

/** Outlives the program, with troubles of its own. */
export class ChaosDisk {
  readonly files = new Map<string, StoredFile>();
  readonly #world: WorldClock;
  readonly #written: (path: string, text: string, whole: boolean) => void;
  #trouble: DiskTrouble | undefined;

  /** `written`: called when readers can see it. */
  constructor(world: WorldClock, written: (path: string, text: string, whole: boolean) => void) {
    this.#world = world;
    this.#written = written;
  }

  get trouble(): DiskTrouble | undefined {
    return this.#trouble;
  }

  befall(trouble: DiskTrouble): void {
    this.#trouble = trouble;
  }

  recover(): void {
    this.#trouble = undefined;
  }

  text(path: string): string | undefined {
    return this.files.get(path)?.content.toString();
  }

  /** Fails in its trouble's way; does nothing for a dead program. */
  async attempt<Result>(
    program: ProgramClock,
    work: () => Result | Promise<Result>,
    writes = true,
  ): Promise<Result> {
    const alive = (): void => {
      if (program.isDead) {
        throw diskError('EIO');
      }
    };
    alive();
    if (this.#trouble === 'hangs') {
      await program.clock.sleep(GIVEN_UP_MS);
      throw diskError('ETIMEDOUT');
    }
    await program.clock.sleep(WRITE_MS);
    alive();
    if (this.#trouble === 'broken') {
      throw diskError('EIO');
    }
    if (this.#trouble === 'full' && writes) {
      throw diskError('ENOSPC');
    }
    const result = await work();
    await program.clock.sleep(WRITE_MS);
    return result;
  }

  for(program: ProgramClock): Disk {
    const write = (path: string, content: string | Uint8Array, before: Buffer): void => {
      const added = Buffer.from(content);
      const whole = Buffer.concat([before, added]);
      this.files.set(path, { content: whole, modifiedMs: this.#world.wall });
      this.#written(path, added.toString('latin1'), before.length === 0);
    };
    const contentOf = (path: string): Buffer => this.files.get(path)?.content ?? Buffer.alloc(0);
    return {
      ...memoryDisk(),
      replace: (path, content) => this.attempt(program, () => write(path, content, Buffer.alloc(0))),
      append: (path, content) => this.attempt(program, () => write(path, content, contentOf(path))),
      tryOut: () => this.attempt(program, () => Number.POSITIVE_INFINITY),
      makeFolder: () => this.attempt(program, () => undefined),
      read: (path, most = Number.POSITIVE_INFINITY, from = 0) =>
        this.attempt(program, () => this.files.get(path)?.content.subarray(from, from + most), false),
      stat: (path) => this.attempt(program, () => this.#stat(path), false),
      setAside: (paths) => this.attempt(program, () => this.#setAside(paths)),
    };
  }

  #stat(path: string): FileInfo | undefined {
    const file = this.files.get(path);
    return (
      file && {
        kind: 'file',
        size: file.content.length,
        executable: false,
        modifiedMs: file.modifiedMs,
        id: path,
        mark: `${path} ${file.modifiedMs} ${file.content.length}`,
      }
    );
  }

  #setAside(paths: readonly string[]): string | undefined {
    const present = paths.filter((path) => this.files.has(path));
    const [first] = present;
    const at = first === undefined ? undefined : this.files.get(first)?.modifiedMs;
    if (first === undefined || at === undefined) {
      return undefined;
    }
    const stamp = new Date(at).toISOString().replace(/[-:T]/g, '').slice(0, 14);
    let mark = stamp;
    for (let again = 2; present.some((path) => this.files.has(asideOf(path, mark))); again += 1) {
      mark = `${stamp}-${again}`;
    }
    for (const path of present) {
      const file = this.files.get(path);
      if (file !== undefined) {
        this.files.set(asideOf(path, mark), file);
        this.files.delete(path);
      }
    }
    return asideOf(first, mark);
  }
}

function asideOf(path: string, mark: string): string {
  return path.replace(/(\.[^.]*)$/, `-${mark}$1`);
}

function diskError(code: string): Error {
  return Object.assign(new Error(`${code}: the disk says so`), { code });
}
