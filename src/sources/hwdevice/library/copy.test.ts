import { expect, test } from 'vitest';
import { testFolder } from '../../../../test/support/folder.ts';
import { nodeDisk } from '../../../app/disk/node-disk.js';
import { type DeviceFiles, LibraryCopies } from './copy.ts';

test('a library that became shorter while it was copied is not asked for without end', async () => {
  const bytes = new Uint8Array(1_000);
  const files: DeviceFiles = {
    sources: async () => [],
    stat: () => Promise.reject(new Error('not asked for')),
    async *read(_, { start = 0, end = bytes.length } = {}) {
      const piece = bytes.subarray(start, end);
      if (piece.length > 0) {
        yield piece;
      }
    },
  };
  const copies = new LibraryCopies(await testFolder(), 'stick', nodeDisk);
  const revision = { path: '/m.db', size: 2_000, id: 'a' };
  let parts = 0;
  const onProgress = () => {
    parts += 1;
    if (parts > 9) {
      throw new Error('it is asked for again and again');
    }
  };
  await expect(copies.fetch(files, revision, onProgress, new AbortController().signal)).rejects.toMatchObject(
    {
      advice: 'retry',
      message: 'the library became shorter while it was copied',
    },
  );
});
