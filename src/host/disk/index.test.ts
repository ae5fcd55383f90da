import { constants } from 'node:fs';
import { open, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fakeClock, untilSettled } from '../../../test/support/clock.ts';
import { pipeWithoutReader, testFolder } from '../../../test/support/folder.ts';
import { frozenDisk } from '../../../test/support/frozen-disk.ts';
import { childrenOf, helpersNamed } from '../../../test/support/processes.ts';
import { waitFor } from '../../../test/support/wait.ts';
import { openDisk } from './index.ts';

function diskUnderTest() {
  const clock = fakeClock();
  const disk = openDisk(clock);
  onTestFinished(() => disk.close());
  // Processes of other tests may end meanwhile.
  const before = childrenOf();
  return {
    clock,
    disk,
    processes: async () => (await helpersNamed('files')).filter((pid) => !before.includes(pid)),
  };
}

describe('openDisk', () => {
  test('behaves like the plain disk, including errors', async () => {
    const { disk, processes } = diskUnderTest();
    const folder = await testFolder();
    await disk.replace(join(folder, 'new', 'a.txt'), 'one');
    await disk.replace(join(folder, 'new', 'a.txt'), Buffer.from('two'));
    await disk.append(join(folder, 'log', 'b.txt'), 'line\n');
    await disk.append(join(folder, 'log', 'b.txt'), 'line\n');
    await disk.writeAt(join(folder, 'c.txt'), 0, Buffer.from('one two'));
    await disk.writeAt(join(folder, 'c.txt'), 4, Buffer.from('2'));
    await disk.rename(join(folder, 'c.txt'), join(folder, 'd.txt'));
    await disk.writeAt(join(folder, 'deep', 'e.txt'), 0, Buffer.from('e'));
    await disk.remove(join(folder, 'deep', 'e.txt'));
    await disk.remove(join(folder, 'deep', 'e.txt'));
    await disk.makeFolder(join(folder, 'made', 'of', 'two'), { mode: 0o700 });
    expect(await disk.freeBytes(folder)).toBeGreaterThan(0);
    expect((await stat(join(folder, 'made'))).mode & 0o777).toBe(0o700);
    expect(await disk.read(join(folder, 'd.txt'))).toEqual(Buffer.from('one 2wo'));
    expect(await disk.read(join(folder, 'new', 'a.txt'))).toEqual(Buffer.from('two'));
    expect(await disk.read(join(folder, 'log', 'b.txt'))).toEqual(Buffer.from('line\nline\n'));
    expect(await disk.read(join(folder, 'none'))).toBeUndefined();
    expect((await readdir(folder)).sort()).toEqual(['d.txt', 'deep', 'log', 'made', 'new']);
    await expect(disk.replace(folder, '')).rejects.toMatchObject({ code: 'EISDIR', syscall: 'rename' });
    expect(await processes()).toHaveLength(1);
  });

  test('abandons a pipe without a reader while other folders stay writable', async () => {
    const { clock, disk, processes } = diskUnderTest();
    const pipe = await pipeWithoutReader();
    const other = join(await testFolder(), 'featured.txt');
    await disk.replace(other, '0');
    const hanging = expect(disk.append(pipe, 'line\n')).rejects.toThrow('the disk is not responding');
    for (let n = 1; n <= 8; n += 1) {
      await disk.replace(other, `${n}`);
      await clock.advance(500);
    }
    expect(await readFile(other, 'utf8')).toBe('8');
    await untilSettled(clock, hanging);
    await hanging;
    await disk.replace(other, '9');
    await waitFor('the process to be gone', async () =>
      (await processes()).length === 1 ? true : undefined,
    );
  });

  test('returns to one process when slow folders answer again', async () => {
    const { clock, disk, processes } = diskUnderTest();
    const pipes = [await pipeWithoutReader(), await pipeWithoutReader()];
    await disk.stat('/');
    const writes = pipes.map((pipe) => disk.replace(pipe, 'late'));
    // The second request waits behind the first, then in its own process.
    await clock.advance(2_000);
    for (const [index, pipe] of pipes.entries()) {
      const reader = await open(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
      onTestFinished(() => reader.close());
      await writes[index];
    }
    await disk.stat('/');
    await waitFor('the others to be gone', async () => ((await processes()).length === 1 ? true : undefined));
  });

  test('appends each line once and in order, however long the disk was frozen', async () => {
    const { clock, disk, processes } = diskUnderTest();
    const frozen = await frozenDisk();
    const path = join(frozen.folder, 'history.txt');
    await disk.append(path, 'one\n');
    frozen.freeze();
    const given = expect(disk.append(path, 'two\n')).rejects.toThrow('the disk is not responding');
    await untilSettled(clock, given);
    await given;
    // The process cannot even be killed. A second process could overtake it, so none is started.
    const again = disk.append(path, 'two\n');
    await clock.advance(5_000);
    expect((await processes()).length).toBeLessThanOrEqual(2);
    frozen.thaw();
    await again;
    await disk.append(path, 'three\n');
    expect(await readFile(path, 'utf8')).toBe('one\ntwo\nthree\n');
  });

  test('rejects at once when the caller aborts, even if disks hang', async () => {
    const { disk } = diskUnderTest();
    const pipe = await pipeWithoutReader();
    await disk.read(join(pipe, '..', 'none'));
    const hanging = expect(disk.append(pipe, 'line\n')).rejects.toThrow('the program is stopping');
    disk.close();
    await hanging;
    await expect(disk.read(pipe)).rejects.toThrow('the program is stopping');
  });

  test('restarts a killed process', async () => {
    const { disk, processes } = diskUnderTest();
    const path = join(await testFolder(), 'a.txt');
    await writeFile(path, 'a');
    await disk.read(path);
    for (const pid of await processes()) {
      process.kill(pid, 'SIGKILL');
    }
    await waitFor('it to read again', () => disk.read(path).catch(() => undefined));
  });
});
