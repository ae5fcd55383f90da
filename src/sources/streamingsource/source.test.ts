import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FakeClock, fakeClock } from '../../../test/support/clock.ts';
import { type MemoryDisk, memoryDisk } from '../../../test/support/disk.ts';
import { amount } from '../../../test/support/full-length.ts';
import { keptLog } from '../../../test/support/log.ts';
import {
  CALLS_PER_30_SECONDS,
  CLIENT,
  type Item,
  type Moment,
  StreamingAccount,
  trackItem,
} from '../../../test/support/services/streaming-account.ts';
import { type RunningSource, runSource } from '../../../test/support/source.ts';
import { AccountPlayer } from '../../clients/account/playing.ts';
import { AccountTokens } from '../../clients/account/token.ts';
import { Secret } from '../../core/option.ts';
import { Authorization } from './authorization.ts';
import { StreamingSource } from './source.ts';
import { readTokenFile, type StoredToken, writeTokenFile } from './token-file.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Changes of any kind happen many times. */
const HOURS = amount({ short: 1, full: 24 });

const TOKEN_FILE = '/config/streaming-token.json';

let disk: MemoryDisk;
let clock: FakeClock;
let log: ReturnType<typeof keptLog>;
let account: StreamingAccount;
let source: StreamingSource;
let running: RunningSource;
let credentials: { id: Secret; secret: Secret };

beforeEach(() => {
  disk = memoryDisk();
  clock = fakeClock();
  log = keptLog();
  account = new StreamingAccount(clock);
  account.refreshTokens.add('given-token');
});

afterEach(async () => {
  const stopped = running.stop();
  await clock.advance(0);
  await stopped;
  expect(clock.waiting).toBe(0);
});

function start(given = 'given-token', secret = CLIENT.secret): void {
  const tools = { clock, log, disk, fetch: account.fetch, userAgent: 'deckcast/test' };
  credentials = { id: new Secret(CLIENT.id), secret: new Secret(secret) };
  const tokens = new AccountTokens('https://accounts.example', credentials, tools);
  source = new StreamingSource({
    ...tools,
    player: new AccountPlayer('https://api.example', tools),
    authorization: new Authorization(() => given, TOKEN_FILE, { ...tools, tokens }),
  });
  running = runSource(source);
}

function store(refreshToken: string, change: Partial<StoredToken> = {}): Promise<void> {
  const token = { refreshToken, authorizedAt: clock.now(), origin: 'x', ...change };
  return writeTokenFile(TOKEN_FILE, token, disk);
}

function song(number: number, durationMs = 4 * MINUTE): Item {
  return { uri: `spotify:track:${number}`, artist: `Artist ${number}`, title: `Title ${number}`, durationMs };
}

function playing(item: Item, change: { playing?: boolean; progressMs?: number } = {}): Moment {
  return { is: 'item', playing: true, progressMs: 10_000, ...change, item: trackItem(item) };
}

test.each<[string, Moment]>([
  ['pauses', playing(song(1), { playing: false })],
  ['closes', { is: 'nothing' } as Moment],
])('StreamingSource ends a track ten seconds after its player %s, until that goes on', async (_, moment) => {
  start();
  account.moment = () => playing(song(1));
  await clock.advance(10_000);
  account.moment = () => moment;
  await clock.advance(5_000);
  expect(running.ends).toEqual([]);
  await clock.advance(60_000);
  const playId = running.transitions[0]?.playId;
  expect(running.ends).toMatchObject([{ playId }]);
  account.moment = () => playing(song(1));
  await clock.advance(20_000);
  expect(running.transitions).toMatchObject([{ playId }, { playId }]);
});

test('StreamingSource announces what plays at the start, but no pause, resume or repeat', async () => {
  start();
  for (const moment of [
    playing(song(1)),
    playing(song(1), { playing: false }),
    playing(song(1)),
    playing(song(1), { progressMs: 0 }),
  ]) {
    account.moment = () => moment;
    await clock.advance(10_000);
  }
  expect(running.announced).toEqual(['Artist 1 - Title 1']);
  expect(running.transitions[0]?.track).toMatchObject({ album: 'An Album', durationMs: 4 * MINUTE });
});

describe('StreamingSource does not announce', () => {
  test.each<[string, Moment]>([
    ['nothing (no device, or a private session)', { is: 'nothing' }],
    ['an advertisement', { is: 'ad' }],
    ['a track that is paused', playing(song(1), { playing: false })],
    ['a kind of item that is new', { is: 'item', playing: true, progressMs: 0, item: { type: 'hologram' } }],
  ])('%s', async (_, moment) => {
    account.moment = () => moment;
    start();
    await clock.advance(20_000);
    expect(running.announced).toEqual([]);
    expect(source.health().problem).toBeUndefined();
  });
});

