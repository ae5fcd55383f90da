import { execFileSync, spawnSync } from 'node:child_process';
import { lstat, mkdir, readdir, readFile, readlink, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { testFolder } from '../../../test/support/folder.ts';
import { smallDisk } from '../../../test/support/small-disk.ts';
import { nodeDisk, tidy } from './node-disk.js';
import { append, replace } from './write.js';

const SIZE = 64 * 1024;

describe('setAside', () => {
  const RECENT = new Date(2026, 0, 31, 22, 15, 40);

  test('names files after the time of the first one, and overwrites nothing', async () => {
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

  test('leaves no empty file when a name is taken', async () => {
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
  test('appends a whole line or none on a full disk, and continues when space is free', async () => {
    const disk = await smallDisk(SIZE);
    const path = join(disk.folder, 'history.txt');
    await nodeDisk.append(path, 'first\n');
    await disk.fill(8_192);
    const long = `${'x'.repeat(20_000)}\n`;
    await expect(nodeDisk.append(path, long)).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(await readFile(path, 'utf8')).toBe('first\n');
    await disk.free();
    await nodeDisk.append(path, long);
    expect(await readFile(path, 'utf8')).toBe(`first\n${long}`);
  });

  test('keeps the old content when the new one does not fit, and leaves no partial file', async () => {
    const { folder } = await smallDisk(SIZE);
    const path = join(folder, 'art.png');
    await nodeDisk.replace(path, 'old');
    await expect(nodeDisk.replace(path, Buffer.alloc(2 * SIZE))).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(await readFile(path, 'utf8')).toBe('old');
    expect(await readdir(folder)).toEqual(['art.png']);
  });
});

test('reads at most the given number of bytes', async () => {
  const path = join(await testFolder(), 'a.txt');
  await nodeDisk.replace(path, 'abc');
  expect(await nodeDisk.read(path, 2)).toEqual(Buffer.from('ab'));
  expect(await nodeDisk.read(path, 4)).toEqual(Buffer.from('abc'));
  expect(await nodeDisk.read(`${path}.none`, 2)).toBeUndefined();
});

test('reports the error of a failed write, even if nothing can be removed', async () => {
  await expect(nodeDisk.replace('/dev/null/now.txt', '')).rejects.toMatchObject({ syscall: 'open' });
});

test('rejects an impossible folder without looping', async () => {
  await expect(nodeDisk.makeFolder('/proc/none/of/this')).rejects.toMatchObject({ code: 'ENOENT' });
});

describe('a symbolic link', () => {
  test('keeps the link and replaces its target as a whole', async () => {
    const folder = await testFolder();
    const real = join(folder, 'real.txt');
    const link = join(folder, 'link.txt');
    const second = join(folder, 'second.txt');
    await nodeDisk.replace(real, 'old');
    await symlink('real.txt', link);
    await symlink('link.txt', second);
    await nodeDisk.replace(second, 'new');
    expect(await readFile(real, 'utf8')).toBe('new');
    expect([await readlink(link), await readlink(second)]).toEqual(['real.txt', 'link.txt']);
  });

  test('creates the missing target of a link', async () => {
    const folder = await testFolder();
    await mkdir(join(folder, 'a'));
    await symlink(join('..', 'b', 'real.txt'), join(folder, 'a', 'link.txt'));
    await nodeDisk.replace(join(folder, 'a', 'link.txt'), 'new');
    expect(await readFile(join(folder, 'b', 'real.txt'), 'utf8')).toBe('new');
  });

  test('rejects a link to itself', async () => {
    const link = join(await testFolder(), 'link.txt');
    await symlink('link.txt', link);
    await expect(nodeDisk.replace(link, 'new')).rejects.toMatchObject({ code: 'ELOOP' });
  });
});

test('writes to a pipe without replacing it', async () => {
  const pipe = join(await testFolder(), 'pipe');
  execFileSync('mkfifo', [pipe]);
  const reading = readFile(pipe, 'utf8');
  await nodeDisk.replace(pipe, 'now');
  expect(await reading).toBe('now');
  expect((await lstat(pipe)).isFIFO()).toBe(true);
});

test.each([
  ['letters', 'n'.repeat(251)],
  ['signs of four bytes', '\u{1f49a}'.repeat(62)],
  ['a name without an ending', 'n'.repeat(255)],
])('replaces, sets aside and tidies a file with the longest name, %s', async (_, stem) => {
  const folder = await testFolder();
  const name = Buffer.byteLength(stem) < 252 ? `${stem}.txt` : stem;
  const path = join(folder, name);
  const gone = spawnSync('true').pid;
  await nodeDisk.replace(path, 'one');
  await nodeDisk.replace(path, 'two');
  expect(await readdir(folder)).toEqual([name]);
  const [left = ''] = (await readdir(folder)).map((one) => `${[...one].slice(0, 32).join('')}.${gone}.part`);
  await writeFile(join(folder, left), '');
  await tidy(path);
  expect(await readdir(folder)).toEqual([name]);
  const aside = [await nodeDisk.setAside([path])];
  await nodeDisk.replace(path, 'three');
  aside.push(await nodeDisk.setAside([path]));
  expect(await Promise.all(aside.map((one) => readFile(one ?? '', 'utf8')))).toEqual(['two', 'three']);
});

test('tidy removes leftovers of killed runs and nothing else', async () => {
  const folder = await testFolder();
  const gone = spawnSync('true').pid;
  const names = [
    `now.txt.${gone}.part`,
    `now.txt.${process.pid}.part`,
    `other.txt.${gone}.part`,
    `now.txt.${gone}.part.bak`,
    'now.txt.part',
    'now.txt',
  ];
  await Promise.all(names.map((name) => writeFile(join(folder, name), '')));
  await mkdir(join(folder, 'links'));
  await symlink(join('..', 'now.txt'), join(folder, 'links', 'now.txt'));
  await tidy(join(folder, 'links', 'now.txt'));
  expect((await readdir(folder)).sort()).toEqual([...names.slice(1), 'links'].sort());
});

test('append does not repeat a line that an earlier attempt added', async () => {
  const path = join(await testFolder(), 'history.txt');
  append(path, 'same\n', 0);
  append(path, 'same\n', 5);
  append(path, 'same\n', 5);
  expect(await readFile(path, 'utf8')).toBe('same\nsame\n');
  append(path, 'other\n', 5);
  expect(await readFile(path, 'utf8')).toBe('same\nsame\nother\n');
});

test('replace keeps the file when the new content is outdated', async () => {
  const folder = await testFolder();
  const path = join(folder, 'now.txt');
  await writeFile(path, 'newer');
  expect(() => replace(path, 'older', {}, () => false)).toThrow();
  expect(await readFile(path, 'utf8')).toBe('newer');
  expect(await readdir(folder)).toEqual(['now.txt']);
});

describe('tryOut', () => {
  test('changes no file and leaves none', async () => {
    const folder = await testFolder();
    const path = join(folder, 'history.txt');
    await writeFile(path, 'a set');
    const before = await nodeDisk.stat(path);
    expect(await nodeDisk.tryOut(path)).toBeGreaterThan(0);
    expect(await nodeDisk.tryOut(join(folder, 'not', 'there', 'set.cue'))).toBeGreaterThan(0);
    expect(await nodeDisk.tryOut(folder)).toBeGreaterThan(0);
    expect(await readdir(folder)).toEqual(['history.txt']);
    expect(await nodeDisk.stat(path)).toEqual(before);
  });

  test('rejects on a full disk', async () => {
    const disk = await smallDisk(SIZE);
    expect(await nodeDisk.tryOut(join(disk.folder, 'set.cue'))).toBeLessThanOrEqual(SIZE);
    await disk.fill();
    for (const path of [join(disk.folder, 'set.cue'), disk.folder]) {
      await expect(nodeDisk.tryOut(path)).rejects.toMatchObject({ code: 'ENOSPC' });
    }
    expect(await readdir(disk.folder)).toEqual(['ballast']);
  });
});
