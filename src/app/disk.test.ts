import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { testFolder } from '../../test/support/folder.ts';
import { smallDisk } from '../../test/support/small-disk.ts';
import { nodeDisk } from './disk.ts';

const SIZE = 64 * 1024;

describe('files that are set aside', () => {
  const RECENT = new Date(2026, 0, 31, 22, 15, 40);

  test('are named after the time of the first one, and overwrite nothing', async () => {
    const folder = await testFolder();
    const path = (name: string): string => join(folder, name);
    for (const [evening, date] of ['2026-01-31-2215', '2026-01-31-2215-2'].entries()) {
      await writeFile(path('set.cue'), `first ${evening}`);
      await writeFile(path('set-2.cue'), `second ${evening}`);
      await utimes(path('set.cue'), RECENT, RECENT);
      const given = [path('set.cue'), path('set-2.cue'), path('set-3.cue')];
      expect(await nodeDisk.setAside(given)).toBe(path(`set-${date}.cue`));
      expect(await readFile(path(`set-${date}.cue`), 'utf8')).toBe(`first ${evening}`);
      expect(await readFile(path(`set-2-${date}.cue`), 'utf8')).toBe(`second ${evening}`);
    }
    expect(await readdir(folder)).toHaveLength(4);
    expect(await nodeDisk.setAside([path('set.cue')])).toBeUndefined();
  });

  test('leave no empty file when one of the names is taken', async () => {
    const folder = await testFolder();
    const files = ['a.db', 'a.db-wal', 'a-2026-01-31-2215.db-wal'];
    for (const name of files) {
      await writeFile(join(folder, name), name);
      await utimes(join(folder, name), RECENT, RECENT);
    }
    await nodeDisk.setAside([join(folder, 'a.db'), join(folder, 'a.db-wal')]);
    expect((await readdir(folder)).sort()).toEqual([
      'a-2026-01-31-2215-2.db',
      'a-2026-01-31-2215-2.db-wal',
      'a-2026-01-31-2215.db-wal',
    ]);
  });
});

describe('the disk', () => {
  test('adds a whole line or none when it fills up, and goes on when there is room again', async () => {
    const disk = await smallDisk(SIZE);
    const path = join(disk.folder, 'history.txt');
    await nodeDisk.append(path, 'first\n');
    await disk.fill(8_192);
    const long = `${'x'.repeat(20_000)}\n`;
    await expect(nodeDisk.append(path, long)).rejects.toThrow(/full|ENOSPC/);
    expect(await readFile(path, 'utf8')).toBe('first\n');
    await disk.free();
    await nodeDisk.append(path, long);
    expect(await readFile(path, 'utf8')).toBe(`first\n${long}`);
  });

  test('keeps the old content when the new one does not fit, and leaves nothing beside it', async () => {
    const { folder } = await smallDisk(SIZE);
    const path = join(folder, 'art.png');
    await nodeDisk.replace(path, 'old');
    await expect(nodeDisk.replace(path, Buffer.alloc(2 * SIZE))).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(await readFile(path, 'utf8')).toBe('old');
    expect(await readdir(folder)).toEqual(['art.png']);
  });

  test('makes the folders that are missing', async () => {
    const folder = await testFolder();
    await nodeDisk.replace(join(folder, 'a', 'b', 'c.txt'), 'c');
    await nodeDisk.append(join(folder, 'd', 'e.txt'), 'e');
    expect(await nodeDisk.read(join(folder, 'a', 'b', 'c.txt'))).toEqual(Buffer.from('c'));
    expect(await nodeDisk.read(join(folder, 'd', 'e.txt'))).toEqual(Buffer.from('e'));
    expect(await nodeDisk.read(join(folder, 'nothing'))).toBeUndefined();
  });
});

test('a write that fails tells of the write, also where nothing can be tidied up', async () => {
  await expect(nodeDisk.replace('/dev/null/now.txt', '')).rejects.toMatchObject({ syscall: 'open' });
});

test('a folder that cannot be is an error, not an endless search', async () => {
  await expect(nodeDisk.makeFolder('/proc/none/of/this')).rejects.toMatchObject({ code: 'ENOENT' });
});
