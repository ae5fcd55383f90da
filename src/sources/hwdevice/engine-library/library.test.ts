import { readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  ENGINE_SCHEMAS,
  type EngineRow,
  type EngineSchema,
  writeEngineDatabase,
} from '../../../../test/support/engine-database.ts';
import { testFolder } from '../../../../test/support/folder.ts';
import { camelotKey } from '../../../core/musical-key.ts';
import { systemClock } from '../../../host/clock.ts';
import { ForeignDatabases } from '../../../host/sqlite/foreign.ts';
import { EngineLibrary } from './library.ts';
import { parseTrackPath, type TrackPath } from './network-path.ts';

const closing = new AbortController();
const databases = new ForeignDatabases(systemClock, closing.signal);
afterAll(() => closing.abort());

const COVER = Buffer.from('\xff\xd8\xff the bytes of a cover', 'latin1');
const ROWS: EngineRow[] = [
  {
    path: 'Music/Moby/Play/Porcelain.mp3',
    title: 'Porcelain',
    artist: 'Moby',
    album: 'Play',
    genre: 'Downtempo',
    label: 'Mute',
    remixer: 'Torsten',
    comment: 'Last hour',
    key: 1,
    bpm: 95.94,
    year: 1999,
    seconds: 241,
    art: COVER,
  },
  { path: '../Contents/Röyksopp/Eple.flac', title: 'Eple', artist: 'Röyksopp', seconds: 216 },
  { path: 'Air/01 Track.mp3', title: "La femme d'argent", artist: 'Air' },
  { path: 'Music/Once/Only.mp3', title: 'Only', artist: 'Once' },
  { path: 'Music/A/01 Track.mp3', title: 'One', artist: 'A' },
  { path: 'Music/B/01 Track.mp3', title: 'Another', artist: 'B' },
  { path: '../Contents/01 Track.mp3', title: 'Beside it', artist: 'C' },
];

async function libraryOf(schema: EngineSchema = '3.0.2', rows: Iterable<EngineRow> = ROWS) {
  const folder = await testFolder();
  const path = join(folder, 'm?#db copy.db');
  writeEngineDatabase(path, schema, rows);
  return { library: await open(path), path, folder };
}

/** `sql`: writes contents that Engine DJ would not. */
async function hostileLibrary(sql: string): Promise<string> {
  const path = join(await testFolder(), 'm.db');
  writeEngineDatabase(path, '3.0.2', ROWS);
  const database = new Database(path);
  database.exec(sql);
  database.close();
  return path;
}

async function open(path: string): Promise<EngineLibrary> {
  const library = await EngineLibrary.open(databases, path);
  onTestFinished(() => library.close());
  return library;
}

function at(path: string): TrackPath {
  const parsed = parseTrackPath(`net://4be14112-5ead-4848-a07d-b37ca8a7220e/DJ2 (USB 1)/${path}`);
  if (parsed === undefined) {
    throw new Error(`${path} is not a path`);
  }
  return parsed;
}

describe.each(ENGINE_SCHEMAS)('a library of schema %s', (schema) => {
  it('returns all fields of a track, and no picture for the placeholder row', async () => {
    const { library } = await libraryOf(schema);
    expect(library).toMatchObject({ schema });
    const found = await library.find(at('Engine Library/Music/Moby/Play/Porcelain.mp3'));
    expect(found?.track).toEqual({
      title: 'Porcelain',
      artist: 'Moby',
      album: 'Play',
      genre: 'Downtempo',
      label: 'Mute',
      // Engine 1 has no such column.
      remixer: schema.startsWith('1.') ? '' : 'Torsten',
      comment: 'Last hour',
      key: 'Am',
      bpm: 95.94,
      year: 1999,
      isrc: '',
      filename: 'Porcelain.mp3',
      durationMs: 241_000,
    });
    expect(await library.art(found?.artId ?? 0)).toEqual(new Uint8Array(COVER));
    const other = await library.find(at('Contents/Röyksopp/Eple.flac'));
    expect(other?.track).toMatchObject({ title: 'Eple', album: '', genre: '', durationMs: 216_000 });
    expect(await library.art(other?.artId ?? 0)).toBeUndefined();
  });

  it('converts all keys, and returns none for a track without a key', async () => {
    const keys = Array.from({ length: 25 }, (_, key) => key);
    const rows = keys.map((key) => ({
      title: `T${key}`,
      artist: '',
      filename: `${key}.mp3`,
      ...(key > 0 && { key }),
    }));
    const { library } = await libraryOf(schema, rows);
    const found = await Promise.all(rows.map(({ filename }) => library.find(at(`x/${filename}`))));
    const wheel = keys.map((at) => `${((7 + Math.floor((at + 1) / 2)) % 12) + 1}${at % 2 === 0 ? 'A' : 'B'}`);
    expect(found.map((one) => camelotKey(one?.track.key ?? ''))).toEqual(['', ...wheel.slice(0, 24)]);
  });
});

it.each(['', 'net://', 'net://x', 'net://x/y', 'net://x/y/', 'file:///a.mp3', 'Music/a.mp3'])(
  'parseTrackPath rejects %j',
  (text) => {
    expect(parseTrackPath(text)).toBeUndefined();
  },
);

