import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../../test/support/folder.ts';
import { nodeDisk } from '../host/disk/node-disk.js';
import { recentRecordings } from './recent-recordings.ts';

test('finds the newest recordings of DJ programs and OBS first, and nothing else', async () => {
  const home = await testFolder();
  const keep = async (minute: number, ...names: readonly string[]) => {
    const path = join(home, ...names);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, '');
    await utimes(path, minute * 60, minute * 60);
    return path;
  };
  const serato = await keep(2, 'Music', '_Serato_', 'Recording', 'friday.aif');
  const obs = await keep(3, 'Videos', '2026-11-20 22-15-01.mkv');
  const mixxx = await keep(1, 'Musik', 'Mixxx', 'Recordings', 'old.MP3');
  await keep(4, 'Music', 'Mixxx', 'Recordings', 'old.cue');
  await keep(5, 'Music', 'Ada - Blue.mp3');
  await mkdir(join(home, 'Videos', 'a folder.mp4'));
  expect(await recentRecordings(home, nodeDisk)).toEqual([obs, serato, mixxx]);
  for (let n = 1; n < 10; n += 1) {
    await keep(10 + n, 'Music', 'Recordings', `${n}.wav`);
  }
  const names = (await recentRecordings(home, nodeDisk)).map((path) => basename(path));
  expect(names).toEqual([9, 8, 7, 6, 5, 4, 3, 2].map((n) => `${n}.wav`));
});
