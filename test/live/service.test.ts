import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'libsql';
import { describe, expect, test } from 'vitest';
import { shared } from '../support/clean-up.ts';
import { testFolder } from '../support/folder.ts';
import { holdAnswers } from '../support/held.ts';
import type { PeerAnswer } from '../support/http-peer.ts';
import { clockAhead, FORGETS_A_PROMISE, fastClock } from '../support/program.ts';
import { EXTENSION } from '../support/services/twitch-extension.ts';
import { waitFor } from '../support/wait.ts';
import {
  buildServiceForTests,
  keyFor,
  type LiveService,
  postTrack,
  startService,
  startTwitch,
  type Twitch,
} from './service.ts';

buildServiceForTests();

const BLUE = { message: 'Ada - Blue', artist: 'Ada', title: 'Blue' };
const RED = { message: 'Ada - Red', artist: 'Ada', title: 'Red' };

/** A service that a test changes, stops or overloads. */
async function running(flags: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  const twitch = await startTwitch();
  const service = await startService(twitch, flags, { env });
  return channelOf({ ...twitch, service }, '42');
}

const everyone = shared(async (later) => {
  const twitch = await startTwitch(later);
  const service = await startService(twitch, [], { later });
  return { ...twitch, service };
});
let channels = 0;

/** A channel on the service that is shared by tests that don't change it. */
function sharing() {
  channels += 1;
  return channelOf(everyone(), String(100 + channels));
}

async function channelOf(live: Twitch & { readonly service: LiveService }, channel: string) {
  const { service, twitch } = live;
  const newKey = () => keyFor(service, live, channel);
  const seen = () => twitch.of(channel).map(({ message }) => JSON.parse(message));
  const sees = (count: number) =>
    waitFor(
      `${count} broadcasts`,
      () => (seen().length >= count ? seen() : undefined),
      () => service.program.evidence,
    );
  return { ...live, channel, key: await newKey(), newKey, seen, sees };
}

