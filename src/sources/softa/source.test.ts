import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testFolder } from '../../../test/support/folder.ts';
import { amount, FULL_LENGTH } from '../../../test/support/full-length.ts';
import { hurriedClock } from '../../../test/support/hurried-clock.ts';
import { keptLog } from '../../../test/support/log.ts';
import { settingsOf } from '../../../test/support/settings.ts';
import { type RunningSource, runSource } from '../../../test/support/source.ts';
import {
  FORMATS,
  names,
  perform,
  WAYS,
  type Way,
  type WriterFormat,
} from '../../../test/support/text-writers.ts';
import { waitFor } from '../../../test/support/wait.ts';
import type { Disk } from '../../core/tools.ts';
import { systemClock } from '../../host/clock.ts';
import { nodeDisk } from '../../host/disk/node-disk.js';
import { textFileFinding } from './examine.ts';
import { type TextFileSettings, textFileOptions } from './options.ts';
import { TextFileSource } from './source.ts';

let folder: string;
let path: string;
let log: ReturnType<typeof keptLog>;
let source: TextFileSource;
let running: RunningSource | undefined;

beforeEach(async () => {
  folder = await testFolder();
  path = join(folder, 'now.txt');
  log = keptLog();
});

afterEach(async () => {
  await running?.stop();
  running = undefined;
});

function settingsFor(file: string, encoding = 'auto'): TextFileSettings {
  return settingsOf(textFileOptions, { 'softa.filename': file, 'softa.encoding': encoding });
}

/** Waits for the first look at the file. */
async function start(encoding?: string, disk: Disk = nodeDisk): Promise<RunningSource> {
  source = new TextFileSource(settingsFor(path, encoding), { log, clock: hurriedClock(20), disk });
  running = runSource(source);
  await waitFor('a first look', () => (stateOf(source) === 'not checked yet' ? undefined : true));
  return running;
}

function stateOf(of: TextFileSource): string | undefined {
  return String(of.health().details?.[0]?.state);
}

function nap(): Promise<void> {
  return systemClock.sleep(5);
}

/** Ten or more short naps, so that a stalled machine delays the writer as much as the source. */
async function restUntil(due: number): Promise<void> {
  for (let naps = 0; naps < 10 || performance.now() < due; naps += 1) {
    await nap();
  }
}

/** Full runs write every format in every way for a whole minute. */
const CHANGES = amount({ short: 6, full: 500 });
type Combination = readonly [format: keyof typeof FORMATS, way: keyof typeof WAYS];
const SOME: readonly Combination[] = [
  ['djay lines', 'truncated first'],
  ['djay lines in UTF-16', 'written in four pieces'],
  ['a single line', 'renamed over'],
  ['a VirtualDJ tracklist', 'appended to where it grows'],
  ['a VirtualDJ playlist', 'appended to where it grows'],
  ['a playlist with #EXTINF', 'truncated first'],
];
const COMBINATIONS = FULL_LENGTH
  ? Object.keys(FORMATS).flatMap((format) => Object.keys(WAYS).map((way) => [format, way] as Combination))
  : SOME;
/** Files that are written at the same time. */
const AT_ONCE = 6;

/** Writes at 500 a minute, or more slowly on a busy computer. Returns the announced tracks. */
async function announcedOf(format: WriterFormat, way: Way, file: string): Promise<readonly string[]> {
  const played = names(CHANGES);
  const followed = new TextFileSource(settingsFor(file), { log, clock: systemClock, disk: nodeDisk });
  const { announced, stop } = runSource(followed);
  await waitFor('a first look', () => (stateOf(followed) === 'not checked yet' ? undefined : true));
  const started = performance.now();
  let before: Buffer = Buffer.alloc(0);
  for (const index of played.keys()) {
    const after = format(played.slice(0, index + 1));
    for (const step of way(before, after)) {
      await perform(file, step);
      await nap();
    }
    before = after;
    await restUntil(started + (index + 1) * (60_000 / 500));
    await waitFor(`track ${index} in ${file}`, () => (announced.length > index ? true : undefined));
  }
  await restUntil(performance.now() + 500);
  await stop();
  return announced;
}

