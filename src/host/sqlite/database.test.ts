import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Driver from 'libsql';
import { describe, expect, onTestFinished, test } from 'vitest';
import { testFolder } from '../../../test/support/folder.ts';
import { isLocked, SqliteDatabase, type SqliteUse } from './database.ts';

function opened(path: string, use: SqliteUse = 'write'): SqliteDatabase {
  const database = new SqliteDatabase(path, use);
  onTestFinished(() => database.close());
  return database;
}

/** Connection of another program. */
function other(path: string) {
  const driver = new Driver(path);
  onTestFinished(() => void driver.close());
  return driver;
}

const titles = (path: string) =>
  other(path)
    .prepare('SELECT title FROM track')
    .all()
    .map((row) => (row as { title: string }).title);

async function twoConnections(journal: string) {
  const path = join(await testFolder(), 'some?where #1%.db');
  const database = opened(path);
  database.pragma(`journal_mode = ${journal}`);
  database.script('CREATE TABLE track (title TEXT UNIQUE); CREATE TABLE note (text TEXT)');
  return { path, database, somebody: other(path) };
}

const lockedOut = expect.toSatisfy(isLocked);

describe.each(['WAL', 'DELETE'])('a database with the journal %s', (journal) => {
  test('keeps writes that follow a write that found it locked', async () => {
    const { path, database, somebody } = await twoConnections(journal);
    for (const write of [
      () => database.change("INSERT INTO note VALUES ('lost')"),
      () => database.changedRows("INSERT INTO note VALUES ('lost') RETURNING text"),
      () => database.script("INSERT INTO note VALUES ('lost')"),
    ]) {
      somebody.exec('BEGIN IMMEDIATE');
      expect(catching(write)).toEqual(lockedOut);
      somebody.exec('COMMIT');
    }
    database.change('INSERT INTO track VALUES (?)', ['Blue']);
    expect(titles(path)).toEqual(['Blue']);
    expect(() => somebody.exec("INSERT INTO track VALUES ('Red')")).not.toThrow();
    expect(database.rows('SELECT * FROM note')).toEqual([]);
  });

  test('blocks no writer and sees later writes after a query that found it locked', async () => {
    const { path, database, somebody } = await twoConnections(journal);
    const reader = opened(path, 'read');
    for (const each of [database, reader]) {
      somebody.exec('BEGIN EXCLUSIVE');
      const answer = catching(() => each.rows('SELECT * FROM track'));
      // In WAL mode readers block no writer.
      expect(answer).toEqual(journal === 'WAL' ? [] : lockedOut);
      somebody.exec('COMMIT');
    }
    somebody.exec("INSERT INTO track VALUES ('Blue'), ('Red')");
    for (const each of [database, reader]) {
      expect(each.row('SELECT title FROM track')).toMatchObject({ title: 'Blue' });
      somebody.exec("INSERT INTO note VALUES ('free')");
    }
    expect(reader.rows('SELECT * FROM note')).toHaveLength(2);
  });

  test('commits rows that a change returns', async () => {
    const { path, database } = await twoConnections(journal);
    database.script("INSERT INTO track VALUES ('Blue'), ('Red')");
    const changed = database.changedRows("UPDATE track SET title = title || '!' RETURNING title");
    expect(changed).toHaveLength(2);
    expect(titles(path)).toEqual(['Blue!', 'Red!']);
  });

  test('contains no part of a failed change', async () => {
    const { path, database, somebody } = await twoConnections(journal);
    database.change('INSERT INTO track VALUES (@title)', { title: 'Blue' });
    expect(() =>
      database.script("INSERT INTO note VALUES ('half'); INSERT INTO track VALUES ('Blue')"),
    ).toThrow(/UNIQUE/);
    expect(() => database.change("INSERT INTO track VALUES ('Red'), ('Blue')")).toThrow(/UNIQUE/);
    somebody.exec("INSERT INTO track VALUES ('Green')");
    expect(titles(path)).toEqual(['Blue', 'Green']);
    expect(database.rows('SELECT * FROM note')).toEqual([]);
  });
});

describe('a read-only database', () => {
  test('is not created if missing', async () => {
    const folder = await testFolder();
    expect(() => opened(join(folder, 'none.db'), 'read')).toThrow(
      expect.objectContaining({
        code: 'SQLITE_CANTOPEN',
        message: 'the database cannot be opened (SQLite error 14)',
      }),
    );
    expect(await readdir(folder)).toEqual([]);
  });

  test('is never written', async () => {
    const { path } = await twoConnections('DELETE');
    const before = await readFile(path);
    const reader = opened(path, 'read');
    expect(() => reader.change("INSERT INTO track VALUES ('Blue')")).toThrow(/readonly/);
    reader.close();
    expect(await readFile(path)).toEqual(before);
  });
});

function catching(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}
