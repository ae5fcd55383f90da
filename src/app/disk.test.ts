import { execFileSync } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { testFolder } from '../../test/support/folder.ts';
import { nodeDisk } from './disk.ts';

/** A folder that holds so many bytes and no more. */
async function smallDisk(bytes: number): Promise<string> {
  const folder = await testFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder], { stdio: 'pipe' });
  } catch {
    throw new Error('this test makes a small disk (mount -t tmpfs), which only root may do');
  }
  onTestFinished(() => {
    execFileSync('umount', [folder], { stdio: 'pipe' });
  });
  return folder;
}

const SIZE = 64 * 1024;

describe('the disk', () => {
  test('adds a whole line or none when it fills up, and goes on when there is room again', async () => {
    const folder = await smallDisk(SIZE);
    const path = join(folder, 'history.txt');
    const ballast = join(folder, 'ballast');
    await nodeDisk.append(path, 'first\n');
    await writeFile(ballast, Buffer.alloc(SIZE - 8_192));
    const long = `${'x'.repeat(20_000)}\n`;
    await expect(nodeDisk.append(path, long)).rejects.toThrow(/full|ENOSPC/);
    expect(await readFile(path, 'utf8')).toBe('first\n');
    await rm(ballast);
    await nodeDisk.append(path, long);
    expect(await readFile(path, 'utf8')).toBe(`first\n${long}`);
  });

  test('keeps the old content when the new one does not fit, and leaves nothing beside it', async () => {
    const folder = await smallDisk(SIZE);
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
