import { readdirSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { WrittenTrack } from '@deckcast/prodjlink/library';
import Database from 'libsql';
import { beforeEach, describe, expect, test } from 'vitest';
import { writeEngineDatabase } from '../../../test/support/engine-database.ts';
import { testFolder } from '../../../test/support/folder.ts';
import { ONE_LIBRARY_PATH, oneLibrary } from '../../../test/support/one-library.ts';
import { KEY } from '../../../test/support/rekordbox.ts';
import { SERATO_4_ASSETS, SERATO_4_SCHEMA, seratoLibrary } from '../../../test/support/serato.ts';
import type { CollectionTrack, LibraryProgram } from '../../core/contracts/hearing.ts';
import { Secret } from '../../core/option.ts';
import { systemClock } from '../../host/clock.ts';
import { nodeDisk } from '../../host/disk/node-disk.js';
import { listedTracks, tracksOnMedium } from './index.ts';

let directory: string;

beforeEach(async () => {
  directory = await testFolder();
});

async function listed(program: LibraryProgram): Promise<readonly CollectionTrack[]> {
  const home = { platform: 'linux' as const, directory, env: { USER: 'dj' } };
  const tracks: CollectionTrack[] = [];
  for await (const some of listedTracks(program, home, { clock: systemClock, disk: nodeDisk })) {
    tracks.push(...some);
  }
  return tracks;
}

/** Creates the file's folder in the home directory. Returns the file's path. */
async function placed(name: string): Promise<string> {
  const path = join(directory, name);
  await mkdir(dirname(path), { recursive: true });
  return path;
}

async function write(name: string, ...sql: readonly string[]): Promise<void> {
  const database = new Database(await placed(name));
  for (const one of sql) {
    database.exec(one);
  }
  database.close();
}

const MIXXX = '.mixxx/mixxxdb.sqlite';
/** Mixxx's tables refer to tables that its upgrades dropped. */
const schema = async () =>
  `PRAGMA foreign_keys = OFF; ${await readFile(new URL('../../../test/support/mixxx.sql', import.meta.url), 'utf8')}`;

test('lists the tracks of Mixxx without hidden and lost ones', async () => {
  await write(
    MIXXX,
    await schema(),
    `INSERT INTO track_locations VALUES (1, '/music/a.mp3', 'a.mp3', '/music', 1, 0, 0),
       (2, '/music/b.mp3', 'b.mp3', '/music', 1, 1, 0), (3, '/music/c.mp3', 'c.mp3', '/music', 1, 0, 0);
     INSERT INTO library (id, artist, title, album, location, duration, bpm, key, year, mixxx_deleted)
     VALUES (7, 'Ada', 'One', 'LP', 1, 200.5, 128, 'Am', '1999', 0), (8, 'Lost', 'Lost', '', 2, 1, 0, '', '', 0),
       (9, 'Hidden', 'Hidden', '', 3, 1, 0, '', '', 1)`,
  );
  const names = { artist: 'Ada', title: 'One', album: 'LP', filename: 'a.mp3' };
  expect(await listed('mixxx')).toMatchObject([
    { path: '/music/a.mp3', track: { ...names, bpm: 128, key: 'Am', year: 1999, durationMs: 200_500 } },
  ]);
});

test('lists a library of several pages', async () => {
  const numbers = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200)';
  await write(
    MIXXX,
    await schema(),
    `${numbers} INSERT INTO track_locations SELECT i, '/music/' || i, i, '/music', 1, 0, 0 FROM n;
     ${numbers} INSERT INTO library (id, artist, title, location, mixxx_deleted) SELECT 3 * i, 'Ada', i, i, 0 FROM n`,
  );
  const paths = (await listed('mixxx')).map(({ path }) => path);
  expect(new Set(paths)).toEqual(new Set(Array.from({ length: 1200 }, (_, n) => `/music/${n + 1}`)));
  expect(paths).toHaveLength(1200);
});

test('lists the files of Serato DJ 4 on their volumes, without streams', async () => {
  await write(
    '.wine/drive_c/users/dj/AppData/Local/Serato/Library/master.sqlite',
    SERATO_4_SCHEMA,
    SERATO_4_ASSETS,
    `INSERT INTO asset (location_id, portable_id, file_name, artist, name, length_sec)
     VALUES (1, 'House/One.mp3', 'One.mp3', 'Ada', 'One', 200), (1, 'streaming://tidal/1', '', 'Ada', 'Stream', 1)`,
  );
  expect(await listed('serato')).toMatchObject([
    {
      path: '/Volumes/MUSIC/House/One.mp3',
      track: { artist: 'Ada', title: 'One', filename: 'One.mp3', durationMs: 200_000 },
    },
  ]);
});

test('lists the tracks of Serato DJ 3', async () => {
  await writeFile(
    await placed('Music/_Serato_/database V2'),
    seratoLibrary([
      {
        pfil: 'Users/dj/One.mp3',
        tart: 'Björk',
        tsng: 'Jóga',
        tbpm: '128.50',
        ttyr: '1997',
        tlen: '05:05.00',
      },
      { tart: 'Without', tsng: 'A file' },
    ]),
  );
  const names = { artist: 'Björk', title: 'Jóga', filename: 'One.mp3' };
  expect(await listed('serato')).toMatchObject([
    { path: '/Users/dj/One.mp3', track: { ...names, bpm: 128.5, year: 1997, durationMs: 305_000 } },
  ]);
});

