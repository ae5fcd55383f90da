/** The media that are plugged into a simulated device: files by their path, read in pieces. */
import { type FileHandle, open } from 'node:fs/promises';
import type { MediumFile } from './set.ts';

export interface Stat {
  readonly exists: boolean;
  readonly isFolder: boolean;
  /** Bytes; 0 for a folder and for what is missing. */
  readonly size: number;
}

export interface MediumListing {
  readonly names: readonly string[];
  readonly areFolders: boolean;
}

export class Medium {
  #files: ReadonlyMap<string, MediumFile>;

  constructor(files: readonly MediumFile[]) {
    this.#files = new Map(files.map((file) => [file.path, file]));
  }

  /** Adds a file, or replaces it. */
  put(file: MediumFile): void {
    this.#files = new Map(this.#files).set(file.path, file);
  }

  /** The media are pulled out. */
  clear(): void {
    this.#files = new Map();
  }

  /** The empty path lists the sources, which are folders. A folder with folders and files lists its folders. */
  list(path: string): MediumListing {
    const inside = path === '' ? '/' : `${path.replace(/\/$/, '')}/`;
    const below = [...this.#files.keys()]
      .filter((file) => file.startsWith(inside))
      .map((file) => file.slice(inside.length).split('/'));
    const folders = [...new Set(below.filter((parts) => parts.length > 1).map(([first = '']) => first))];
    const files = below.filter((parts) => parts.length === 1).map(([first = '']) => first);
    const areFolders = folders.length > 0 || path === '';
    return { names: areFolders ? folders : files, areFolders };
  }

  async stat(path: string): Promise<Stat> {
    const file = this.#files.get(path);
    if (file !== undefined) {
      return { exists: true, isFolder: false, size: await this.#sizeOf(file) };
    }
    const isFolder = this.list(path).names.length > 0;
    return { exists: isFolder, isFolder, size: 0 };
  }

  /** The bytes from `offset` on, at most `length`; none behind the end or of a file that is not there. */
  async read(path: string, offset: number, length: number): Promise<Uint8Array> {
    const file = this.#files.get(path);
    if (file === undefined) {
      return new Uint8Array();
    }
    if ('disk' in file.content) {
      return withDiskFile(file.content.disk, async (handle) => {
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, offset);
        return buffer.subarray(0, bytesRead);
      });
    }
    return this.#bytesOf(file.path, file.content).subarray(offset, offset + length);
  }

  async #sizeOf({ path, content }: MediumFile): Promise<number> {
    return 'disk' in content
      ? withDiskFile(content.disk, async (handle) => (await handle.stat()).size)
      : this.#bytesOf(path, content).length;
  }

  #bytesOf(path: string, content: Uint8Array | { readonly make: () => Uint8Array }): Uint8Array {
    if (content instanceof Uint8Array) {
      return content;
    }
    const bytes = content.make();
    this.put({ path, content: bytes });
    return bytes;
  }
}

async function withDiskFile<T>(path: string, use: (handle: FileHandle) => Promise<T>): Promise<T> {
  const handle = await open(path);
  try {
    return await use(handle);
  } finally {
    await handle.close();
  }
}
