import { mkdir, readdir, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { testFolder } from '../../../../test/support/folder.ts';
import { smallDisk } from '../../../../test/support/small-disk.ts';
import { nodeDisk } from '../../../host/disk/node-disk.js';
import { DiskSpace } from './disk-space.ts';

const GIB = 1024 ** 3;

let folder: string;

beforeEach(async () => {
  folder = await testFolder();
});

function named(n: number): string {
  return `0000000000000000-${String(n).padStart(16, '0')}.db`;
}

/** Sparse files take no space. The first is the oldest. */
async function copies(count: number, bytes: number): Promise<string[]> {
  const paths = Array.from({ length: count }, (_, n) => join(folder, named(n)));
  for (const [n, path] of paths.entries()) {
    await writeFile(path, '');
    await truncate(path, bytes);
    await utimes(path, n, n);
  }
  return paths;
}

const NO_ROOM = { name: 'UpstreamError', advice: 'stop' };

describe('DiskSpace', () => {
  it('removes the oldest copies beyond 16 GiB', async () => {
    await copies(5, 4 * GIB);
    await new DiskSpace(folder, nodeDisk).reserve(join(folder, named(4)), 4 * GIB);
    expect(await readdir(folder)).toEqual([named(1), named(2), named(3), named(4)]);
  });

  it('keeps copies in use, and rejects a copy that does not fit beside them', async () => {
    const room = new DiskSpace(folder, nodeDisk);
    const paths = await copies(4, 4 * GIB);
    await Promise.all(paths.map((path) => room.reserve(path, 4 * GIB)));
    const [, , , , last = ''] = await copies(5, 4 * GIB);
    await expect(room.reserve(last, 4 * GIB)).rejects.toMatchObject(NO_ROOM);
    expect(await readdir(folder)).toHaveLength(5);
    room.release(paths[0] ?? '');
    await room.reserve(last, 4 * GIB);
    expect(await readdir(folder)).toHaveLength(4);
  });

  it('keeps a gigabyte of the disk free', async () => {
    ({ folder } = await smallDisk(64 * 1024 ** 2));
    const room = new DiskSpace(folder, nodeDisk);
    const path = join(folder, named(1));
    await expect(room.reserve(path, 1024)).rejects.toMatchObject(NO_ROOM);
    await writeFile(path, Buffer.alloc(1024));
    // An existing copy needs no more space.
    await room.reserve(path, 1024);
  });

  it('removes the oldest copies when the disk gets full', async () => {
    ({ folder } = await smallDisk(GIB + 3 * 1024 ** 2));
    for (const n of [1, 2]) {
      const path = join(folder, named(n));
      await writeFile(path, Buffer.alloc(1024 ** 2));
      await utimes(path, n, n);
    }
    await new DiskSpace(folder, nodeDisk).reserve(join(folder, named(3)), 1.5 * 1024 ** 2);
    expect(await readdir(folder)).toEqual([named(2)]);
  });

  it('ignores other files in the folder', async () => {
    await mkdir(join(folder, 'sets'));
    await writeFile(join(folder, 'notes.txt'), 'mine');
    await copies(20, 10);
    await new DiskSpace(folder, nodeDisk).tidy();
    expect(await readdir(folder)).toEqual([
      ...Array.from({ length: 16 }, (_, n) => named(n + 4)),
      'notes.txt',
      'sets',
    ]);
  });
});
