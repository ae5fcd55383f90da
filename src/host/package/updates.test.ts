import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { type FakeClock, fakeClock } from '../../../test/support/clock.ts';
import { memoryDisk } from '../../../test/support/disk.ts';
import { keptLog } from '../../../test/support/log.ts';
import { UNBUILT } from './build-info.ts';
import { PackageUpdates } from './updates.ts';

const FOLDER = '/opt/deckcast';
let disk: ReturnType<typeof memoryDisk>;
let log: ReturnType<typeof keptLog>;
let clock: FakeClock;

beforeEach(() => {
  disk = memoryDisk();
  log = keptLog();
  clock = fakeClock();
});

function install(version: string | undefined): void {
  disk.files.set(join(FOLDER, 'package.json'), Buffer.from(JSON.stringify({ name: 'deckcast', version })));
}

function running(version: string): PackageUpdates {
  const updates = new PackageUpdates({ disk, log, clock, folder: FOLDER, version });
  void updates.run(new AbortController().signal);
  return updates;
}

test('reports an update under the running program, logged once', async () => {
  install('0.2.0');
  const updates = running('0.2.0');
  await clock.advance(60_000);
  expect(updates.findings()).toEqual([]);
  // During an update.
  disk.files.clear();
  await clock.advance(30_000);
  install('0.3.0');
  await clock.advance(60_000);
  expect(updates.findings()).toMatchObject([
    {
      severity: 'warning',
      finding: 'deckcast 0.3.0 was installed while 0.2.0 is running',
      todo: 'restart it: the set continues',
    },
  ]);
  expect(log.lines.map(({ level, message, fields }) => [level, message, fields.hint])).toEqual([
    ['warn', 'deckcast was updated while it runs', 'restart it: the set continues'],
  ]);
  install('0.2.0');
  await clock.advance(60_000);
  expect(updates.findings()).toEqual([]);
});

test('compares a built checkout with the version of its build, until package.json changes', async () => {
  const build = (version: string): void => {
    const built = JSON.stringify({ version, packageVersion: '0.2.0' });
    disk.files.set(join(FOLDER, 'dist', 'build.json'), Buffer.from(built));
  };
  install('0.2.0');
  build('0.3.0-dev.9+ffffff0');
  const updates = running('0.3.0-dev.9+ffffff0');
  await clock.advance(60_000);
  expect(updates.findings()).toEqual([]);
  build('0.3.0-dev.10+4f2a09c');
  await clock.advance(60_000);
  expect(updates.findings()).toMatchObject([
    { finding: 'deckcast 0.3.0-dev.10+4f2a09c was installed while 0.3.0-dev.9+ffffff0 is running' },
  ]);
  install('99.0.0');
  await clock.advance(60_000);
  expect(updates.findings()).toMatchObject([{ finding: expect.stringMatching(/^deckcast 99\.0\.0 was/) }]);
});

test('reports a missing folder until it is back, logged once', async () => {
  install('0.2.0');
  const updates = running('0.2.0');
  await clock.advance(60_000);
  disk.files.clear();
  await clock.advance(600_000);
  expect(updates.findings()).toMatchObject([
    { severity: 'fault', finding: `deckcast's folder is gone: ${FOLDER}` },
  ]);
  expect(log.lines.map(({ level, message, fields }) => [level, message, fields.hint])).toEqual([
    [
      'warn',
      'the folder of deckcast is gone',
      'move it back, or restart deckcast from its new place: the set continues',
    ],
  ]);
  install('0.2.0');
  await clock.advance(60_000);
  expect(updates.findings()).toEqual([]);
  expect(log.lines).toHaveLength(1);
});

test('never reports sources that run without a build', async () => {
  install('0.3.0');
  const updates = running(UNBUILT);
  await clock.advance(60_000);
  expect(updates.findings()).toEqual([]);
});
