import { Worker } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import { deckView, keptControl } from '../../../test/support/control.ts';
import { openSocket, type SocketPage } from '../../../test/support/pages.ts';
import { publication } from '../../../test/support/publication.ts';
import { type RunningServer, testServer, WELL } from '../../../test/support/server.ts';
import { track } from '../../../test/support/tracks.ts';
import { waitFor } from '../../../test/support/wait.ts';
import { EXAMPLES } from '../../../test/support/wire-examples.ts';
import { Secret } from '../../core/option.ts';
import type { OperatorMessage } from '../wire/operator.ts';

async function start(token = '') {
  const control = keptControl();
  const running = await testServer({ 'http.token': new Secret(token) }, { ...WELL, control });
  return { ...running, control };
}

async function post(
  { url }: RunningServer,
  verb: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; answer: unknown }> {
  const response = await fetch(`${url}api/v1/${verb}`, {
    method: 'POST',
    headers,
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: response.status, answer: await response.json() };
}

const DONE = { status: 200, answer: EXAMPLES.verb };

/** Stands still while pages of another thread post these verbs, and give up. */
async function standStillDuring(
  verbs: readonly string[],
  { port, url }: Pick<RunningServer, 'port' | 'url'>,
): Promise<void> {
  const gone = new Int32Array(new SharedArrayBuffer(4));
  const head = `Host: 127.0.0.1:${port}\r\nOrigin: ${url.slice(0, -1)}\r\nContent-Length: 2\r\n\r\n{}`;
  const requests = verbs.map((verb) => `POST /api/v1/${verb} HTTP/1.1\r\n${head}`);
  const pages = new Worker(
    `const { workerData: { port, requests, gone } } = require('node:worker_threads');
    for (const request of requests) {
      const socket = require('node:net').connect(port, '127.0.0.1', () => socket.end(request));
      socket.once('finish', () => {
        Atomics.add(gone, 0, 1);
        Atomics.notify(gone, 0);
      });
    }`,
    { eval: true, workerData: { port, requests, gone } },
  );
  for (let count = 0; count < verbs.length; count = Atomics.load(gone, 0)) {
    Atomics.wait(gone, 0, count);
  }
  await pages.terminate();
}

test('a request that its page gave up while the computer stood still reveals nothing, but may hide', async () => {
  const server = await start();
  await standStillDuring(['reveal', 'reveal', 'hide'], server);
  await waitFor('the hide', () => (server.control.calls.length > 0 ? true : undefined));
  await post(server, 'reveal');
  expect(server.control.calls).toEqual(['hide', 'reveal']);
});

describe('the verbs', () => {
  /** Deck 2 holds a track, and deck 3 has one whose names are still to come. */
  async function midSet() {
    const server = await start();
    const { control } = server;
    const { play: _, ...coming } = deckView({ deck: '3' });
    control.position = 4;
    const held = { play: 'hwdevice:9', track: track({ title: 'Low Tide' }) };
    control.heldNow = { ...held, hidden: false, hiddenBy: undefined, listed: false, until: 1 };
    control.deckViews = [
      deckView({ deck: '1', loaded: false }),
      deckView({ deck: '1B' }),
      deckView({ deck: '2', play: 'hwdevice:9' }),
      coming,
    ];
    server.server.audience.show(publication({ position: 4 }));
    return server;
  }

  test('hide, reveal and recall need a track on air', async () => {
    const server = await start();
    const refused = { status: 409, answer: EXAMPLES.refused };
    server.control.isFeatured = false;
    expect(await post(server, 'reveal', { position: 2 })).toMatchObject(refused);
    expect(await post(server, 'reveal', { position: 2, earlier: true })).toMatchObject({ status: 409 });
    expect(await post(server, 'hide')).toMatchObject(refused);
    expect(await post(server, 'end')).toMatchObject(refused);
    expect(await post(server, 'new-set')).toMatchObject({
      status: 409,
      answer: { reason: 'this set has no earlier track' },
    });
    expect(await post(server, 'reveal')).toMatchObject(refused);
    expect(await post(server, 'recall')).toMatchObject({ status: 409, answer: { done: false } });
  });

  test('hide and reveal reach the show, repeatedly, and before the first track has its pictures', async () => {
    const server = await start();
    for (const verb of ['hide', 'hide', 'reveal']) {
      expect(await post(server, verb)).toEqual(DONE);
    }
    expect(server.control.calls).toEqual(['hide', 'hide', 'reveal']);
  });

  test.each([
    ['reveal', { position: 4 }, 'reveal'],
    ['reveal', { position: 3, earlier: true }, { reveal: 3 }],
    ['hide-next-time', { position: 4 }, 'hide next time'],
    ['hide-next-time', { position: 4, off: true }, 'show next time'],
    ['hide-next-time', { deck: 2 }, { 'hide next time': 'hwdevice:9' }],
    ['hide-next-time', { deck: 2, play: 'hwdevice:9', off: true }, { 'show next time': 'hwdevice:9' }],
    ['hide-next-time', { play: 'hwdevice:9' }, { 'hide next time': 'hwdevice:9' }],
    ['edit', { position: 4, title: 'Low Tide (Dub)' }, { title: 'Low Tide (Dub)' }],
    ['edit', { position: 3, title: 'Low Tide' }, { title: 'Low Tide', position: 3 }],
    ['edit', { artist: 'Mira Vale', title: 'Low Tide' }, { artist: 'Mira Vale', title: 'Low Tide' }],
    ['edit', { position: 3, removed: true }, { remove: 3, isRemoved: true }],
    ['edit', { position: 3, removed: false }, { remove: 3, isRemoved: false }],
    ['new-set', { position: 4 }, 'new set'],
    ['new-set', {}, 'new set'],
    ['new-set', { position: 4, next: true }, 'next set'],
    ['end', { position: 4 }, 'end'],
    ['end', {}, 'end'],
    ['skip', { play: 'hwdevice:9' }, 'skip'],
    ['onair', { deck: 2 }, { deck: '2' }],
    ['onair', { deck: '1B' }, { deck: '1B' }],
    ['onair', { deck: 2, play: 'hwdevice:9' }, { deck: '2', play: 'hwdevice:9' }],
    ['track', { title: 'Low Tide' }, { body: { title: 'Low Tide' } }],
  ])('%s with %j reaches the show', async (verb, body, call) => {
    const server = await midSet();
    expect(await post(server, verb, body)).toEqual(DONE);
    expect(server.control.calls).toEqual([call]);
  });

  test.each([
    ['reveal', { position: 3 }, 'a different track is on air now'],
    ['hide-next-time', { position: 3 }, 'a different track is on air now'],
    ['hide-next-time', { deck: 2, play: 'hwdevice:8' }, 'this track is no longer on that deck'],
    ['hide-next-time', { deck: 7 }, 'there is no such deck, only 1, 1B, 2, 3'],
    ['hide-next-time', { deck: 3 }, 'the track on that deck has no name yet'],
    ['new-set', { position: 3 }, 'a different track is on air now'],
    ['new-set', { position: 3, next: true }, 'a different track is on air now'],
    ['end', { position: 3 }, 'a different track is on air now'],
    ['skip', { play: 'hwdevice:8' }, 'a different track is held now'],
    ['onair', { deck: 2, play: 'hwdevice:8' }, 'this track is no longer on that deck'],
    ['onair', { deck: 7 }, 'there is no such deck, only 1, 1B, 2, 3'],
    ['onair', { deck: 1 }, 'no track is loaded in that deck'],
    ['onair', { deck: 3 }, 'the track on that deck has no name yet'],
    ['onair', { deck: 3, play: 'hwdevice:1' }, 'the track on that deck has no name yet'],
  ])('%s with %j leaves other tracks alone: %s', async (verb, body, reason) => {
    const server = await midSet();
    expect(await post(server, verb, body)).toMatchObject({
      status: 409,
      answer: { v: 1, done: false, reason },
    });
    expect(server.control.calls).toEqual(
      verb === 'onair' ? [expect.objectContaining({ deck: expect.any(String) })] : [],
    );
  });

  test.each(['onair', 'hide-next-time'])('%s says so if there are no decks', async (verb) => {
    const server = await midSet();
    server.control.deckViews = [];
    const reason = 'no decks are known now: the source reports none, or nothing has been loaded yet';
    expect(await post(server, verb, { deck: 1 })).toMatchObject({ status: 409, answer: { reason } });
  });

  test.each([
    ['onair', { deck: '1', play: 'prodjlink:1' }],
    ['hide-next-time', { 'hide next time': 'prodjlink:1' }],
  ])('%s says so if two sources have a track on that deck, unless the play is named', async (verb, call) => {
    const server = await midSet();
    server.control.deckViews = [
      deckView({ deck: '1', play: 'hwdevice:1' }),
      deckView({ deck: '1', play: 'prodjlink:1' }),
    ];
    expect(await post(server, verb, { deck: 1 })).toMatchObject({
      status: 409,
      answer: { reason: expect.stringContaining('two sources have a track on deck 1') },
    });
    expect(await post(server, verb, { deck: 1, play: 'prodjlink:1' })).toEqual(DONE);
    expect(server.control.calls).toEqual([call]);
  });

  test('recall reaches the overlays, unless it names another track', async () => {
    const server = await midSet();
    const overlays = await openSocket(server.socketUrl('/api/v1/events'));
    expect(await post(server, 'recall', { position: 3 })).toMatchObject({ status: 409 });
    expect(await post(server, 'recall', { position: 4 })).toEqual(DONE);
    expect(await overlays.first(2)).toMatchObject([{ type: 'snapshot' }, { type: 'recall', seq: 2 }]);
  });

  describe('after a new set, to which the track on air has moved', () => {
    const EARLIER = 'this track is in an earlier set';
    const UNNAMED = 'say which one is meant with `set`';

    async function inNewSet() {
      const server = await midSet();
      server.server.audience.show({ ...publication({ position: 1 }), kind: 'new set', set: 1, movedFrom: 4 });
      server.control.position = 1;
      return server;
    }

    test.each([
      ['hide', { set: 'set 0', position: 4 }, 'hide'],
      ['hide', { set: 'set 1', position: 1 }, 'hide'],
      ['reveal', { set: 'set 0', position: 4 }, 'reveal'],
      ['reveal', { set: 'set 1', position: 2, earlier: true }, { reveal: 2 }],
      ['hide-next-time', { set: 'set 0', position: 4 }, 'hide next time'],
      ['edit', { set: 'set 0', position: 4, title: 'Low Tide' }, { title: 'Low Tide' }],
      ['edit', { set: 'set 1', position: 2, title: 'Low Tide' }, { title: 'Low Tide', position: 2 }],
      ['new-set', { set: 'set 0', position: 4 }, 'new set'],
    ])('%s with %j finds its track', async (verb, body, call) => {
      const server = await inNewSet();
      expect(await post(server, verb, body)).toEqual(DONE);
      expect(server.control.calls).toEqual([call]);
    });

    test.each([
      ['hide', { set: 'set 0', position: 1 }, EARLIER],
      ['reveal', { set: 'set 0', position: 1, earlier: true }, EARLIER],
      ['reveal', { position: 1, earlier: true }, UNNAMED],
      ['hide-next-time', { set: 'set 0', position: 1 }, EARLIER],
      ['edit', { set: 'set 0', position: 1, title: 'Low Tide' }, EARLIER],
      ['edit', { position: 1, title: 'Low Tide' }, UNNAMED],
      ['recall', { set: 'set 0', position: 1 }, EARLIER],
      ['new-set', { set: 'set 0', position: 1 }, EARLIER],
      ['new-set', { set: 'of another program', position: 1 }, EARLIER],
    ])('%s with %j leaves the tracks of the new set alone', async (verb, body, reason) => {
      const server = await inNewSet();
      expect(await post(server, verb, body)).toMatchObject({
        status: 409,
        answer: { reason: expect.stringContaining(reason) },
      });
      expect(server.control.calls).toEqual([]);
    });

    test('hide without a set finds the track on air by its earlier number, unless the new set has that', async () => {
      const server = await inNewSet();
      const hide = server.control.hide.bind(server.control);
      server.control.hide = (position) => hide(position) && position === 1;
      expect(await post(server, 'hide', { position: 4 })).toEqual(DONE);
      expect(await post(server, 'hide', { position: 3 })).toMatchObject({ status: 409 });
      expect(server.control.calls).toEqual([{ hide: 4 }, 'hide', { hide: 3 }]);
    });

    test('messages and answers name the running set', async () => {
      const server = await inNewSet();
      const get = async (path: string) => (await fetch(`${server.url}api/v1/${path}`)).json();
      const events = await openSocket(server.socketUrl('/api/v1/events'));
      expect([await get('now'), await get('history'), ...(await events.first(1))]).toMatchObject([
        { set: 'set 1' },
        { set: 'set 1' },
        { set: 'set 1' },
      ]);
    });
  });

  const WHICH = /^say which track is meant, or send nothing/;
  const NAMES =
    /^send the right names, one or both, of at most 1000 letters: {"artist": "…", "title": "…"}; or remove/;
  test.each([
    ['reveal', '{', WHICH],
    ['reveal', { position: 0 }, WHICH],
    ['reveal', { position: 1.5 }, WHICH],
    ['reveal', { positon: 2 }, WHICH],
    ['skip', { plays: 'hwdevice:2' }, WHICH],
    ['onair', '{', /^send the label of a deck/],
    ['edit', {}, NAMES],
    ['edit', '{', NAMES],
    ['edit', { title: 'Low Tide', artst: 'Ada' }, NAMES],
    ['edit', { title: 'x'.repeat(1_001) }, NAMES],
    ['edit', { removed: true }, NAMES],
  ])('%s with the ambiguous body %j changes nothing', async (verb, body, reason) => {
    const server = await midSet();
    expect(await post(server, verb, body)).toEqual({
      status: 400,
      answer: { v: 1, done: false, reason: expect.stringMatching(reason) },
    });
    expect(server.control.calls).toEqual([]);
  });

  test('refuses a track that is not JSON with the reason of the source', async () => {
    expect(await post(await start(), 'track', 'no json')).toMatchObject({
      status: 400,
      answer: { reason: 'the body is not a JSON object' },
    });
  });

  test('closes the connection after an oversized body, so that the rest is not taken for a request', async () => {
    const { url } = await start();
    const body = 'x'.repeat(1024 * 1024 + 1);
    const { status, headers } = await fetch(`${url}api/v1/track`, { method: 'POST', body });
    expect([status, headers.get('connection')]).toEqual([413, 'close']);
  });
});

describe('authorization', () => {
  test('rejects every request without the token', async () => {
    const server = await start('correct-horse');
    server.server.audience.show(publication());
    expect(await post(server, 'hide')).toMatchObject({ status: 401, answer: { done: false } });
    expect(await post(server, 'hide', undefined, { Authorization: 'Bearer wrong' })).toMatchObject({
      status: 401,
    });
    expect(server.control.calls).toEqual([]);
    expect(await post(server, 'hide', undefined, { Authorization: 'Bearer correct-horse' })).toEqual(DONE);
    expect(server.control.calls).toEqual(['hide']);
  });

  test.each(['authorization', 'sec-websocket-protocol'])(
    'parses blanks in the header %s as fast as letters, so that a stranger cannot stop the show',
    async (header) => {
      const server = await start('correct-horse');
      /** Processor time is independent of other programs. */
      const leastMs = async (filling: string): Promise<number> => {
        const took: number[] = [];
        for (let round = 0; round < 5; round += 1) {
          const began = process.cpuUsage();
          const { status } = await post(server, 'hide', undefined, {
            [header]: `Bearer a${filling.repeat(14_000)}b`,
          });
          const { user, system } = process.cpuUsage(began);
          took.push((user + system) / 1_000);
          expect(status).toBe(401);
        }
        return Math.min(...took);
      };
      expect((await leastMs(' ')) / (await leastMs('x'))).toBeLessThan(20);
    },
  );

  test("closes the operator's feed to callers who may not operate", async () => {
    const server = await start('correct-horse');
    const feed = server.socketUrl('/api/v1/operator');
    await expect(openSocket(feed)).rejects.toThrow('401');
    const encoded = Buffer.from('correct-horse').toString('base64url');
    const page = await openSocket(feed, { protocols: ['deckcast.operator', `deckcast.token.${encoded}`] });
    expect(page.socket.protocol).toBe('deckcast.operator');
  });

  test.each([
    ['a proxy', { 'X-Real-IP': '203.0.113.9' }, /^this came through a proxy.*--http\.token$/],
    ['a page elsewhere', { Origin: 'https://evil.example' }, /^another page may not operate$/],
  ])('without a token, refuses requests and feeds through %s', async (_, headers, reason) => {
    const server = await start();
    expect(await post(server, 'hide', undefined, headers)).toMatchObject({
      status: 403,
      answer: { reason: expect.stringMatching(reason) },
    });
    const feed = server.socketUrl('/api/v1/operator');
    await expect(openSocket(feed, { headers })).rejects.toThrow('403');
    expect(server.control.calls).toEqual([]);
  });
});

describe('the feed', () => {
  const listen = (server: RunningServer) => openSocket(server.socketUrl('/api/v1/operator'));

  async function messages(page: SocketPage, count: number): Promise<OperatorMessage[]> {
    return (await page.first(count)) as OperatorMessage[];
  }

  test('sends decks, hold and health at once, and after every change', async () => {
    const server = await start();
    server.control.deckViews = [deckView({ level: 0.92345, listed: true })];
    server.control.isListed = () => true;
    const page = await listen(server);
    server.control.heldNow = {
      play: 'hwdevice:2',
      track: track({ title: 'Low Tide' }),
      deck: '2',
      hidden: true,
      hiddenBy: 'listed',
      listed: true,
      until: 99,
    };
    const [first, second] = await messages(page, 2);
    expect(first).toMatchObject({
      type: 'operator',
      held: null,
      canPutOnAir: true,
      listed: true,
      decks: [
        {
          deck: '1',
          listed: true,
          title: 'Paper Lanterns',
          level: 0.92,
          reason: 'Deck 1 leads: 92 % against 31 %',
        },
      ],
      health: { status: 'ok' },
    });
    expect(second).toMatchObject({ held: { title: 'Low Tide', deck: '2', hiddenBy: 'listed', until: 99 } });
  });

  test('sends every page each log line once', async () => {
    const server = await start();
    const line = (seq: number) =>
      ({ seq, at: seq, level: 'info', message: `line ${seq}`, fields: {} }) as const;
    server.control.lines.push(line(1), line(2));
    const one = await listen(server);
    await messages(one, 1);
    server.control.lines.push(line(3));
    const two = await listen(server);
    await messages(one, 2);
    await messages(two, 2);
    for (const page of [one, two]) {
      const lines = (await messages(page, 2)).flatMap(({ log }) => log);
      expect(lines.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    }
  });
});