test('StreamingSource announces a local file by its tags, even without an artist, and an episode with its show', async () => {
  const file = trackItem(
    { uri: 'spotify:local:::Demo:245', artist: '', title: 'Demo', durationMs: 245_000 },
    { id: null, is_local: true, album: { name: '', images: [{ url: 'file:///cover.png' }] } },
  );
  const about = { uri: 'spotify:episode:1', name: 'Part 7', show: { name: 'The Show' } };
  const episode = { ...about, type: 'episode', images: [], duration_ms: 1 };
  let item: object = file;
  account.moment = () => ({ is: 'item', playing: true, progressMs: 0, item });
  start();
  await clock.advance(2000);
  expect(running.transitions[0]?.nativeArt).toBeUndefined();
  item = episode;
  await clock.advance(5000);
  expect(running.announced).toEqual([' - Demo', 'The Show - Part 7']);
});

describe('StreamingSource polling', () => {
  test('pauses exactly as long as a 429 requests', async () => {
    account.moment = () => playing(song(1));
    start();
    await clock.advance(5000);
    let refusedAt = 0;
    account.fault = (now) => {
      refusedAt = now;
      account.fault = () => undefined;
      return new Response('', { status: 429, headers: { 'retry-after': '93' } });
    };
    await clock.advance(120_000);
    const after = account.playerCalls.find((at) => at > refusedAt) ?? 0;
    expect(after - refusedAt).toBe(93_000);
  });

  test('keeps a shortest pause when a 429 requests none', async () => {
    start();
    await clock.advance(1000);
    const from = account.playerCalls.length;
    account.fault = () =>
      account.playerCalls.length - from > 100
        ? undefined
        : new Response('', { status: 429, headers: { 'retry-after': '0' } });
    await clock.advance(30_000);
    expect(account.playerCalls.length - from).toBeLessThanOrEqual(10);
  });

  test('backs off while the service fails, and then recovers its pace', async () => {
    start();
    await clock.advance(1000);
    const from = account.playerCalls.length;
    account.fault = () => new Response('', { status: 502 });
    await clock.advance(5 * MINUTE);
    const times = account.playerCalls.slice(from);
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    expect(gaps).toEqual([5000, 10_000, 20_000, 40_000, 60_000, 60_000, 60_000]);
    expect(log.at('warn')).toEqual(['the streaming account cannot be read']);
    account.fault = () => undefined;
    await clock.advance(MINUTE);
    expect(log.at('info').at(-1)).toBe('streaming account answers again');
    expect(source.health().problem).toBeUndefined();
  });

  test('slows down after the music has been paused for half an hour', async () => {
    account.moment = () => playing(song(1), { playing: false });
    start();
    await clock.advance(31 * MINUTE);
    const [before = 0, last = 0] = account.playerCalls.slice(-2);
    expect(last - before).toBe(10_000);
  });

  test('waits just until the end of a track', async () => {
    const startedAt = clock.now();
    account.moment = (now) => {
      const at = now - startedAt;
      return at < 61_700
        ? playing(song(1, 61_700), { progressMs: at })
        : playing(song(2), { progressMs: at - 61_700 });
    };
    start();
    await clock.advance(70_000);
    expect((running.transitions[1]?.at ?? 0) - startedAt - 61_700).toBeLessThanOrEqual(1000);
  });
});

test(`in ${HOURS} hours of sets, pauses and advertisements every change is seen within five seconds, below the budget`, async () => {
  const startedAt = clock.now();
  const plan: { readonly from: number; readonly moment: (at: number) => Moment; readonly names?: string }[] =
    [];
  let at = 0;
  for (let number = 1; at < HOURS * HOUR; number++) {
    const begins = at;
    const item = song(number, (2 + (number % 5)) * MINUTE + number * 7);
    const playedFor = number % 4 === 0 ? item.durationMs / 3 : item.durationMs;
    plan.push({
      from: begins,
      moment: (now) => playing(item, { progressMs: now - begins }),
      names: `${item.artist} - ${item.title}`,
    });
    at += playedFor;
    if (number % 6 === 0) {
      plan.push({ from: at, moment: () => ({ is: 'ad' }) });
      at += 30_000;
    }
    if (number % 9 === 0) {
      plan.push({ from: at, moment: () => ({ is: 'nothing' }) });
      at += 20 * MINUTE;
    }
  }
  account.moment = (now) => {
    const since = now - startedAt;
    return plan.findLast(({ from }) => from <= since)?.moment(since) ?? { is: 'nothing' };
  };
  start();
  await clock.advance(HOURS * HOUR);

  const expected = plan.filter(({ from, names }) => names !== undefined && from < HOURS * HOUR - 5000);
  expect(running.announced.slice(0, expected.length)).toEqual(expected.map(({ names }) => names));
  const delays = expected.map(({ from }, index) => (running.transitions[index]?.at ?? 0) - startedAt - from);
  expect(Math.max(...delays)).toBeLessThanOrEqual(5000);
  // No 30 seconds contain as many calls as the service forbids.
  const { playerCalls } = account;
  const spans = playerCalls
    .slice(CALLS_PER_30_SECONDS - 1)
    .map((end, index) => end - (playerCalls[index] ?? 0));
  expect(Math.min(...spans)).toBeGreaterThanOrEqual(30_000);
  // One token per hour.
  expect(account.tokenCalls.length).toBeLessThanOrEqual(HOURS + 2);
});

