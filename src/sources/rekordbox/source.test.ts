/** SQLCipher itself writes a collection, as rekordbox does. */
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { testFolder } from '../../../test/support/folder.ts';
import { heardRoom } from '../../../test/support/heard-room.ts';
import { hurriedClock } from '../../../test/support/hurried-clock.ts';
import { keptLog } from '../../../test/support/log.ts';
import { collection, KEY } from '../../../test/support/rekordbox.ts';
import { settingsOf } from '../../../test/support/settings.ts';
import { runSource } from '../../../test/support/source.ts';
import { waitFor } from '../../../test/support/wait.ts';
import { Secret } from '../../core/option.ts';
import { nodeDisk } from '../../host/disk/node-disk.js';
import { HeardSource } from '../shared/heard-source.ts';
import { examineRekordbox } from './examine.ts';
import { checkRekordbox, rekordboxOptions, usualDatabase } from './options.ts';
import { RekordboxSource } from './source.ts';

const clock = hurriedClock(5);

function settings(path: string, key = KEY) {
  return settingsOf(rekordboxOptions, {
    'rekordbox.key': new Secret(key),
    'rekordbox.database': path,
  });
}

function follow(path: string, key = KEY) {
  const log = keptLog();
  const source = new RekordboxSource(settings(path, key), { clock, disk: nodeDisk, log });
  const running = runSource(source);
  onTestFinished(() => running.stop());
  return { source, running, log };
}

const copies = () =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`deckcast-rekordbox-${process.pid}-`));

async function master() {
  const path = join(await testFolder(), 'master.db');
  const rekordbox = collection(path);
  onTestFinished(() => rekordbox.close());
  return { path, rekordbox };
}

test('RekordboxSource announces tracks that count as played from now on, and leaves no copy', async () => {
  const { path, rekordbox } = await master();
  const [one, two] = [rekordbox.track('Ada', 'One'), rekordbox.track('Björk', 'Jóga')];
  rekordbox.play(one);
  const { running, source } = follow(path);
  await waitFor('the copy', () =>
    copies().length > 0 && source.health().problem === undefined ? 1 : undefined,
  );
  // A history from another computer is not a current play.
  rekordbox.play(two, '2020-01-01 20:00:00.000 +00:00');
  await waitFor('a play', () => {
    rekordbox.play(two);
    return running.announced[0];
  });
  expect(running.announced).toEqual(['Björk - Jóga']);
  expect(running.transitions[0]).toMatchObject({
    source: 'rekordbox',
    track: {
      ...{ album: 'LP', genre: 'House', label: 'Harbour', comment: 'Opener', filename: '2.mp3' },
      ...{ key: '8A', bpm: 128.5, year: 1999, durationMs: 312_000 },
    },
  });
  await running.stop();
  expect(copies()).toEqual([]);
});

test('RekordboxSource lets hearing compare the files of its plays', async () => {
  const { path, rekordbox } = await master();
  const { hearing, hears } = heardRoom();
  const tools = { clock, disk: nodeDisk, log: keptLog(), hearing };
  const source = new HeardSource(new RekordboxSource(settings(path), tools), hearing, clock);
  const running = runSource(source);
  onTestFinished(() => running.stop());
  const track = rekordbox.track('Ada', 'One');
  // A play before the first copy counts as an earlier one, which waits for hearing.
  await waitFor('the copy', () =>
    copies().length > 0 && source.health().problem === undefined ? 1 : undefined,
  );
  await waitFor('a play', () => {
    rekordbox.play(track);
    return running.announced[0];
  });
  hears({ '/music/1.mp3': 0.8 });
  expect(source.audible()).toMatchObject([{ track: { title: 'One' }, share: 0.8 }]);
});

test('RekordboxSource reports a wrong key; the doctor accepts the right one', async () => {
  const { path, rekordbox } = await master();
  rekordbox.play(rekordbox.track('Ada', 'One'));
  const { source } = follow(path, 'sesame');
  expect(await waitFor('the problem', () => source.health().problem)).toBe(
    'the play history cannot be read: the key does not open it',
  );
  expect(await source.findings()).toMatchObject([
    {
      finding: expect.stringContaining('the key does not open it'),
      todo: expect.stringContaining('--rekordbox.key'),
    },
  ]);
  const around = { clock, disk: nodeDisk, log: keptLog(), fetch, userAgent: 'deckcast/test' };
  const tools = { ...around, chosen: true, running: false, listenMs: 0, licensed: false };
  expect(await examineRekordbox(settings(path), tools)).toMatchObject([{ severity: 'ok' }]);
  expect(await examineRekordbox(settings(path, 'sesame'), tools)).toMatchObject([{ severity: 'fault' }]);
  expect(await examineRekordbox(settings(`${path}.not`), tools)).toMatchObject([{ severity: 'fault' }]);
  expect(await examineRekordbox(settings(path, ''), { ...tools, chosen: false })).toMatchObject([
    { severity: 'note' },
  ]);
  expect(checkRekordbox(settings(path, ''))).toHaveLength(1);
});

test('RekordboxSource rejects tables with computed columns', async () => {
  const { path, rekordbox } = await master();
  rekordbox.database.exec(`ALTER TABLE djmdContent RENAME TO content;
    CREATE VIEW djmdContent AS SELECT * FROM content`);
  const { source } = follow(path);
  expect(await waitFor('the problem', () => source.health().problem)).toContain(
    'the database has no table djmdContent with the columns',
  );
});

test('RekordboxSource finds a database that appears later', async () => {
  const path = join(await testFolder(), 'master.db');
  const { source, running, log } = follow(path);
  await waitFor('the warning', () => log.at('warn')[0]);
  const rekordbox = collection(path);
  onTestFinished(() => rekordbox.close());
  const track = rekordbox.track('Ada', 'One');
  await waitFor('a play', () => {
    rekordbox.play(track);
    return running.announced[0];
  });
  expect(source.health().watching).toBe(`rekordbox: ${path}`);
});

test("usualDatabase returns rekordbox's default place", () => {
  const home = (platform: NodeJS.Platform, env = {}) => usualDatabase({ platform, directory: '/u', env });
  expect(home('darwin')).toBe('/u/Library/Pioneer/rekordbox/master.db');
  expect(home('win32', { APPDATA: 'C:\\A' })).toBe('C:\\A\\Pioneer\\rekordbox\\master.db');
  expect(home('linux', { USER: 'dj' })).toContain('/u/.wine/drive_c/users/dj/AppData/Roaming/Pioneer/');
});