describe('the backend of the live extension', () => {
  test("broadcasts a track to the viewers of the key's channel", async () => {
    const { service, key, sees, twitch } = await sharing();
    expect((await postTrack(service, key, BLUE)).status).toBe(202);
    const [message] = await sees(1);
    expect(message).toEqual({ v: 1, ...BLUE, at: expect.any(Number), lastsMs: expect.any(Number) });
    expect(message.lastsMs).toBeLessThanOrEqual(3_600_000);
    expect(twitch.complaints).toEqual([]);
  });

  test('removes the shown track, and marks every later track with the time of the removal', async () => {
    const { service, key, sees, peer, twitch, channel } = await sharing();
    // Two more tracks arrive during the first broadcast. Only the newer one is broadcast, three seconds later.
    const held = holdAnswers(peer, '/helix/extensions/pubsub');
    await postTrack(service, key, BLUE);
    const [first] = await sees(1);
    expect((await postTrack(service, key, { message: '', artist: 'Ada', title: '' })).status).toBe(400);
    expect((await postTrack(service, key, { message: '', artist: '', title: '' })).status).toBe(202);
    expect((await postTrack(service, key, { ...BLUE, title: 'Red' })).status).toBe(202);
    held.goOn();
    const [, second] = await sees(2);
    expect(second).toMatchObject({ title: 'Red', since: expect.any(Number) });
    expect(second.since).toBeGreaterThan(first.at);
    expect(second.since).toBeLessThan(second.at);
    const [sooner, later] = twitch.of(channel);
    expect((later?.at ?? 0) - (sooner?.at ?? 0)).toBeGreaterThanOrEqual(3_000);
  });

  test('asks a client that posts too often to wait', async () => {
    const { service, key } = await sharing();
    const answers = await Promise.all(Array.from({ length: 30 }, () => postTrack(service, key, BLUE)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).not.toEqual([]);
    expect(refused[0]?.headers.get('retry-after')).toBe('1');
  });

  test('gives a channel one key: a new one revokes the old one', async () => {
    const { service, key, newKey, sees } = await sharing();
    const next = await newKey();
    expect((await postTrack(service, key, BLUE)).status).toBe(401);
    expect((await postTrack(service, next, RED)).status).toBe(202);
    expect(await sees(1)).toMatchObject([RED]);
  });

  test('limits sign-ins only of a network whose sign-in was rejected', async () => {
    // On a slow computer the limit would recover as fast as the sign-ins come.
    const { service, newKey } = await running([], fastClock(0.01));
    const signIn = async (part: number) => {
      const from = { authorization: 'OAuth guessed', 'x-forwarded-for': `2001:db8:7:${part}::1` };
      return (await fetch(`${service.url}/v1/api-keys`, { method: 'POST', headers: from })).status;
    };
    expect(await signIn(0)).toBe(401);
    const answers = await Promise.all(Array.from({ length: 150 }, (_, part) => signIn(part + 1)));
    expect(new Set(answers)).toEqual(new Set([401, 429]));
    expect(await newKey()).toMatch(/^dcl_/);
  });

  test('keeps idle connections open longer than a proxy in front of it', async () => {
    const { service } = everyone();
    const { headers } = await fetch(`${service.url}/health`);
    expect(headers.get('keep-alive')).toBe('timeout=125');
  });

  test('reports that it cannot decide when the identity service fails', async () => {
    const { service, peer, twitch } = await sharing();
    const { behavior } = peer;
    peer.behavior = () => ({ status: 503 });
    const answer = await fetch(`${service.url}/v1/api-keys`, {
      method: 'POST',
      headers: { authorization: `OAuth ${twitch.tokenFor('7')}`, 'x-forwarded-for': '203.0.113.9' },
    });
    peer.behavior = behavior;
    expect(answer.status).toBe(502);
  });

  test.each([
    ['no JSON', 'Blue', 400],
    ['no message', { artist: 'Ada', title: 'Blue' }, 400],
    ['an empty message', { ...BLUE, message: ' \n ' }, 400],
    ['numbers', { ...BLUE, title: 7 }, 400],
    ['more than fits into a broadcast', { ...BLUE, message: 'a'.repeat(5_100) }, 413],
    ['more than anybody sends', { ...BLUE, message: 'a'.repeat(50_000) }, 413],
  ])('rejects a track with %s', async (_, track, status) => {
    const { service, key } = await sharing();
    expect((await postTrack(service, key, track)).status).toBe(status);
  });

  test('gives later viewers the newest track with their page, and serves none of them itself', async () => {
    const { service, key, sees, twitch, channel } = await sharing();
    await postTrack(service, key, BLUE);
    const [message] = await sees(1);
    const { version, content } = twitch.configurations.get(channel) ?? { content: '' };
    expect([version, JSON.parse(content)]).toEqual(['1', { ...message, lastsMs: 3_600_000 }]);
    expect((await fetch(`${service.url}/v1/channels/${channel}/now`)).status).toBe(404);
  });

  test('broadcasts even if Twitch rejects the configuration, and retries that', async () => {
    const { service, key, sees, twitch, channel } = await sharing();
    let refused = 0;
    twitch.configurationFault = (of) => {
      refused += of === channel ? 1 : 0;
      return of === channel && refused === 1 ? { status: 429, headers: { 'retry-after': '1' } } : undefined;
    };
    await postTrack(service, key, BLUE);
    const [first] = await sees(1);
    expect(first).toMatchObject(BLUE);
    expect(twitch.configurations.has(channel)).toBe(false);
    await waitFor('the configuration', () => twitch.configurations.get(channel));
    // Pages skip messages that they have.
    expect((await sees(2)).map(({ at }) => at)).toEqual([first.at, first.at]);
  });

  test('retries after errors, no sooner than allowed, and gives up rejected requests', async () => {
    const inTrouble = async (trouble: PeerAnswer | 'reset') => {
      const { service, key, sees, twitch, channel } = await sharing();
      const times: number[] = [];
      faults.set(channel, () => {
        times.push(performance.now());
        return times.length === 1 ? trouble : undefined;
      });
      twitch.fault = (of) => faults.get(of)?.();
      await postTrack(service, key, BLUE);
      expect(await sees(1)).toMatchObject([BLUE]);
      const [first = Infinity, second = 0, ...more] = times;
      expect(more).toEqual([]);
      return second - first;
    };
    const faults = new Map<string, () => PeerAnswer | 'reset' | undefined>();
    const busy = { status: 429, headers: { 'retry-after': '4' } };
    const [after] = await Promise.all([inTrouble(busy), inTrouble({ status: 503 }), inTrouble('reset')]);
    expect(after).toBeGreaterThanOrEqual(4_000);
    const { service, key, sees, channel } = await sharing();
    faults.set(channel, () => ({ status: 422 }));
    await postTrack(service, key, RED);
    await service.program.waitForLine(new RegExp(`track refused.*channel=${channel}\\b`));
    faults.delete(channel);
    await postTrack(service, key, { ...RED, title: 'Red 2' });
    expect(await sees(1)).toMatchObject([{ title: 'Red 2' }]);
  });

  test('keeps keys and waiting tracks after a kill', async () => {
    const folder = await testFolder();
    const file = join(folder, 'live.db');
    const twitch = await startTwitch();
    const first = await startService(twitch, [`--libsql.file=${file}`]);
    const key = await keyFor(first, twitch, '42');
    twitch.twitch.fault = () => ({ status: 503 });
    expect((await postTrack(first, key, BLUE)).status).toBe(202);
    first.program.signal('SIGKILL');
    await first.program.ended;
    twitch.twitch.fault = () => undefined;
    // Work of the killed instance is released after twelve seconds.
    const second = await startService(twitch, [`--libsql.file=${file}`], { env: clockAhead(12_000) });
    await waitFor('the track', () => (twitch.twitch.of('42').length > 0 ? true : undefined));
    expect((await postTrack(second, key, RED)).status).toBe(202);
    const kept = await readFile(file);
    expect(kept.includes(key)).toBe(false);
  });

  test('reports health and metrics, and stops in order', async () => {
    const { service, key, sees } = await running();
    await postTrack(service, key, BLUE);
    await sees(1);
    expect(await (await fetch(`${service.url}/health`)).json()).toEqual({ store: 'up' });
    const metrics = await waitFor('the numbers', async () => {
      const text = await service.metrics();
      return text.includes('deckcast_live_pending 0') ? text : undefined;
    });
    expect(metrics).toContain('deckcast_live_broadcasts_total{result="sent"} 1');
    expect(metrics).toContain('deckcast_live_requests_total{route="/v1/tracks",status="202"} 1');
    expect((await fetch(`${service.url}/metrics`)).status).toBe(404);
    service.program.signal('SIGTERM');
    expect(await service.program.ended).toEqual({ status: 143, signal: null });
  });

  test('continues to count while the store fails', async () => {
    const file = join(await testFolder(), 'live.db');
    const { service, key } = await running([`--libsql.file=${file}`]);
    const database = new Database(file);
    database.exec('DROP TABLE channel');
    database.close();
    expect((await postTrack(service, key, BLUE)).status).toBe(503);
    const metrics = await service.metrics();
    expect(metrics).toContain('deckcast_live_requests_total{route="/v1/tracks",status="503"} 1');
    expect(metrics).not.toContain('deckcast_live_pending');
  });

  test('continues after an uncaught error, and counts it', async () => {
    const twitch = await startTwitch();
    const service = await startService(twitch, [], { env: FORGETS_A_PROMISE });
    const { key, sees } = await channelOf({ ...twitch, service }, '42');
    service.program.signal('SIGUSR2');
    expect(await service.program.waitForLine('internal error')).toContain('a promise that a library forgot');
    expect(await service.metrics()).toContain('deckcast_live_faults_total 1');
    await postTrack(service, key, BLUE);
    await sees(1);
  });

  test('finishes its work when it is stopped', async () => {
    const { service, key, seen, twitch, peer } = await running();
    await postTrack(service, key, BLUE);
    await peer.waitForRequests(2);
    service.program.signal('SIGTERM');
    await service.program.ended;
    expect(seen()).toMatchObject([BLUE]);
    expect(twitch.complaints).toEqual([]);
  });

  test('never logs a secret', async () => {
    const { service, key, sees, twitch } = await sharing();
    await postTrack(service, key, BLUE);
    await sees(1);
    await postTrack(service, `${key.slice(0, -1)}x`, BLUE);
    const { evidence } = service.program;
    for (const secret of [key, EXTENSION.secret, ...twitch.tokens.keys(), 'eyJ']) {
      expect(evidence).not.toContain(secret);
    }
    expect(evidence).toContain('live service ready');
  });

  test('names every problem with its settings', async () => {
    const flags = ['--store=postgres', '--live.client_id=', '--http.addr=x'];
    const failed = await startService(await startTwitch(), flags).catch(String);
    for (const name of ['--postgres.url', '--live.client_id', '--http.addr']) {
      expect(failed).toContain(name);
    }
  });
});