describe('StreamingSource tokens', () => {
  test('renews a revoked access token once, and misses no track', async () => {
    account.moment = () => playing(song(1));
    start();
    await clock.advance(5000);
    account.revokeAccess();
    account.moment = () => playing(song(2));
    await clock.advance(5000);
    expect(running.announced).toEqual(['Artist 1 - Title 1', 'Artist 2 - Title 2']);
    expect(account.tokenCalls).toHaveLength(2);
  });

  test('keeps a replaced refresh token in the file, never in the log, and uses it even after a restart', async () => {
    account.rotates = true;
    start();
    await clock.advance(2 * HOUR);
    const [kept = ''] = account.refreshTokens;
    for (const secret of ['given-token', CLIENT.secret, kept]) {
      expect(JSON.stringify(log.lines)).not.toContain(secret);
    }
    expect((await readTokenFile(TOKEN_FILE, disk))?.refreshToken).toBe(kept);
    expect(source.health().problem).toBeUndefined();
    await running.stop();
    start();
    await clock.advance(3000);
    expect(source.health().problem).toBeUndefined();
    expect(source.health().lastHeardAt).toBeDefined();
  });

  test.each([
    ['another token', () => store('dead', { authorizedAt: 0, origin: 'another' })],
    ['something else', () => disk.replace(TOKEN_FILE, '{"refresh_token": 7}')],
  ])('prefers a newly given token to %s in the file', async (_, write) => {
    await write();
    start();
    await clock.advance(3000);
    expect(source.health().problem).toBeUndefined();
    expect((await readTokenFile(TOKEN_FILE, disk))?.refreshToken).toBe('given-token');
  });

  test('reports an expired authorization once with the command, and retries every 15 minutes', async () => {
    account.refreshTokens.clear();
    start();
    await clock.advance(HOUR - 1);
    expect(log.at('error')).toEqual(['the streaming account cannot be read']);
    expect(source.health().problem).toContain('deckcast streaming setup');
    expect(account.tokenCalls).toHaveLength(4);
  });

  test.each([
    ['there was none', '', /^deckcast is not authorized .* deckcast streaming setup$/],
    ['the one before has ended', 'given-token', /authorization of the streaming account has ended/],
  ])('finds an authorization within two seconds that is given while %s', async (_, given, problem) => {
    account.refreshTokens.clear();
    account.moment = () => playing(song(1));
    start(given);
    await clock.advance(10 * MINUTE);
    expect(source.health().problem).toMatch(problem);
    account.refreshTokens.add('fresh');
    await store('fresh', { origin: 'new' });
    await clock.advance(2_000);
    expect(running.announced).toEqual(['Artist 1 - Title 1']);
    expect(source.health().problem).toBeUndefined();
  });

  test('names the options of wrong credentials', async () => {
    start('given-token', 'wrong');
    await clock.advance(MINUTE);
    expect(source.health().problem).toContain('--streamingsource.id or --streamingsource.secret');
    expect(account.tokenCalls).toHaveLength(1);
    credentials.secret = new Secret(CLIENT.secret);
    account.moment = () => playing(song(1));
    source.settingsChanged();
    await clock.advance(1_000);
    expect(running.announced).toEqual(['Artist 1 - Title 1']);
    expect(source.health().problem).toBeUndefined();
  });

  test('tells what an account needs that may not be read', async () => {
    account.fault = () => Response.json({ error: { status: 403 } }, { status: 403 });
    start();
    await clock.advance(MINUTE);
    expect(source.health().problem).toContain('Premium');
    expect(account.playerCalls).toHaveLength(1);
  });

  test('warns once a day after five months that the authorization ends', async () => {
    await store('given-token', { authorizedAt: clock.now() - 151 * DAY });
    start('');
    await clock.advance(5000);
    expect(log.lines.find(({ level }) => level === 'warn')?.fields).toEqual({
      days: 29,
      hint: 'renew it on the set-up page, or with: deckcast streaming setup',
    });
    expect(source.health().details).toEqual([{ name: 'authorization', state: 'ends in 29 days' }]);
    await clock.advance(HOUR);
    expect(log.at('warn')).toHaveLength(1);
  });
});
