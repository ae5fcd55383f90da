import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StagelinqError } from '@deckcast/stagelinq';
import Database from 'libsql';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { fakeClock } from '../../../../test/support/clock.ts';
import { writeEngineDatabase } from '../../../../test/support/engine-database.ts';
import { testFolder } from '../../../../test/support/folder.ts';
import { keptLog } from '../../../../test/support/log.ts';
import { smallDisk } from '../../../../test/support/small-disk.ts';
import { waitFor } from '../../../../test/support/wait.ts';
import type { Disk } from '../../../core/tools.ts';
import { nodeDisk } from '../../../host/disk/node-disk.js';
import { ForeignDatabases } from '../../../host/sqlite/foreign.ts';
import { parseTrackPath } from '../engine-library/index.ts';
import type { DeviceFiles } from './copy.ts';
import { DiskSpace } from './disk-space.ts';
import { MediumLibrary } from './medium-library.ts';

const LIBRARY = '/STICK/Engine Library/Database2/m.db';
const TRACK = parseTrackPath(
  'net://4be14112-5ead-4848-a07d-b37ca8a7220e/STICK/Engine Library/Music/Only.mp3',
);
const TOO_LONG = 'reading it takes longer than 10 seconds';

const FILE = { kind: 'status', directory: false, permissions: 0, times: [] } as const;

let onDevice: Buffer;
/** Path of the library on the device, and the size that the device claims. */
let stored: { path: string; size?: number };
let isSilent: boolean;
/** Requested bytes, without reads of the header. */
let fetched: number;

beforeEach(async () => {
  stored = { path: LIBRARY };
  isSilent = false;
  await putLibrary(['Only']);
  fetched = 0;
});

async function putLibrary(titles: readonly string[]): Promise<void> {
  const file = join(await testFolder(), 'm.db');
  const rows = titles.map((title) => ({ path: `Music/${title}.mp3`, title, artist: 'A' }));
  writeEngineDatabase(file, '3.0.2', rows);
  onDevice = await readFile(file);
}

const files: DeviceFiles = {
  sources: async () => ['STICK'],
  async stat(path) {
    if (isSilent) {
      throw new StagelinqError('timeout', 'no answer in 10000 ms');
    }
    return { ...FILE, exists: path === stored.path, size: stored.size ?? onDevice.length };
  },
  async *read(_, { start = 0, end = onDevice.length } = {}) {
    fetched += end > 100 ? end - start : 0;
    yield onDevice.subarray(start, end);
  },
};

function shelved(folder: string, disk: Disk = nodeDisk, clock = fakeClock()) {
  const log = keptLog();
  const closing = new AbortController();
  onTestFinished(() => closing.abort());
  const databases = new ForeignDatabases(clock, closing.signal);
  const shared = { databases, room: new DiskSpace(folder, nodeDisk), refused: new Map<string, string>() };
  const make = (beforeEachPart: () => unknown = () => undefined): MediumLibrary =>
    new MediumLibrary({
      holder: 'a device',
      medium: 'STICK',
      folder,
      shared,
      onLibrary: () => undefined,
      giveWay: async () => beforeEachPart(),
      files: async () => files,
      clock,
      disk,
      log,
      signal: closing.signal,
    });
  return { make, clock, log, databases };
}

/** The helper process that reads the library hangs. */
async function queryAndHang(
  mediumLibrary: MediumLibrary,
  { clock, databases }: ReturnType<typeof shelved>,
): Promise<void> {
  const { library } = mediumLibrary;
  if (library === undefined || TRACK === undefined) {
    throw new Error(`there is no library: ${mediumLibrary.state}`);
  }
  process.kill(databases.pid ?? 0, 'SIGSTOP');
  const lookUp = library.find(TRACK).catch((error) => mediumLibrary.failed(library, error));
  await clock.advance(10_000);
  await lookUp;
}

