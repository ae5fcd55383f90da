/** Encrypted databases that SQLCipher writes while they are read. */
import { closeSync, copyFileSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { testFolder } from '../../../test/support/folder.ts';
import { amount } from '../../../test/support/full-length.ts';
import { encryptedDatabase, KEY } from '../../../test/support/rekordbox.ts';
import { Secret } from '../../core/option.ts';
import { systemClock } from '../clock.ts';
import { SqliteDatabase } from './database.ts';
import { DecryptedCopy } from './decrypted-copy.js';
import { asNumber, ForeignDatabases, numberOf } from './foreign.ts';

const PAGE = 4096;
const COUNT = `SELECT ${asNumber('n')} FROM (SELECT count(*) AS n FROM t)`;

async function place(key = KEY, journal = 'WAL') {
  const folder = await testFolder();
  const path = join(folder, 'master.db');
  const copy = join(folder, 'copy.db');
  const database = encryptedDatabase(path, key, journal);
  onTestFinished(() => {
    database.close();
  });
  database.exec('CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT)');
  const closing = new AbortController();
  onTestFinished(() => closing.abort());
  const databases = new ForeignDatabases(systemClock, closing.signal);
  const read = async (sql: string, name = 'n', typed = key): Promise<number | undefined> => {
    const cipher = { key: new Secret(typed), copy };
    const { results } = await databases.query({ path, live: true, cipher }, [{ sql }]);
    return numberOf(results[0]?.[0] ?? {}, name);
  };
  return {
    path,
    copy,
    database,
    read,
    add: (b: string) => database.prepare('INSERT INTO t (b) VALUES (?)').run([b]),
  };
}

test.each([
  ['a passphrase, even of hexadecimal digits', 'ab'.repeat(32)],
  ['a key itself', KEY],
])('returns every commit, across checkpoints, with %s', async (_, key) => {
  const { database, read, add, copy } = await place(key);
  expect(await read(COUNT)).toBe(0);
  for (let count = 1; count <= 12; count++) {
    add('x'.repeat(3_000));
    expect(await read(COUNT)).toBe(count);
    if (count % 4 === 0) {
      database.pragma(`wal_checkpoint(${count === 8 ? 'TRUNCATE' : 'RESTART'})`);
      expect(await read(COUNT)).toBe(count);
    }
  }
  database.exec('DELETE FROM t WHERE a > 2; VACUUM');
  expect(await read(COUNT)).toBe(2);
  if (process.platform !== 'win32') {
    expect(statSync(copy).mode & 0o777).toBe(0o600);
  }
  expect(
    await read(
      `SELECT ${asNumber('n')} FROM (SELECT count(*) AS n FROM pragma_integrity_check WHERE integrity_check = 'ok')`,
    ),
  ).toBe(1);
});

test('returns only committed rows in either journal mode', async () => {
  for (const journal of ['WAL', 'DELETE']) {
    const { database, read, add } = await place(KEY, journal);
    add('One');
    expect(await read(COUNT)).toBe(1);
    database.pragma('cache_spill = 1');
    database.pragma('cache_size = 1');
    database.exec('BEGIN IMMEDIATE');
    for (let count = 0; count < 50; count++) {
      add('x'.repeat(3_000));
    }
    // In the other mode the rows are already in the file, so it is unreadable until the end.
    const seen = await read(COUNT).catch(({ message }: Error) => message);
    expect(seen).toBe(journal === 'WAL' ? 1 : 'another program is writing to it');
    database.exec('ROLLBACK');
    expect(await read(COUNT)).toBe(1);
    add('Two');
    expect(await read(COUNT)).toBe(2);
  }
});

test('rejects a wrong key in one sentence without naming it', async () => {
  const { read } = await place();
  const error = { message: 'the key does not open it', advice: 'drop' };
  await expect(read(COUNT, 'n', 'sesame')).rejects.toMatchObject(error);
  await expect(read(COUNT, 'n', `x'${'0123456789abcdef'.repeat(4)}'`)).rejects.toMatchObject(error);
  expect(await read(COUNT)).toBe(0);
});

describe('a damaged or half-written page', () => {
  test('is rejected until it is whole again', async () => {
    const { path, database, read, add } = await place();
    for (let count = 0; count < 20; count++) {
      add('x'.repeat(3_000));
    }
    database.pragma('wal_checkpoint(TRUNCATE)');
    const whole = `${path}.whole`;
    copyFileSync(path, whole);
    const pages = statSync(path).size / PAGE;
    for (const page of [2, pages]) {
      const file = openSync(path, 'r+');
      // Restores the MAC too: with the old MAC, the page counts as the old version.
      writeSync(file, Buffer.alloc(90, 7), 0, 90, (page - 1) * PAGE + 4_000);
      closeSync(file);
      await expect(read(COUNT)).rejects.toThrow(`page ${page} is damaged, or half written`);
      const again = openSync(path, 'r+');
      writeSync(again, readFileSync(whole));
      closeSync(again);
      expect(await read(COUNT)).toBe(20);
    }
  });

  test('ends the log', async () => {
    const { path, read, add, database } = await place();
    add('One');
    database.pragma('wal_checkpoint(RESTART)');
    add('Two');
    const frames = statSync(`${path}-wal`).size;
    const file = openSync(`${path}-wal`, 'r+');
    writeSync(file, Buffer.alloc(8, 7), 0, 8, Math.min(frames, 32 + 24 + PAGE) - 500);
    closeSync(file);
    expect(await read(COUNT)).toBe(1);
  });
});

test('reads a consistent state while a program writes constantly, and never blocks it', async () => {
  const { database, read } = await place();
  database.exec(`CREATE TABLE account (id INTEGER PRIMARY KEY, amount INTEGER, more TEXT);
    CREATE TABLE moment (n INTEGER); INSERT INTO moment VALUES (0)`);
  for (let id = 1; id <= 200; id++) {
    database.prepare('INSERT INTO account VALUES (?, 100, ?)').run([id, 'x'.repeat(1_000)]);
  }
  let isOver = false;
  let written = 0;
  const write = async (): Promise<void> => {
    while (!isOver) {
      written += 1;
      const [from, to] = [1 + ((written * 7) % 200), 1 + ((written * 13) % 200)];
      database.exec(`BEGIN; UPDATE account SET amount = amount - 1, more = '${'y'.repeat(written % 900)}' WHERE id = ${from};
        UPDATE account SET amount = amount + 1 WHERE id = ${to}; UPDATE moment SET n = ${written}; COMMIT`);
      if (written % 40 === 0) {
        database.pragma(`wal_checkpoint(${written % 80 === 0 ? 'TRUNCATE' : 'PASSIVE'})`);
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const writing = write();
  let last = -1;
  try {
    for (let count = 0; count < amount({ short: 30, full: 60 }); count++) {
      const sql = `SELECT ${asNumber('n')} FROM (SELECT (SELECT sum(amount) FROM account) * 1000000 + n AS n FROM moment)`;
      const seen = (await read(sql)) ?? 0;
      expect(Math.floor(seen / 1_000_000)).toBe(20_000);
      expect(seen % 1_000_000).toBeGreaterThanOrEqual(last);
      last = seen % 1_000_000;
    }
  } finally {
    isOver = true;
    await writing;
  }
  expect(await read(`SELECT ${asNumber('n')} FROM moment`)).toBe(written);
});

test('rejects a file that is no database, empty, or smaller than a page', async () => {
  const { path, read } = await place();
  for (const bytes of [Buffer.alloc(0), Buffer.alloc(100), Buffer.alloc(PAGE * 2, 5)]) {
    const file = openSync(path, 'w');
    writeSync(file, bytes);
    closeSync(file);
    await expect(read(COUNT)).rejects.toThrow(/the key does not open it|not a database/);
  }
});

/** More than two gigabytes at full length. */
const LARGE_ROWS = amount({ short: 9_000, full: 520_000 });
const AT_ONCE = 20_000;

test('reads a large database in several calls as one consistent state, despite writes between them', {
  timeout: 20 * 60_000,
}, async () => {
  const { path, copy, database, add } = await place();
  for (let written = 0; written < LARGE_ROWS; written += AT_ONCE) {
    const count = Math.min(LARGE_ROWS - written, AT_ONCE);
    database.exec(`INSERT INTO t (b) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
      SELECT printf('%.*c', 3900, 'x') FROM n`);
    database.pragma('wal_checkpoint(TRUNCATE)');
  }
  expect(statSync(path).size).toBeGreaterThan(LARGE_ROWS * 3_900);
  const decrypted = new DecryptedCopy(path, copy, KEY);
  let calls = 0;
  do {
    calls += 1;
    if (calls === 2) {
      // The first part has been read.
      add('y');
      database.pragma('wal_checkpoint(TRUNCATE)');
      database.exec('DELETE FROM t WHERE a % 7 = 0 AND a < 9000');
    } else if (calls < 20) {
      add('z');
      // Long ago, so that the file time proves changes when the next part is read.
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
  } while (decrypted.refresh().unfinished);
  expect(calls).toBeGreaterThan(2);
  // Frames appended meanwhile belong to a later state.
  while (decrypted.refresh().unfinished) {
    // Until the new frames are copied too.
  }
  const read = new SqliteDatabase(copy, 'read');
  onTestFinished(() => read.close());
  expect(read.row('SELECT count(*) AS n FROM t')).toEqual(
    database.prepare('SELECT count(*) AS n FROM t').get(),
  );
  expect(read.row('PRAGMA integrity_check')).toEqual({ integrity_check: 'ok' });
});