describe('find', () => {
  it('finds a track whose stored path lacks the leading Music/', async () => {
    const { library } = await libraryOf();
    expect((await library.find(at('Engine Library/Music/Air/01 Track.mp3')))?.track.artist).toBe('Air');
  });

  it("prefers the path to the file name, inside and beside the library's folder", async () => {
    const { library } = await libraryOf();
    expect((await library.find(at('Engine Library/Music/B/01 Track.mp3')))?.track.title).toBe('Another');
    expect((await library.find(at('Contents/01 Track.mp3')))?.track.title).toBe('Beside it');
  });

  it('finds a moved track by its file name if the name is unique', async () => {
    const { library } = await libraryOf();
    expect((await library.find(at('Moved/Elsewhere/Only.mp3')))?.track.title).toBe('Only');
    expect(await library.find(at('Moved/Elsewhere/01 Track.mp3'))).toBeUndefined();
  });

  it('finds a streamed track by its address; none in Engine 1', async () => {
    const uri = 'streaming://TIDAL/12345';
    const { library } = await libraryOf('3.0.2', [...ROWS, { title: 'Glue', artist: 'Bicep', uri }]);
    const found = await library.find(at(`(Unknown)/${uri}`));
    expect(found).toMatchObject({ track: { title: 'Glue', artist: 'Bicep', filename: '' } });
    expect(await library.find(at('(Unknown)/streaming://TIDAL/999'))).toBeUndefined();
    const { library: older } = await libraryOf('1.6.0');
    expect(await older.find(at(`(Unknown)/${uri}`))).toBeUndefined();
  });

  it('returns the recording code if the version has a column for it', async () => {
    const path = await hostileLibrary(
      "ALTER TABLE Track ADD COLUMN isrc TEXT; UPDATE Track SET isrc = 'DE-ABC-26-00001'",
    );
    const found = await (await open(path)).find(at('Engine Library/Music/Moby/Play/Porcelain.mp3'));
    expect(found?.track.isrc).toBe('DEABC2600001');
  });

  it('replaces invalid UTF-8 in names', async () => {
    const library = await open(
      await hostileLibrary("UPDATE Track SET title = CAST(X'436166E9' AS TEXT) WHERE title = 'Only'"),
    );
    expect((await library.find(at('Engine Library/Music/Once/Only.mp3')))?.track.title).toBe('Caf\ufffd');
  });

  it('returns undefined for unknown paths and pictures', async () => {
    const { library } = await libraryOf();
    expect(await library.find(at("no'such; DROP TABLE Track;--.mp3"))).toBeUndefined();
    expect(await library.art(12_345)).toBeUndefined();
  });
});

describe('EngineLibrary.open', () => {
  it('writes no files beside the copy', async () => {
    const { library, folder } = await libraryOf();
    await library.find(at('Engine Library/Music/Moby/Play/Porcelain.mp3'));
    expect(await readdir(folder)).toEqual(['m?#db copy.db']);
  });

  it('reads a copy in WAL mode', async () => {
    const path = join(await testFolder(), 'm.db');
    writeEngineDatabase(path, '3.0.2', ROWS);
    const database = new Database(path);
    database.exec(
      "PRAGMA journal_mode = WAL; UPDATE Track SET title = title || '!'; PRAGMA wal_checkpoint(TRUNCATE);",
    );
    const copy = `${path}.copy`;
    await writeFile(copy, await readFile(path));
    database.close();
    const library = await open(copy);
    expect((await library.find(at('Engine Library/Music/Once/Only.mp3')))?.track.title).toBe('Only!');
  });

  it('reports a truncated copy as worth a retry', async () => {
    const { path } = await libraryOf();
    await truncate(path, 6000);
    const read = open(path).then((library) => library.find(at('Engine Library/Music/Once/Only.mp3')));
    await expect(read).rejects.toMatchObject({ name: 'UpstreamError', advice: 'retry' });
  });

  it.each([
    [
      'an endless view instead of the pictures',
      `ALTER TABLE AlbumArt RENAME TO Pictures; CREATE VIEW AlbumArt AS
        WITH RECURSIVE endless(id) AS (SELECT 2 UNION ALL SELECT id + 1 FROM endless)
        SELECT id, x'00' AS albumArt FROM endless`,
    ],
    [
      'computed columns',
      `ALTER TABLE Track DROP COLUMN genre;
        ALTER TABLE Track ADD COLUMN genre TEXT GENERATED ALWAYS AS (title || '!') VIRTUAL;
        ALTER TABLE AlbumArt DROP COLUMN albumArt;
        ALTER TABLE AlbumArt ADD COLUMN albumArt BLOB GENERATED ALWAYS AS (hash || '!') VIRTUAL`,
    ],
    [
      'implausibly large values',
      `PRAGMA synchronous = OFF;
        UPDATE Track SET genre = printf('%70000s', 'x') WHERE title = 'Only';
        UPDATE AlbumArt SET albumArt = zeroblob(30000000)`,
    ],
  ])('skips %s', async (_, sql) => {
    const library = await open(await hostileLibrary(sql));
    const found = await library.find(at('Engine Library/Music/Once/Only.mp3'));
    expect(found?.track).toMatchObject({ title: 'Only', genre: '' });
    expect(await library.art(2)).toBeUndefined();
  });

  it.each([
    [
      'a database with a view instead of the tracks',
      'ALTER TABLE Track RENAME TO Tracks; CREATE VIEW Track AS SELECT * FROM Tracks',
    ],
    [
      'a database with a computed version',
      `ALTER TABLE Information DROP COLUMN uuid;
        ALTER TABLE Information ADD COLUMN uuid TEXT GENERATED ALWAYS AS (hex(id)) VIRTUAL`,
    ],
    ['a database of another program', 'DROP TABLE Track; CREATE TABLE Track (id INTEGER)'],
  ])('rejects %s for good', async (_, sql) => {
    await expect(open(await hostileLibrary(sql))).rejects.toMatchObject({ advice: 'drop' });
  });

  it('does not create a missing database', async () => {
    const folder = await testFolder();
    await expect(open(join(folder, 'm.db'))).rejects.toMatchObject({ advice: 'retry' });
    expect(await readdir(folder)).toEqual([]);
  });
});