test('TextFileSource announces up to 500 changes a minute once each, in order, on a real disk', async () => {
  const announced = new Map<string, readonly string[]>();
  const write = async ([format, way]: Combination): Promise<void> => {
    const name = `${format}, ${way}`;
    await mkdir(join(folder, name));
    announced.set(name, await announcedOf(FORMATS[format], WAYS[way], join(folder, name, 'now.txt')));
  };
  for (let first = 0; first < COMBINATIONS.length; first += AT_ONCE) {
    await Promise.all(COMBINATIONS.slice(first, first + AT_ONCE).map(write));
  }
  const expected = names(CHANGES).map(({ artist, title }) => `${artist} - ${title}`);
  for (const [name, tracks] of announced) {
    expect(tracks, name).toEqual(expected);
  }
  expect(announced.size).toBe(COMBINATIONS.length);
});

test('TextFileSource waits for a missing file and folder, and health names it and the time of its last change', async () => {
  path = join(folder, 'later', 'now.txt');
  const { transitions, announced, announces } = await start();
  const waiting = [{ name: path, state: 'waiting for the file' }];
  expect(source.health()).toEqual({ watching: path, details: waiting });
  const before = Date.now();
  await mkdir(join(folder, 'later'));
  await writeFile(path, 'A - One\n');
  await announces(1);
  const health = await waitFor('a heard file', () => {
    const now = source.health();
    return now.lastHeardAt === undefined ? undefined : now;
  });
  expect(health.lastHeardAt).toBeGreaterThanOrEqual(before);
  expect(health.details).toEqual([{ name: path, state: 'single line' }]);
  await writeFile(path, 'B - Two\n');
  await announces(2);
  expect(announced).toEqual(['A - One', 'B - Two']);
  expect(new Set(transitions.map(({ playId }) => playId)).size).toBe(2);
});

test('TextFileSource reports a missing file with its whole path at the start, but not each time it is replaced', async () => {
  const { announces } = await start();
  await writeFile(path, 'A - One\n');
  await announces(1);
  await rm(path);
  await waitFor('the file to be missed', () => stateOf(source) === 'waiting for the file' || undefined);
  const logged = log.lines.filter(({ message }) => message === 'the track file is not there yet');
  expect(logged.map(({ fields }) => fields.file)).toEqual([path]);
});

test('TextFileSource keeps watching after the folder was replaced by another of the same name', async () => {
  path = join(folder, 'music', 'now.txt');
  await mkdir(join(folder, 'music'));
  const { announced, announces } = await start();
  await writeFile(path, 'A - One\n');
  await announces(1);
  await rename(join(folder, 'music'), join(folder, 'old'));
  await mkdir(join(folder, 'music'));
  await writeFile(path, 'B - Two\n');
  await announces(2);
  expect(announced).toEqual(['A - One', 'B - Two']);
});

test('TextFileSource polls a network share that reports no changes', async () => {
  // A link to a file in another folder causes no events here.
  await mkdir(join(folder, 'share'));
  await writeFile(join(folder, 'share', 'now.txt'), 'Old - Track\n');
  await symlink(join(folder, 'share', 'now.txt'), path);
  const { announced, announces } = await start();
  await writeFile(join(folder, 'share', 'now.txt'), 'New - Track\n');
  await announces(1);
  expect(announced).toEqual(['New - Track']);
});

test('TextFileSource reports a file in an unknown format once, and reads it when it becomes readable', async () => {
  await writeFile(path, '');
  const { announces } = await start();
  await writeFile(path, 'one\ntwo\nthree\n');
  await waitFor('a problem', () => source.health().problem);
  expect(log.at('warn')).toEqual(['cannot use the track file']);
  await writeFile(path, 'A - One\n');
  await announces(1);
  await waitFor('no problem', () => (source.health().problem === undefined ? true : undefined));
});

test('TextFileSource reports an unreadable file with the reason', async () => {
  await writeFile(path, 'A - One\n');
  const denied = Object.assign(new Error('denied'), { code: 'EACCES' });
  await start('auto', { ...nodeDisk, read: () => Promise.reject(denied) });
  expect(await waitFor('a problem', () => source.health().problem)).toBe(
    'the file cannot be read: your user account is not allowed to do this (EACCES)',
  );
});

