/**
 * Contents of a disk after a power failure. `power-recorder.c` records file operations of processes in a folder; this
 * module replays them on a disk that keeps as little as a disk may.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tool } from './judge.ts';

const SOURCE = fileURLToPath(new URL('power-recorder.c', import.meta.url));

/** Builds the recorder in `folder`. Returns an environment that records a process and its children. */
export function recording(folder: string, watched: string, record: string): NodeJS.ProcessEnv {
  const library = join(folder, 'power-recorder.so');
  const flags = ['-shared', '-fPIC', '-O1', '-Wall', '-Wextra', '-Werror'];
  execFileSync(tool('cc'), [...flags, '-o', library, SOURCE, '-ldl']);
  return {
    ...process.env,
    LD_PRELOAD: library,
    TEST_RECORD: record,
    TEST_FOLDER: watched,
    // io_uring would bypass the recorder.
    UV_USE_IO_URING: '0',
  };
}

export interface DiskEvent {
  readonly what: 'create' | 'write' | 'cut' | 'sync' | 'rename' | 'remove';
  /** Inode of the file; 0 for a folder. */
  readonly inode: number;
  readonly offset: number;
  readonly path: string;
  /** Written bytes, or the new name of a rename. */
  readonly bytes: Buffer;
  /** End of its entry in the record, in bytes. */
  readonly recordedTo: number;
}

export function recordedEvents(record: string): DiskEvent[] {
  const all = readFileSync(record);
  const events: DiskEvent[] = [];
  for (let at = 0; at < all.length; ) {
    const end = all.indexOf('\n', at);
    const head = all.toString('utf8', at, end);
    const [, what, inode, offset, length, path = ''] = /^(\w+) (\d+) (-?\d+) (\d+) (.*)$/.exec(head) ?? [];
    if (length === undefined) {
      throw new Error(`no entry of a record: ${head.slice(0, 200)}`);
    }
    const bytes = all.subarray(end + 1, end + 1 + Number(length));
    // The recorder writes no others.
    const event = what as DiskEvent['what'];
    at = end + 2 + Number(length);
    events.push({ what: event, inode: Number(inode), offset: Number(offset), path, bytes, recordedTo: at });
  }
  return events;
}

/**
 * Data that a disk may lose: everything not flushed, or only contents, if it writes new names at once and contents
 * later. Nothing if only the program was killed.
 */
export type Loss = 'all that was not flushed' | 'contents that were not flushed' | 'nothing';

/** Inode by path. */
type Names = Map<string, number>;

export class PowerDisk {
  /** Watched folder, which exists from the start. */
  readonly #root: string;
  readonly #names: Names = new Map();
  readonly #flushedNames: Names = new Map();
  readonly #contents = new Map<number, Buffer>();
  readonly #flushed = new Map<number, Buffer>();

  constructor(root: string) {
    this.#root = root;
  }

  apply({ what, inode, offset, path, bytes }: DiskEvent): void {
    const content = this.#contents.get(inode) ?? Buffer.alloc(0);
    switch (what) {
      case 'create':
        this.#names.set(path, inode);
        this.#contents.set(inode, Buffer.alloc(0));
        // The inode may have belonged to a removed file.
        this.#flushed.delete(inode);
        break;
      case 'write': {
        const after = Buffer.alloc(Math.max(content.length, offset + bytes.length));
        content.copy(after);
        bytes.copy(after, offset);
        this.#contents.set(inode, after);
        break;
      }
      case 'cut': {
        const after = Buffer.alloc(offset);
        content.copy(after);
        this.#contents.set(inode, after);
        break;
      }
      case 'sync':
        this.#flush(inode, path);
        break;
      case 'rename':
        this.#names.set(bytes.toString(), this.#names.get(path) ?? 0);
        this.#names.delete(path);
        break;
      case 'remove':
        this.#names.delete(path);
        break;
    }
  }

  /** Content of each file after a power failure at this moment. */
  after(loss: Loss): Map<string, Buffer> {
    const names = loss === 'all that was not flushed' ? this.#flushedNames : this.#names;
    const contents = loss === 'nothing' ? this.#contents : this.#flushed;
    const isReached = (path: string): boolean =>
      path === this.#root || (names.has(path) && isReached(dirname(path)));
    return new Map(
      [...names]
        .filter(([path, inode]) => inode !== 0 && isReached(path))
        .map(([path, inode]) => [path, contents.get(inode) ?? Buffer.alloc(0)]),
    );
  }

  #flush(inode: number, path: string): void {
    // By path, because the inode may have belonged to a removed file.
    const isFolder = path === this.#root || this.#names.get(path) === 0;
    if (!isFolder) {
      this.#flushed.set(inode, this.#contents.get(inode) ?? Buffer.alloc(0));
      return;
    }
    for (const name of this.#flushedNames.keys()) {
      if (dirname(name) === path) {
        this.#flushedNames.delete(name);
      }
    }
    for (const [name, file] of this.#names) {
      if (dirname(name) === path) {
        this.#flushedNames.set(name, file);
      }
    }
  }
}
