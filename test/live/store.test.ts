/** The one-file store of the live backend beside another program that uses the file. */
import { join } from 'node:path';
import Driver from 'libsql';
import { expect, onTestFinished, test } from 'vitest';
import { STORE_LIMIT_MS } from '../../live/service/src/store/contract.ts';
import { openLibsql } from '../../live/service/src/store/libsql.ts';
import { TAKEN_AWAY } from '../../src/clients/live/message.ts';
import { fakeClock } from '../support/clock.ts';
import { testFolder } from '../support/folder.ts';

const KEY = Buffer.alloc(32, 7);
const track = (title: string) => ({ message: `Ada - ${title}`, artist: 'Ada', title });

async function storeAndSomebody() {
  const file = join(await testFolder(), 'live.db');
  const clock = fakeClock();
  const store = openLibsql(file, clock);
  const somebody = new Driver(file);
  onTestFinished(async () => {
    await store.close();
    somebody.close();
  });
  await store.putKey('42', KEY);
  const seen = () => (somebody.prepare('SELECT track FROM channel').all()[0] as { track: string }).track;
  return { store, somebody, clock, seen };
}

test('a file of version 0.2 is migrated, and from then on remembers when tracks were removed', async () => {
  const file = join(await testFolder(), 'live.db');
  const before = new Driver(file);
  before.exec(`CREATE TABLE channel (
    id TEXT PRIMARY KEY, key_hash BLOB NOT NULL UNIQUE, key_made_at INTEGER NOT NULL, key_used_at INTEGER,
    track TEXT NOT NULL DEFAULT '', at INTEGER NOT NULL DEFAULT 0, forwarded INTEGER NOT NULL DEFAULT 0,
    not_before INTEGER NOT NULL DEFAULT 0, failures INTEGER NOT NULL DEFAULT 0
  ) STRICT;`);
  before.exec(`INSERT INTO channel (id, key_hash, key_made_at) VALUES ('42', x'${KEY.toString('hex')}', 0)`);
  before.close();
  for (const _again of [1, 2]) {
    const store = openLibsql(file, fakeClock());
    onTestFinished(() => store.close());
    expect(await store.putTrack(KEY, track('Blue'))).toBe(true);
    await store.putTrack(KEY, TAKEN_AWAY);
    await store.putTrack(KEY, track('Red'));
    const [claim] = await store.claim(8, 0);
    expect(claim?.track.title).toBe('Red');
    expect(claim?.clearedAt).toBe((claim?.at ?? 0) - 1);
  }
});

test('waits for the lock of another connection, and keeps later writes', async () => {
  const { store, somebody, clock, seen } = await storeAndSomebody();
  somebody.exec('BEGIN IMMEDIATE');
  const waiting = store.putTrack(KEY, track('Blue'));
  await clock.advance(STORE_LIMIT_MS / 2);
  somebody.exec('COMMIT');
  await clock.advance(STORE_LIMIT_MS / 2);
  expect(await waiting).toBe(true);
  expect(seen()).toContain('Blue');
});

test('reports a lasting lock, and then neither loses data nor locks others out', async () => {
  const { store, somebody, clock, seen } = await storeAndSomebody();
  somebody.exec('BEGIN IMMEDIATE');
  const failed = expect(
    Promise.all([store.putTrack(KEY, track('Blue')), store.putKey('43', Buffer.alloc(32))]),
  ).rejects.toThrow(/locked/);
  await clock.advance(STORE_LIMIT_MS + 100);
  await failed;
  somebody.exec('COMMIT');
  expect(await store.putTrack(KEY, track('Red'))).toBe(true);
  expect(seen()).toContain('Red');
  const [claim] = await store.claim(8, 1_000);
  expect(claim).toMatchObject({ channel: '42', track: { title: 'Red' } });
  expect(() => somebody.exec("UPDATE channel SET failures = 0 WHERE id = '42'")).not.toThrow();
  if (claim !== undefined) {
    await store.complete(claim, 0);
  }
  expect(await store.pending()).toBe(0);
});
