import { join } from 'node:path';
import Database from 'libsql';
import { expect, onTestFinished, test } from 'vitest';
import { fakeClock, untilSettled } from '../../../test/support/clock.ts';
import { testFolder } from '../../../test/support/folder.ts';
import { SERATO_4_SCHEMA } from '../../../test/support/serato.ts';
import { waitFor } from '../../../test/support/wait.ts';
import type { Clock, Disk } from '../../core/tools.ts';
import { nodeDisk } from '../../host/disk/node-disk.js';
import { DatabaseRecord, type PlayTable } from './database.ts';
import { loadsSince, SERATO_4 } from './serato-rows.ts';
import { WatchedDatabase } from './watched-database.ts';

/** Never ends while the table has a row. */
const ENDLESS =
  'WITH RECURSIVE endless(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM endless WHERE EXISTS (SELECT 1 FROM Slow)) SELECT max(n) AS recorded_at FROM endless';
const PLAYS: PlayTable = {
  tables: { Slow: ['id'] },
  details: { table: 'Slow', columns: {} },
  plays: (details) => `SELECT recorded_at, 0 AS id, NULL AS seconds, NULL AS artist, NULL AS title,
    NULL AS album, NULL AS genre, NULL AS filename, NULL AS file, ${details} FROM (${ENDLESS})`,
  minGapMs: 0,
};

async function open(): Promise<{ path: string; database: Database.Database }> {
  const path = join(await testFolder(), 'record.db');
  const database = new Database(path);
  onTestFinished(() => void database.close());
  return { path, database };
}

/** The process has started, and read the database once. */
async function openRecord(path: string, tools: { clock: Clock; disk: Disk }): Promise<DatabaseRecord> {
  const record = new DatabaseRecord(path, PLAYS, tools);
  onTestFinished(() => record.close());
  expect(await record.newest()).toMatchObject([{ at: 1 }]);
  return record;
}

test('DatabaseRecord rejects a view or a computed column, which could compute without end', async () => {
  const { path, database } = await open();
  const watched = new WatchedDatabase(path, SERATO_4, { clock: fakeClock(), disk: nodeDisk });
  onTestFinished(() => watched.close());
  const rows = () => watched.rows(loadsSince(undefined), true);
  database.exec(SERATO_4_SCHEMA);
  expect(await rows()).toEqual([]);

  database.exec(`ALTER TABLE history_entry DROP COLUMN genre;
    ALTER TABLE history_entry ADD COLUMN genre GENERATED ALWAYS AS (name || '!') VIRTUAL`);
  await expect(rows()).rejects.toThrow('the database has no table history_entry with the columns genre');

  database.exec(
    'ALTER TABLE history_entry RENAME TO entries; CREATE VIEW history_entry AS SELECT * FROM entries',
  );
  await expect(rows()).rejects.toThrow(
    'the database has no table history_entry with the columns id, session_id, deck',
  );
});

test('DatabaseRecord does not read a database again that took too long, until it changes', async () => {
  const { path, database } = await open();
  // The killed process holds its lock until the system has ended it.
  database.exec('PRAGMA busy_timeout = 60000; CREATE TABLE Slow (id)');
  const clock = fakeClock();
  const record = await openRecord(path, { clock, disk: nodeDisk });
  database.exec('INSERT INTO Slow VALUES (1)');

  const refused = { advice: 'drop', message: 'reading it takes longer than 10 seconds' };
  const first = expect(record.newest()).rejects.toMatchObject(refused);
  await untilSettled(clock, first);
  await first;
  // Immediate, because the clock stands still.
  await expect(record.newest()).rejects.toMatchObject(refused);

  database.exec('DELETE FROM Slow');
  expect(await record.newest()).toMatchObject([{ at: 1 }]);
});

test('DatabaseRecord reads a database again if it was written during a failed read', async () => {
  const { path, database } = await open();
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE Slow (id)');
  const clock = fakeClock();
  let seen = 0;
  const disk: Disk = {
    ...nodeDisk,
    stat: async (file) => {
      const about = await nodeDisk.stat(file);
      seen += 1;
      return about;
    },
  };
  const record = await openRecord(path, { clock, disk });
  database.exec('INSERT INTO Slow VALUES (1)');
  seen = 0;
  const first = expect(record.newest()).rejects.toMatchObject({ advice: 'drop' });
  await waitFor('the database and its log to be seen', () => (seen === 2 ? true : undefined));
  database.exec('INSERT INTO Slow VALUES (2)');
  await untilSettled(clock, first);
  await first;

  // The timeout would be reported again.
  const again = expect(record.newest()).rejects.toThrow('the program is stopping');
  record.close();
  await again;
});