test('stops reading a library that takes too long, warns, and waits for a change', async () => {
  const folder = await testFolder();
  const environment = shelved(folder);
  const mediumLibrary = environment.make();
  await mediumLibrary.check();
  expect(mediumLibrary.state).toBe('ready');
  await queryAndHang(mediumLibrary, environment);
  expect(mediumLibrary.state).toBe(`cannot be read: ${TOO_LONG}`);
  expect(environment.log.lines.at(-1)).toMatchObject({ level: 'warn', fields: { reason: TOO_LONG } });
  expect(await readdir(folder)).toEqual([]);

  fetched = 0;
  await mediumLibrary.check();
  // A reinserted stick has the same library.
  const again = environment.make();
  await again.check();
  expect(fetched).toBe(0);
  expect(again.state).toBe(`cannot be read: ${TOO_LONG}`);

  await putLibrary(['Only', ...Array.from({ length: 100 }, (_, n) => `New ${n}`)]);
  await again.check();
  expect(again.state).toBe('ready');
});

test('is ready again when a silent device returns with the same library', async () => {
  const mediumLibrary = shelved(await testFolder()).make();
  await mediumLibrary.check();
  isSilent = true;
  await mediumLibrary.check();
  expect(mediumLibrary.state).toBe('cannot be read: no answer in 10000 ms');
  isSilent = false;
  await mediumLibrary.check();
  expect(mediumLibrary.state).toBe('ready');
});

test('copies a database of another program once, and warns once', async () => {
  const path = join(await testFolder(), 'm.db');
  const other = new Database(path);
  other.exec('CREATE TABLE Songs (id INTEGER)');
  other.close();
  onDevice = await readFile(path);
  stored = { path: '/STICK/Engine Library/m.db' };
  const { make, log } = shelved(await testFolder());
  const mediumLibrary = make();
  for (const library of [mediumLibrary, mediumLibrary, make()]) {
    await library.check();
    expect(library.state).toMatch(/^cannot be read: /);
  }
  expect(fetched).toBe(onDevice.length);
  expect(log.at('warn')).toEqual(['medium library unusable']);
});

test('warns of an implausibly large library and does not copy it', async () => {
  stored = { path: LIBRARY, size: 4 * 1024 ** 3 + 1 };
  const { make, log } = shelved(await testFolder());
  const mediumLibrary = make();
  await mediumLibrary.check();
  expect(mediumLibrary.state).toContain('the device reports 4294967297 bytes');
  expect(fetched).toBe(0);
  expect(log.at('warn')).toEqual(['medium library unusable']);
});

test('does not count time of the local disk as load of the device', async () => {
  const clock = fakeClock();
  let delayMs = 10_000;
  const disk: Disk = {
    ...nodeDisk,
    async makeFolder(path, options) {
      await clock.sleep(delayMs);
      await nodeDisk.makeFolder(path, options);
    },
  };
  const mediumLibrary = shelved(await testFolder(), disk, clock).make();
  const checked = mediumLibrary.check();
  await clock.advance(delayMs);
  await checked;
  expect(mediumLibrary.state).toBe('ready');

  delayMs = 0;
  fetched = 0;
  await putLibrary(['Only', ...Array.from({ length: 100 }, (_, n) => `New ${n}`)]);
  mediumLibrary.changed();
  const missed = mediumLibrary.missed();
  await clock.advance(1_000);
  await missed;
  expect(fetched).toBe(onDevice.length);
});

test('shows and logs the progress of a copy', async () => {
  const states: string[] = [];
  const { make, log } = shelved(await testFolder());
  const mediumLibrary: MediumLibrary = make(() => states.push(String(mediumLibrary.state)));
  onDevice = Buffer.alloc(3 * 1024 ** 2);
  await mediumLibrary.check();
  expect(states).toEqual([0, 33, 66].map((percent) => `fetching, ${percent} %`));
  expect(log.lines.flatMap(({ fields }) => fields.percent ?? [])).toEqual([33, 66]);
});

test('warns once of a full disk, and retries', async () => {
  const disk = await smallDisk(64 * 1024 ** 2);
  const { make, clock, log } = shelved(disk.folder);
  const mediumLibrary = make();
  await mediumLibrary.check();
  expect(mediumLibrary.state).toContain('cannot be read: there is no room for a copy');
  expect(fetched).toBe(0);
  for (const _ of [1, 2]) {
    await clock.advance(5 * 60_000);
    await waitFor('the next look', () => (clock.waiting === 1 ? true : undefined));
  }
  expect(log.at('warn')).toEqual(['copying a medium library failed; retrying']);
});
