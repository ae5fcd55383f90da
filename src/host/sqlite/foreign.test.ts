import { copyFile, readdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import Database from 'libsql';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { fakeClock } from '../../../test/support/clock.ts';
import { testFolder } from '../../../test/support/folder.ts';
import { untilEnded } from '../../../test/support/processes.ts';
import { ForeignDatabases, numberOf, plainColumns, textOf } from './foreign.ts';

const clock = fakeClock();
const closing = new AbortController();
const databases = new ForeignDatabases(clock, closing.signal);
afterAll(() => closing.abort());

const ENDLESS = {
  sql: 'WITH RECURSIVE endless(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM endless) SELECT max(n) FROM endless',
};
const NAME = { sql: 'SELECT CAST(name AS BLOB) AS name FROM Track' };

let path: string;

beforeEach(async () => {
  path = await made("CREATE TABLE Track (name); INSERT INTO Track VALUES ('Only')");
});

async function made(sql: string): Promise<string> {
  const file = join(await testFolder(), 'some.db');
  write(file, sql);
  return file;
}

function write(file: string, sql: string): void {
  const database = new Database(file);
  database.exec(sql);
  database.close();
}

async function nameIn(file: string, live = false): Promise<string> {
  const { results } = await databases.query({ path: file, live }, [NAME]);
  return textOf(results[0]?.[0] ?? {}, 'name');
}

describe('a query', () => {
  it('returns the rows of each statement', async () => {
    const { results } = await databases.query({ path, live: false }, [
      NAME,
      { sql: 'SELECT CAST(? AS REAL) AS n', values: [7] },
    ]);
    expect(textOf(results[0]?.[0] ?? {}, 'name')).toBe('Only');
    expect(numberOf(results[1]?.[0] ?? {}, 'n')).toBe(7);
  });

  it('is abandoned when it computes forever, and the next one is answered', async () => {
    await nameIn(path);
    const { pid } = databases;
    const endless = expect(databases.query({ path, live: false }, [ENDLESS])).rejects.toMatchObject({
      name: 'UpstreamError',
      advice: 'drop',
      message: 'reading it takes longer than 10 seconds',
    });
    const next = nameIn(path);
    await clock.advance(10_000);
    await endless;
    await untilEnded(pid);
    expect(await next).toBe('Only');
  });

  it('is refused when it exceeds the memory limit', async () => {
    const vast = { sql: 'SELECT length(hex(zeroblob(400000000))) AS n' };
    await expect(databases.query({ path, live: false }, [vast])).rejects.toMatchObject({ advice: 'drop' });
    expect(await nameIn(path)).toBe('Only');
  });

  it('is repeated when another cause ended the process', async () => {
    await nameIn(path);
    const { pid } = databases;
    process.kill(pid ?? 0, 'SIGKILL');
    expect(await nameIn(path)).toBe('Only');
    expect(databases.pid).not.toBe(pid);
  });

  it('can be retried on a half-written database', async () => {
    const missing = { sql: 'SELECT 1 FROM NotYet' };
    await expect(databases.query({ path, live: true }, [missing])).rejects.toMatchObject({ advice: 'retry' });
  });

  it('reads the file that has the path now', async () => {
    expect(await nameIn(path, true)).toBe('Only');
    const other = await made("CREATE TABLE Track (name); INSERT INTO Track VALUES ('Other')");
    await rename(other, path);
    expect(await nameIn(path, true)).toBe('Other');
  });

  it('ignores files beside a copy, and leaves none', async () => {
    const writer = new Database(path);
    writer.pragma('journal_mode = WAL');
    writer.exec("UPDATE Track SET name = 'Newer'");
    const copy = join(await testFolder(), 'copy.db');
    await copyFile(path, copy);
    await copyFile(`${path}-wal`, `${copy}-wal`);
    writer.close();
    expect(await nameIn(copy)).toBe('Only');
    expect((await readdir(dirname(copy))).sort()).toEqual(['copy.db', 'copy.db-wal']);
  });

  it('fails after the end', async () => {
    const stop = new AbortController();
    const own = new ForeignDatabases(clock, stop.signal);
    await own.query({ path, live: false }, [NAME]);
    const { pid } = own;
    const late = expect(own.query({ path, live: false }, [ENDLESS])).rejects.toThrow(
      'the program is stopping',
    );
    stop.abort();
    await late;
    await untilEnded(pid);
    await expect(own.query({ path, live: false }, [NAME])).rejects.toThrow('the program is stopping');
  });
});

it('plainColumns returns only columns without computation', async () => {
  write(
    path,
    `ALTER TABLE Track ADD COLUMN computed GENERATED ALWAYS AS (name || name) VIRTUAL;
     CREATE TABLE Kept (id, computed AS (id + 1) STORED);
     CREATE VIEW Seen AS SELECT * FROM Track;
     CREATE VIRTUAL TABLE Virtual USING fts5(text);`,
  );
  const tables = ['track', 'Kept', 'Seen', 'Virtual', 'Missing'] as const;
  expect(await plainColumns(databases, { path, live: false }, tables)).toEqual({
    track: new Set(['name']),
    Kept: new Set(['id']),
    Seen: new Set(),
    Virtual: new Set(),
    Missing: new Set(),
  });
});