test.each([
  ['nothing', (bytes: Buffer) => bytes.fill(0xa7), 0],
  ['what is whole', (bytes: Buffer) => bytes.fill(0xa7, 60, 90), 1],
])('lists %s of a damaged library of Serato DJ 3, and names the file', async (_, damage, count) => {
  const path = await placed('Music/_Serato_/database V2');
  const bytes = seratoLibrary([
    { pfil: 'One.mp3', tsng: 'One' },
    { pfil: 'Two.mp3', tsng: 'Two' },
  ]);
  damage(bytes);
  await writeFile(path, bytes);
  const home = { platform: 'linux' as const, directory, env: { USER: 'dj' } };
  const tracks: CollectionTrack[] = [];
  const list = async (): Promise<void> => {
    for await (const some of listedTracks('serato', home, { clock: systemClock, disk: nodeDisk })) {
      tracks.push(...some);
    }
  };
  await expect(list()).rejects.toThrow(`${path} is damaged: ${count} tracks can be read`);
  expect(tracks).toHaveLength(count);
});

test.each(['2.18.0', '3.0.2'] as const)('lists the tracks of Engine DJ with schema %s', async (schema) => {
  writeEngineDatabase(await placed('Music/Engine Library/Database2/m.db'), schema, [
    { path: '../House/One.mp3', title: 'One', artist: 'Ada', key: 1, seconds: 200 },
    { path: 'Music/Two.mp3', title: 'Two', artist: 'Bo' },
    { title: 'Stream', artist: 'Ada', uri: 'streaming://TIDAL/1' },
  ]);
  expect(await listed('engine')).toMatchObject([
    {
      path: join(directory, 'Music/House/One.mp3'),
      track: { artist: 'Ada', title: 'One', key: 'Am', filename: 'One.mp3', durationMs: 200_000 },
    },
    { path: join(directory, 'Music/Engine Library/Music/Two.mp3'), track: { title: 'Two' } },
  ]);
});

test('rejects a program without a library, and a database of another program', async () => {
  const nothing = { name: 'UpstreamError', message: 'it was not found on this computer' };
  await expect(listed('engine')).rejects.toMatchObject(nothing);
  await write(MIXXX, 'CREATE TABLE library (id)');
  await expect(listed('mixxx')).rejects.toMatchObject({
    name: 'UpstreamError',
    message: 'the database has no table library with the columns artist, title, location',
  });
});

describe('tracksOnMedium', () => {
  async function onStick(key = KEY): Promise<readonly CollectionTrack[]> {
    const tracks: CollectionTrack[] = [];
    const stick = { folder: directory, key: new Secret(key) };
    for await (const some of tracksOnMedium(stick, { clock: systemClock, disk: nodeDisk })) {
      tracks.push(...some);
    }
    return tracks;
  }

  async function writeLibrary(
    path = ONE_LIBRARY_PATH,
    tracks: readonly WrittenTrack[] = TRACKS,
  ): Promise<void> {
    await writeFile(await placed(path), await oneLibrary(tracks));
  }

  const TRACKS = [
    {
      ...{ id: 300, title: '夜のバス', artist: 'Mira Vale', remixer: 'Ada', label: 'Harbour', key: '8A' },
      ...{ bpm: 124.5, year: 2019, duration: 200, isrc: 'DEABC2600001', filePath: '/Contents/Mira/bus.mp3' },
    },
    { id: 7, title: 'One', artist: 'Ada', filePath: '/Contents/one.wav' },
  ];

  test('lists tracks with their paths on the stick', async () => {
    await writeLibrary();
    const path = (name: string) => join(directory, 'Contents', name);
    expect(await onStick()).toMatchObject([
      { path: path('one.wav'), track: { artist: 'Ada', title: 'One', filename: 'one.wav' } },
      {
        path: path('Mira/bus.mp3'),
        track: {
          ...{ artist: 'Mira Vale', title: '夜のバス', remixer: 'Ada', label: 'Harbour', key: '8A' },
          ...{ bpm: 124.5, year: 2019, isrc: 'DEABC2600001', filename: 'bus.mp3', durationMs: 200_000 },
        },
      },
    ]);
  });

  test('lists a library of several pages, and leaves no decrypted copy', async () => {
    const many = Array.from({ length: 1200 }, (_, n) => ({ id: 3 * n + 1, title: `${n}`, artist: 'Ada' }));
    await writeLibrary(ONE_LIBRARY_PATH, many);
    const titles = (await onStick()).map(({ track }) => track.title);
    expect(titles).toEqual(many.map(({ title }) => title));
    expect(
      readdirSync(tmpdir()).filter((name) => name.startsWith(`deckcast-rekordbox-${process.pid}-`)),
    ).toEqual([]);
  });

  test('reads the hidden folder of macOS disks, and returns no path outside the stick', async () => {
    const tracks = [{ id: 1, title: 'x', artist: 'y', filePath: '/../../etc/passwd' }];
    await writeLibrary(`.${ONE_LIBRARY_PATH}`, tracks);
    expect(await onStick()).toMatchObject([{ path: join(directory, 'etc/passwd') }]);
  });

  test('lists nothing if there is no library', async () => {
    expect(await onStick()).toEqual([]);
  });

  test.each([
    ['', 'it is a newer library (OneLibrary), which is encrypted, and no key is set'],
    ['another', expect.stringContaining('the key does not open it')],
  ])('rejects the key %j', async (key, message) => {
    await writeLibrary();
    await expect(onStick(key)).rejects.toMatchObject({ name: 'UpstreamError', advice: 'drop', message });
  });
});