test.each([
  ['windows-1251', 'Кино - Привет'],
  ['shift_jis', '坂本 - データ'],
  ['gbk', '周杰伦 - 亲爱的'],
])('TextFileSource reports a file in %s until its encoding is set', async (encoding, name) => {
  const bytes = iconv.encode(`${name}\n`, encoding);
  await writeFile(path, 'A - One\n');
  const unset = await start();
  await writeFile(path, bytes);
  expect(await waitFor('a problem', () => source.health().problem)).toContain('set --softa.encoding to');
  expect(await textFileFinding(settingsFor(path), nodeDisk)).toMatchObject({ severity: 'warning' });
  await unset.stop();

  await writeFile(path, 'A - One\n');
  const { announced, announces } = await start(encoding);
  await writeFile(path, bytes);
  await announces(1);
  expect(announced).toEqual([name]);
  expect(source.health().problem).toBeUndefined();
  expect(await textFileFinding(settingsFor(path, encoding), nodeDisk)).toMatchObject({ severity: 'ok' });
});

test("TextFileSource follows the latest daily playlist of a folder, and then the next day's", async () => {
  path = join(folder, 'History');
  const day = (date: string): string => join(path, `${date}.m3u`);
  const play = (title: string): string =>
    `#EXTVDJ:<artist>A</artist><title>${title}</title>\n/${title}.mp3\n`;
  await mkdir(path);
  expect((await textFileFinding(settingsFor(path), nodeDisk)).finding).toContain('no daily playlist');
  await writeFile(join(path, 'tracklist.txt'), 'VirtualDJ History\n');
  await writeFile(day('2026-01-30'), play('Old'));
  await writeFile(day('2026-01-31'), play('One'));
  const { announced, announces } = await start();
  await writeFile(day('2026-01-31'), play('One') + play('Two'));
  await announces(1);
  // Older playlists are ignored even if they change or the latest one is gone.
  await writeFile(day('2026-01-30'), play('Old') + play('Older'));
  await writeFile(day('2026-02-01'), play('Two'));
  await announces(2);
  await rm(day('2026-02-01'));
  await waitFor('the file to be missed', () => stateOf(source) === 'waiting for the file' || undefined);
  await writeFile(day('2026-02-01'), play('Two') + play('Three'));
  await announces(3);
  expect(announced).toEqual(['A - Two', 'A - Two', 'A - Three']);
  expect(source.health().details).toEqual([{ name: day('2026-02-01'), state: 'playlist' }]);
  expect(await textFileFinding(settingsFor(path), nodeDisk)).toMatchObject({ severity: 'ok' });
});

test('TextFileSource starts no watch when the disk answers after the end', async () => {
  const watched = () => process.getActiveResourcesInfo().filter((kind) => kind === 'FSEventWrap').length;
  const before = watched();
  let answer = (): void => undefined;
  const answers = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const answered: Promise<unknown>[] = [];
  const disk: Disk = {
    ...nodeDisk,
    stat(of) {
      const info = answers.then(() => nodeDisk.stat(of));
      answered.push(info);
      return info;
    },
  };
  source = new TextFileSource(settingsFor(path), { log, clock: hurriedClock(20), disk });
  running = runSource(source);
  await running.stop();
  answer();
  for (const info of answered) {
    await info;
  }
  await nap();
  expect(answered).not.toEqual([]);
  expect(watched()).toBe(before);
});

test.each<[string, () => Promise<void>]>([
  ['empties', () => writeFile(path, '')],
  ['deletes', () => rm(path)],
])('TextFileSource ends a track whose program %s the file, until it is written again', async (_, stop) => {
  const { transitions, ends } = await start();
  await writeFile(path, 'A - One\n');
  await running?.announces(1);
  await stop();
  await waitFor('the end', () => ends[0]);
  expect(ends[0]?.playId).toBe(transitions[0]?.playId);
  await writeFile(path, 'A - One\n');
  await running?.announces(2);
  expect(transitions[1]?.playId).toBe(transitions[0]?.playId);
});
