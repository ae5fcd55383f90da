/** SQLCipher itself wrote the libraries. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PlayerFile, ProDjLinkError } from '@deckcast/prodjlink';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { oneLibrary, writtenOneLibrary } from '../../../test/support/one-library.ts';
import { KEY } from '../../../test/support/rekordbox.ts';
import { Secret } from '../../core/option.ts';
import { systemClock } from '../../host/clock.ts';
import { OneLibraries } from './one-library.ts';

const PAGE = 4096;
const TRACKS = [
  { id: 7, title: 'Slow Elevator', artist: 'Paper Lanterns', album: 'Floors', genre: 'House', duration: 245 },
  {
    ...{ id: 300, title: '夜のバス', artist: 'Mira Vale', remixer: 'Paper Lanterns', label: 'Harbour' },
    ...{ key: '8A', comment: 'Opener', bpm: 124.5, year: 2019, isrc: 'DEABC2600001' },
    ...{ fileName: 'bus.mp3', filePath: '/Contents/bus.mp3', artworkPath: '/PIONEER/Artwork/00001/b1.jpg' },
  },
];

/** Includes the write-ahead log. `reads` collects the offsets of reads. */
function inPlayer(bytes: Uint8Array, log: Uint8Array = new Uint8Array(), reads: number[] = []): PlayerFile {
  return {
    size: bytes.length,
    modified: 0,
    read: async (offset, length) => {
      reads.push(offset);
      return bytes.subarray(offset, offset + length);
    },
    openBeside: async () => {
      if (log.length === 0) {
        throw new ProDjLinkError('missing', 'the player has no such file');
      }
      return inPlayer(log);
    },
  };
}

const closingAll = new AbortController();
/** Shared by tests that don't need their own. */
const shared = new OneLibraries({ key: new Secret(KEY), clock: systemClock, signal: closingAll.signal });

afterAll(async () => {
  closingAll.abort();
  await shared.close();
});

function libraries(key = KEY): OneLibraries {
  const closing = new AbortController();
  const all = new OneLibraries({ key: new Secret(key), clock: systemClock, signal: closing.signal });
  onTestFinished(async () => {
    closing.abort();
    await all.close();
  });
  return all;
}

async function read(file: PlayerFile, all = shared) {
  const rows = await all.open(file, new AbortController().signal);
  onTestFinished(() => rows.close?.());
  await rows.index(() => undefined);
  return rows;
}

const folders = () =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`deckcast-rekordbox-${process.pid}-`));

test('returns a track with its references', async () => {
  const rows = await read(inPlayer(await oneLibrary(TRACKS)));
  expect(rows.trackCount).toBe(2);
  expect(await rows.track(300)).toEqual({ ...TRACKS[1], rating: 0, duration: 0 });
  expect(await rows.track(7)).toMatchObject({ ...TRACKS[0] });
  expect(await rows.track(8)).toBeUndefined();
});

test('keeps libraries apart that are opened at the same time', async () => {
  const all = libraries();
  const bytes = await Promise.all([TRACKS, [{ id: 7, title: 'Another One' }]].map((one) => oneLibrary(one)));
  const opened = await Promise.all(bytes.map((one) => read(inPlayer(one), all)));
  const titles = await Promise.all(opened.map(async (rows) => (await rows.track(7))?.title));
  expect(titles).toEqual(['Slow Elevator', 'Another One']);
});

test('reads the write-ahead log', async () => {
  const { library, log } = await writtenOneLibrary(TRACKS, {
    journal: 'WAL',
    change: (database) => {
      database.pragma('wal_checkpoint(TRUNCATE)');
      database.exec("UPDATE content SET title = 'Fast Elevator' WHERE content_id = 7");
    },
  });
  expect((await (await read(inPlayer(library))).track(7))?.title).toBe('Slow Elevator');
  expect((await (await read(inPlayer(library, log))).track(7))?.title).toBe('Fast Elevator');
});

test('rejects a wrong key before the copy', async () => {
  const many = Array.from({ length: 200 }, (_, index) => ({ id: index + 1, title: `Tide ${index}` }));
  const bytes = await oneLibrary(many);
  const reads: number[] = [];
  const opening = libraries('sesame').open(inPlayer(bytes, undefined, reads), new AbortController().signal);
  await expect(opening).rejects.toMatchObject({ message: 'the key does not open it', advice: 'drop' });
  expect(reads).toEqual([0]);
});

test('keeps copies readable by this user only, and removes them', async () => {
  const before = folders();
  const all = libraries();
  const rows = await read(inPlayer(await oneLibrary(TRACKS)), all);
  const folder = join(tmpdir(), folders().find((name) => !before.includes(name)) ?? '');
  const files = readdirSync(folder).map((name) => join(folder, name));
  expect(files).toHaveLength(2);
  if (process.platform !== 'win32') {
    expect([folder, ...files].map((path) => statSync(path).mode & 0o077)).toEqual([0, 0, 0]);
  }
  await rows.close?.();
  expect(files.filter((path) => existsSync(path))).toEqual([]);
  await all.close();
  expect(existsSync(folder)).toBe(false);
});

describe('rejects a library', () => {
  test.each([
    ['without required columns', 'ALTER TABLE content DROP COLUMN title', /content .* title/],
    [
      'with a view instead of a table',
      'ALTER TABLE content RENAME TO others; CREATE VIEW content AS SELECT * FROM others',
      /no table content/,
    ],
  ])('%s', async (_, sql, problem) => {
    const bytes = await oneLibrary(TRACKS, { change: (database) => database.exec(sql) });
    await expect(read(inPlayer(bytes))).rejects.toMatchObject({
      message: expect.stringMatching(problem),
      advice: 'drop',
    });
  });

  test.each<readonly [string, (bytes: Buffer) => Uint8Array]>([
    ['with a page from another moment', (bytes) => bytes.fill(7, PAGE + 900, PAGE + 990)],
    ['that is not a database', (bytes) => bytes.fill(7)],
    ...[0, 100, PAGE, PAGE + 1].map(
      (length) => [`that ends after ${length} bytes`, (bytes: Buffer) => bytes.subarray(0, length)] as const,
    ),
  ])('%s', async (_, damaged) => {
    const bytes = damaged(Buffer.from(await oneLibrary(TRACKS)));
    await expect(read(inPlayer(bytes))).rejects.toMatchObject({ name: 'UpstreamError' });
  });
});

test('omits missing and invalid fields', async () => {
  const bytes = await oneLibrary(TRACKS, {
    change: (database) => {
      database.exec(`DROP TABLE label; ALTER TABLE content DROP COLUMN djComment;
        UPDATE artist SET name = CAST(x'ff00fe' AS TEXT); UPDATE content SET bpmx100 = 'fast', length = -5,
        releaseYear = 1e300, album_id = 'none', title = zeroblob(100000) WHERE content_id = 7`);
    },
  });
  const rows = await read(inPlayer(bytes));
  expect(await rows.track(300)).not.toHaveProperty('comment');
  expect(await rows.track(300)).not.toHaveProperty('label');
  const hostile = await rows.track(7);
  expect(hostile).not.toHaveProperty('title');
  expect(hostile).not.toHaveProperty('album');
  expect(hostile?.bpm).toBe(0);
  expect(hostile?.duration).toBe(0);
});
