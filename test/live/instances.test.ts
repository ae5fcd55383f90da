/** Three instances of the backend on one real PostgreSQL. */
import postgres from 'postgres';
import { describe, expect, test } from 'vitest';
import { makeKey } from '../../live/service/src/keys.ts';
import { afterTest, type Later, shared } from '../support/clean-up.ts';
import { amount } from '../support/full-length.ts';
import { holdAnswers } from '../support/held.ts';
import { startPostgres } from '../support/services/servers.ts';
import { waitFor } from '../support/wait.ts';
import {
  buildServiceForTests,
  keyFor,
  type LiveService,
  postTrack,
  startService,
  startTwitch,
} from './service.ts';

/** Channels that change their track at about the same time, and the duration of all changes. */
const CHANNELS = amount({ short: 40, full: 10_000 });
const CHANGING_MS = amount({ short: 200, full: 20_000 });
/** Channels that change all the time, and kills of an instance meanwhile. */
const BUSY_CHANNELS = amount({ short: 10, full: 200 });
const KILLS = amount({ short: 1, full: 3 });

buildServiceForTests();

const everything = shared(async (later) => {
  const database = await startPostgres();
  later(() => database.stop());
  const twitch = await startTwitch(later);
  const start = (until: Later): Promise<LiveService> => {
    const flags = ['--store=postgres', '--log.level=info'];
    return startService(twitch, flags, { env: { DECKCAST_POSTGRES_URL: database.url }, later: until });
  };
  const instances = await Promise.all([start(later), start(later), start(later)] as const);
  return { database, twitch, instances, start: () => start(afterTest) };
});

interface Channel {
  readonly id: string;
  readonly key: string;
}

/** Creates the only channels of the database, with keys, directly: the identity service has tests of its own. */
async function channels(count: number, from: number): Promise<Channel[]> {
  const made = Array.from({ length: count }, (_, index) => ({ id: String(from + index), ...makeKey() }));
  const sql = postgres(everything().database.url, { max: 1 });
  const rows = made.map(({ id, hash }) => ({ id, key_hash: hash, key_made_at: 0 }));
  await sql`DELETE FROM channel`;
  for (let start = 0; start < rows.length; start += 1_000) {
    await sql`INSERT INTO channel ${sql(rows.slice(start, start + 1_000))}`;
  }
  await sql.end();
  return made.map(({ id, key }) => ({ id, key }));
}

const named = (title: string) => ({ message: `Ada - ${title}`, artist: 'Ada', title });

const titlesOf = (channel: string): string[] =>
  everything()
    .twitch.twitch.of(channel)
    .map(({ message }) => JSON.parse(message).title);

