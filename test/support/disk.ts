import type { Disk } from '../../src/core/tools.ts';

export interface MemoryDisk extends Disk {
  /** Content by path. */
  readonly files: Map<string, Uint8Array>;
}

/** Disk in memory, without delays. */
export function memoryDisk(): MemoryDisk {
  const files = new Map<string, Uint8Array>();
  return {
    files,
    prepare: () => undefined,
    async replace(path, content) {
      files.set(path, Buffer.from(content));
    },
    async append(path, content) {
      files.set(path, Buffer.concat([files.get(path) ?? Buffer.alloc(0), Buffer.from(content)]));
    },
    async writeAt(path, at, content) {
      const before = files.get(path) ?? new Uint8Array();
      const after = new Uint8Array(Math.max(before.length, at + content.length));
      after.set(before);
      after.set(content, at);
      files.set(path, after);
    },
    async rename(path, to) {
      files.set(to, files.get(path) ?? new Uint8Array());
      files.delete(path);
    },
    remove: async (path) => void files.delete(path),
    freeBytes: async () => Number.POSITIVE_INFINITY,
    tryOut: async () => Number.POSITIVE_INFINITY,
    makeFolder: async () => undefined,
    read: async (path, most = Number.POSITIVE_INFINITY, from = 0) =>
      files.get(path)?.subarray(from, from + most),
    stat: async () => undefined,
    list: async () => [],
    realpath: async (path) => path,
    setAside: async () => undefined,
  };
}
