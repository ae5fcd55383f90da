import { describe, expect, test } from 'vitest';
import { testFolder } from '../../../../test/support/folder.ts';
import { waitFor } from '../../../../test/support/wait.ts';
import type { Disk } from '../../../core/tools.ts';
import { nodeDisk } from '../../../host/disk/node-disk.js';
import { type DeviceFiles, LibraryCopies } from './copy.ts';

/** Files of a device that leaves after one read. */
function sending(read: DeviceFiles['read']): DeviceFiles {
  return { sources: async () => [], stat: () => Promise.reject(new Error('the device is gone')), read };
}

async function copy(
  files: DeviceFiles,
  size: number,
  disk: Disk = nodeDisk,
  before: () => undefined = () => undefined,
): Promise<void> {
  const copies = new LibraryCopies(await testFolder(), 'stick', disk);
  await copies.fetch(files, { path: '/m.db', size, id: 'a' }, before, new AbortController().signal);
}

test('rejects a library that became shorter, instead of requesting the rest forever', async () => {
  const bytes = new Uint8Array(1_000);
  const files = sending(async function* (_, { start = 0, end = bytes.length } = {}) {
    const piece = bytes.subarray(start, end);
    if (piece.length > 0) {
      yield piece;
    }
  });
  let parts = 0;
  const before = () => {
    parts += 1;
    if (parts > 9) {
      throw new Error('it is asked for again and again');
    }
    return undefined;
  };
  await expect(copy(files, 2_000, nodeDisk, before)).rejects.toMatchObject({
    advice: 'retry',
    message: 'the library became shorter while it was copied',
  });
});

test('writes all parts from the same two buffers', async () => {
  const files = sending(async function* (_, { start = 0, end = 0 } = {}) {
    yield new Uint8Array(end - start);
  });
  const memory = new Set<ArrayBufferLike>();
  let written = 0;
  const disk: Disk = {
    ...nodeDisk,
    async writeAt(_path, _at, content) {
      memory.add(content.buffer);
      written += content.length;
    },
  };
  await expect(copy(files, 5_000_000, disk)).rejects.toThrow('the device is gone');
  expect([written, memory.size]).toEqual([5_000_000, 2]);
});

describe('copy of a part', () => {
  const PIECE = new Uint8Array(64 * 1024);
  const PIECES = 6;

  /** Copies to a disk whose writes end only when told. `sent` counts pieces requested from the device. */
  async function slowCopy() {
    const counted = { sent: 0 };
    const files = sending(async function* () {
      for (; counted.sent < PIECES; counted.sent += 1) {
        yield PIECE;
      }
    });
    const writes: { readonly done: () => void; readonly fail: (error: Error) => void }[] = [];
    const disk: Disk = {
      ...nodeDisk,
      writeAt: () => new Promise((done, fail) => writes.push({ done, fail })),
    };
    const fetched = copy(files, PIECES * PIECE.length, disk);
    fetched.catch(() => undefined);
    await waitFor('the first write', () => writes[0]);
    return { counted, writes, fetched };
  }

  test('receives one more block during a write, and no further', async () => {
    const { counted, writes } = await slowCopy();
    await waitFor('the next block', () => (counted.sent >= 3 ? true : undefined));
    expect([counted.sent, writes.length]).toEqual([3, 1]);
    writes[0]?.done();
    await waitFor('the second write', () => writes[1]);
  });

  test('rejects when a write fails, also the last one', async () => {
    const { writes, fetched } = await slowCopy();
    for (const index of [0, 1]) {
      (await waitFor('a write', () => writes[index])).done();
    }
    (await waitFor('the last write', () => writes[2])).fail(new Error('the disk is full'));
    await expect(fetched).rejects.toThrow('the disk is full');
  });
});
