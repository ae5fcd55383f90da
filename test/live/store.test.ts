/** The one-file store of the live backend beside another program that works with the file. */
import { join } from 'node:path';
import Driver from 'libsql';
import { expect, onTestFinished, test } from 'vitest';
import { STORE_LIMIT_MS } from '../../live/service/src/store/contract.ts';
import { openLibsql } from '../../live/service/src/store/libsql.ts';
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

test('waits for the lock of another connection, and keeps what comes after it', async () => {
  const { store, somebody, clock, seen } = await storeAndSomebody();
  somebody.exec('BEGIN IMMEDIATE');
  const waiting = store.putTrack(KEY, track('Blue'));
  await clock.advance(STORE_LIMIT_MS / 2);
  somebody.exec('COMMIT');
  await clock.advance(STORE_LIMIT_MS / 2);
  expect(await waiting).toBe(true);
  expect(seen()).toContain('Blue');
});

test('reports a lock that lasts, then loses nothing and locks nobody out', async () => {
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
