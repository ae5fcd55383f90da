/** The shared store on a real PostgreSQL that hangs or is locked by another connection. */
import { type AddressInfo, connect, createServer } from 'node:net';
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { STORE_LIMIT_MS, type Store } from '../../live/service/src/store/contract.ts';
import { openPostgres } from '../../live/service/src/store/postgres.ts';
import type { Clock } from '../../src/core/tools.ts';
import { systemClock } from '../../src/host/clock.ts';
import { type StartedServer, startPostgres } from '../support/services/servers.ts';
import { waitFor } from '../support/wait.ts';

const KEY = Buffer.alloc(32, 7);
const OTHER_KEY = Buffer.alloc(32, 8);
const BLUE = { message: 'Ada - Blue', artist: 'Ada', title: 'Blue' };
const LATE = `PostgreSQL did not answer within ${STORE_LIMIT_MS / 1_000} s`;

let server: StartedServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

/** Real time, except that the test decides when a query's limit is over. */
function limitByHand() {
  const waiting = new Set<() => void>();
  const clock: Clock = {
    ...systemClock,
    after(ms, run) {
      if (ms !== STORE_LIMIT_MS) {
        return systemClock.after(ms, run);
      }
      waiting.add(run);
      return () => waiting.delete(run);
    },
  };
  return {
    clock,
    timeIsUp() {
      for (const run of [...waiting]) {
        run();
      }
    },
  };
}

let store: Store;
let timeIsUp: () => void;

beforeEach(async () => {
  const limit = limitByHand();
  timeIsUp = limit.timeIsUp;
  store = await openPostgres(server.url, limit.clock);
  onTestFinished(() => store.close());
  await store.putKey('42', KEY);
  await store.putKey('43', OTHER_KEY);
});

const answer = () => waitFor('an answer', () => store.pending().catch(() => undefined));

/** Another connection that locks a channel's row until it is released. */
async function lockRow(channel: string) {
  const sql = postgres(server.url, { max: 1 });
  onTestFinished(() => sql.end());
  const connection = await sql.reserve();
  await connection`BEGIN`;
  await connection`SELECT 1 FROM channel WHERE id = ${channel} FOR UPDATE`;
  return async () => {
    await connection`COMMIT`;
    connection.release();
  };
}

test('a query that waits for a lock times out, and blocks no connection for others', async () => {
  const unlock = await lockRow('42');
  // More queries than connections.
  const locked = Array.from({ length: 20 }, () => store.putTrack(KEY, BLUE));
  const ends = expect(Promise.allSettled(locked)).resolves.toEqual(
    Array.from({ length: 20 }, () => ({ status: 'rejected', reason: new Error(LATE) })),
  );
  timeIsUp();
  await ends;
  expect(await waitFor('another channel', () => store.putTrack(OTHER_KEY, BLUE))).toBe(true);
  await unlock();
  expect(await store.putTrack(KEY, BLUE)).toBe(true);
});

test('a failed cancellation of a query leaves no unhandled rejection', async () => {
  const lost = lostPromises();
  const { url, cancels } = await refusingToCancel();
  const limit = limitByHand();
  const through = await openPostgres(url, limit.clock);
  onTestFinished(() => through.close());
  const unlock = await lockRow('42');
  const waits = through.putTrack(KEY, BLUE).catch((error: unknown) => error);
  // An answer to another query shows that the server lives, so the waiting one is canceled.
  await through.pending();
  await waitFor('a question that waits for the lock', lockWaits);
  await through.pending();
  limit.timeIsUp();
  expect(await waits).toEqual(new Error(LATE));
  await waitFor('the attempt to take it back', () => (cancels() > 0 ? true : undefined));
  await unlock();
  await through.pending();
  expect(lost).toEqual([]);
});

async function lockWaits(): Promise<true | undefined> {
  const sql = postgres(server.url, { max: 1 });
  const [row] = await sql`SELECT count(*)::int AS count FROM pg_locks WHERE NOT granted`;
  await sql.end();
  return Number(row?.count) > 0 ? true : undefined;
}

/** Collects unhandled rejections until the test ends. */
function lostPromises(): readonly unknown[] {
  const lost: unknown[] = [];
  const others = process.listeners('unhandledRejection');
  const keep = (reason: unknown): void => {
    lost.push(reason);
  };
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', keep);
  onTestFinished(() => {
    process.off('unhandledRejection', keep);
    for (const other of others) {
      process.on('unhandledRejection', other);
    }
  });
  return lost;
}

/** The same server at an address that resets cancellation requests. */
async function refusingToCancel() {
  const CANCEL = 80_877_102;
  let cancels = 0;
  const { hostname, port, pathname } = new URL(server.url);
  const between = createServer((client) => {
    client.on('error', () => undefined);
    client.once('data', (first) => {
      if (first.length >= 8 && first.readInt32BE(4) === CANCEL) {
        cancels += 1;
        client.resetAndDestroy();
        return;
      }
      const database = connect(Number(port), hostname);
      database.on('error', () => client.destroy());
      database.write(first);
      client.pipe(database).pipe(client);
    });
  });
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    between.close();
  });
  const address = between.address() as AddressInfo;
  return { url: `postgres://deckcast@127.0.0.1:${address.port}${pathname}`, cancels: () => cancels };
}

test('connections replaced while the catalog is locked leave no unhandled rejection', async () => {
  const lost = lostPromises();
  const sql = postgres(server.url, { max: 1 });
  onTestFinished(() => sql.end());
  const connection = await sql.reserve();
  await connection`BEGIN`;
  await connection`LOCK TABLE channel IN ACCESS EXCLUSIVE MODE`;
  await connection`LOCK TABLE pg_catalog.pg_type IN ACCESS EXCLUSIVE MODE`;
  // As many as there are connections: none gets an answer, so all are replaced.
  const questions = Array.from({ length: 8 }, () => store.pending().catch(() => undefined));
  await waitFor('questions that wait', async () => {
    const [row] = await connection`SELECT count(*)::int AS count FROM pg_locks WHERE NOT granted`;
    return Number(row?.count) >= questions.length || undefined;
  });
  timeIsUp();
  await Promise.all(questions);
  await connection`COMMIT`;
  connection.release();
  await answer();
  expect(lost).toEqual([]);
});

test('a hanging database is reported in time, and works again as soon as it answers', async () => {
  server.hang();
  const queries = [store.pending(), store.claim(1, 1_000), store.putTrack(KEY, BLUE)];
  const ends = expect(Promise.allSettled(queries)).resolves.toEqual(
    queries.map(() => ({ status: 'rejected', reason: new Error(LATE) })),
  );
  timeIsUp();
  await ends;
  server.goOn();
  await answer();
  expect(await store.putTrack(KEY, BLUE)).toBe(true);
});
