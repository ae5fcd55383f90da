import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { testFolder } from '../../test/support/folder.ts';
import { smallDisk } from '../../test/support/small-disk.ts';
import { nodeDisk } from './disk.ts';

const SIZE = 64 * 1024;

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