describe('three instances', () => {
  test('share keys, tracks and the end of keys', async () => {
    const { twitch, instances } = everything();
    const [one, other] = instances;
    const key = await keyFor(one, twitch, '42');
    expect((await postTrack(other, key, named('Blue'))).status).toBe(202);
    await waitFor('the broadcast', () => (titlesOf('42').length > 0 ? true : undefined));
    expect(titlesOf('42')).toEqual(['Blue']);
    await keyFor(other, twitch, '42');
    expect((await postTrack(one, key, named('Red'))).status).toBe(401);
  });

  test('forward the newest of quick changes of any instance, at most one in three seconds', async () => {
    const { twitch, instances: all } = everything();
    const [channel] = await channels(1, 500);
    // The first request stays under way while the others come.
    const held = holdAnswers(twitch.peer, '/helix/extensions/pubsub');
    for (let change = 1; change <= 8; change += 1) {
      expect(
        (await postTrack(all[change % 3] ?? all[0], channel?.key ?? '', named(`Blue ${change}`))).status,
      ).toBe(202);
      await waitFor('the first', () => (titlesOf('500').length > 0 ? true : undefined));
    }
    held.goOn();
    await waitFor('the last', () => (titlesOf('500').length > 1 ? true : undefined));
    expect(titlesOf('500')).toEqual(['Blue 1', 'Blue 8']);
    const [first, last] = twitch.twitch.of('500').map(({ at }) => at);
    expect((last ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(3_000);
  });

  test(`forward the tracks of ${CHANNELS} channels that change within ${CHANGING_MS} ms, each once`, async () => {
    const { twitch, instances } = everything();
    const all = await channels(CHANNELS, 10_000);
    const statuses: number[] = [];
    const repeated = new Set<string>();
    // The stand-in runs in this process, so a DJ posts after the previous answer to give it time.
    const startedAt = performance.now();
    const waiting = [...all.entries()];
    const post = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const [index, { id, key }] = next;
        const due = startedAt + (index / all.length) * CHANGING_MS;
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
        const target = instances[index % 3] ?? instances[0];
        let { status } = await postTrack(target, key, named(`Track of ${id}`));
        // A store that does not answer within three seconds may have the track. The DJ's program repeats it.
        for (let attempt = 1; status === 503 && attempt < 10; attempt += 1) {
          repeated.add(id);
          ({ status } = await postTrack(target, key, named(`Track of ${id}`)));
        }
        statuses.push(status);
      }
    };
    await Promise.all(Array.from({ length: 50 }, post));
    expect(statuses.filter((status) => status !== 202)).toEqual([]);
    const { complaints } = twitch.twitch;
    const ids = new Set(all.map(({ id }) => id));
    const ofAll = () => twitch.twitch.broadcasts.filter(({ channel }) => ids.has(channel));
    const reached = () => new Set(ofAll().map(({ channel }) => channel));
    await waitFor(
      'all broadcasts',
      () => (reached().size === all.length ? true : undefined),
      () => `${reached().size} of ${all.length}`,
    );
    // A duplicate would come with the next look into the store.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(ofAll().filter(({ channel }) => !repeated.has(channel))).toHaveLength(all.length - repeated.size);
    const wrong = ofAll().filter(({ channel, message }) => !message.includes(`"Track of ${channel}"`));
    expect(wrong).toEqual([]);
    const numbers = await Promise.all(instances.map(({ metrics }) => metrics()));
    const sent = numbers.map((text) =>
      Number(/deckcast_live_broadcasts_total\{result="sent"\} (\d+)/.exec(text)?.[1]),
    );
    expect(sent.reduce((sum, one) => sum + one)).toBeGreaterThanOrEqual(all.length);
    // With few channels, the first instance may take nearly all.
    expect(Math.min(...sent)).toBeGreaterThanOrEqual(amount({ short: 0, full: CHANNELS / 10 }));
    expect(complaints).toEqual([]);
  });

  test('lose no acknowledged track when one instance is killed at any moment', async () => {
    const { twitch, instances, start } = everything();
    // The last test, because one instance is gone afterward.
    let [one] = instances;
    const others = instances.slice(1);
    const all = await channels(BUSY_CHANNELS, 1_000);
    const acknowledged = new Map<string, number>();
    let isOver = false;
    const drive = async ({ id, key }: Channel): Promise<void> => {
      for (let change = 1; !isOver; change += 1) {
        const at = [one, ...others][Math.floor(3 * Math.random())] ?? one;
        const status = await postTrack(at, key, named(String(change))).then(
          (answer) => answer.status,
          () => 0,
        );
        if (status === 202) {
          acknowledged.set(id, change);
        }
        await new Promise((resolve) => setTimeout(resolve, 300 + Math.random() * 400));
      }
    };
    const driving = all.map(drive);
    for (let kill = 0; kill < KILLS; kill += 1) {
      await new Promise((resolve) => setTimeout(resolve, 300 + Math.random() * 1_200));
      one.program.signal('SIGKILL');
      await one.program.ended;
      one = await start();
    }
    await waitFor(
      'an acknowledged track of every channel',
      () => (acknowledged.size === all.length ? true : undefined),
      () => `acknowledged: ${acknowledged.size}`,
    );
    isOver = true;
    one.program.signal('SIGKILL');
    await Promise.all(driving);
    const missing = () =>
      all.filter(({ id }) => Math.max(0, ...titlesOf(id).map(Number)) < (acknowledged.get(id) ?? 0));
    await waitFor(
      'the last acknowledged track of every channel',
      () => (missing().length === 0 ? true : undefined),
      () => `missing: ${missing().length}`,
    );
    expect(twitch.twitch.complaints).toEqual([]);
  });
});

test('an unreachable PostgreSQL is reported in one line without the password', async () => {
  const flags = ['--store=postgres', '--postgres.url=postgres://u:hush@127.0.0.1:1/x'];
  const failed = await startService(everything().twitch, flags).then(
    () => '',
    (error: unknown) => String(error),
  );
  expect(failed).toContain('(--postgres.url)');
  expect(failed).not.toContain('hush');
});
