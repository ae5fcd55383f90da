import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect, createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { cleanUps } from '../../test/support/clean-up.ts';
import { testFolder } from '../../test/support/folder.ts';
import { freePort } from '../../test/support/free-port.ts';
import { httpPeer } from '../../test/support/http-peer.ts';
import { keptBytes } from '../../test/support/kept-bytes.ts';
import { keptLog } from '../../test/support/log.ts';
import { openSocket, type SocketPage } from '../../test/support/pages.ts';
import { hiddenPublication, publication } from '../../test/support/publication.ts';
import { realTools, serverSettings, setsOf, testServer, WELL } from '../../test/support/server.ts';
import { waitFor } from '../../test/support/wait.ts';
import { recordOf } from '../core/record.ts';
import type { Publication } from '../core/track.ts';
import { createAudience, createServer, LocalPass } from './index.ts';
import { tryAddress } from './listener.ts';
import { OnAirStore } from './on-air.ts';
import type { EventMessage, NowMessage } from './wire/events.ts';

const ART = { png: new Uint8Array([137, 80, 78, 71, 1]) };

const later = cleanUps();

async function eventsOf(page: SocketPage, count: number): Promise<EventMessage[]> {
  return (await page.first(count)) as EventMessage[];
}

async function get<Message>(url: string): Promise<Message> {
  return (await (await fetch(url)).json()) as Message;
}

describe('/ws', () => {
  test('sends one message for each publication', async () => {
    const { server, socketUrl } = await testServer();
    const page = await openSocket(socketUrl('/ws'));
    const one = publication({ seq: 1 });
    const two = publication({ seq: 2, playId: 'play-4', position: 4, art: ART });
    server.audience.show(one);
    server.audience.show(two);
    expect(await page.first(2)).toEqual([recordOf(one), recordOf(two)]);
    expect(page.binary).toBe(false);
  });

  test('sends only the latest message to a new page', async () => {
    const { server, socketUrl } = await testServer();
    server.audience.show(publication({ seq: 1 }));
    const latest = publication({ seq: 2, position: 4 });
    server.audience.show(latest);
    const page = await openSocket(socketUrl('/ws'));
    const next = publication({ seq: 3, position: 5 });
    await page.first(1);
    server.audience.show(next);
    expect(await page.first(2)).toEqual([recordOf(latest), recordOf(next)]);
  });

  test('ignores messages of pages', async () => {
    const { server, socketUrl } = await testServer();
    const page = await openSocket(socketUrl('/ws'));
    page.socket.send('{"artist":"me"}');
    page.socket.send(Buffer.alloc(1024));
    server.audience.show(publication());
    expect(await page.first(1)).toEqual([recordOf(publication())]);
    expect(page.closed).toBeUndefined();
  });

  test('closes a page that sends more than 1 KiB', async () => {
    const { socketUrl } = await testServer();
    const page = await openSocket(socketUrl('/ws'));
    page.socket.send(Buffer.alloc(1025));
    expect(await waitFor('the close', () => page.closed)).toBe(1009);
  });

  test('cuts off a page that stops reading, without delay for the others', async () => {
    const { server, socketUrl } = await testServer();
    const stuck = await openSocket(socketUrl('/ws'));
    const reader = await openSocket(socketUrl('/ws'));
    stuck.socket.pause();
    const large = { png: new Uint8Array(300_000).fill(7) };
    for (let seq = 1; seq <= 60; seq += 1) {
      server.audience.show(publication({ seq, position: seq, art: large }));
      await reader.first(seq);
    }
    stuck.socket.resume();
    expect(await waitFor('the close', () => stuck.closed)).toBe(1006);
    expect(stuck.messages.length).toBeLessThan(60);
    expect(reader.messages).toHaveLength(60);
  });
});

test('a track that is on air again is shown since then, and a corrected one since before', () => {
  const onAir = new OnAirStore('run');
  const shownAt = (change: Partial<Publication>, second: number) => {
    onAir.record(publication(change), second * 1_000);
    return onAir.shownAt;
  };
  const first = shownAt({ position: 1 }, 1);
  expect(shownAt({ position: 1, kind: 'correction' }, 2)).toBe(first);
  const mistake = shownAt({ position: 2 }, 3);
  expect(shownAt({ position: 1, kind: 'correction' }, 4)).not.toBe(mistake);
});

describe('/api/v1/events', () => {
  test('sends typed and numbered events; a later page starts at the current number', async () => {
    const { server, socketUrl } = await testServer({ 'theme.options': { accent: '#f00' } });
    const page = await openSocket(socketUrl('/api/v1/events'));
    server.audience.show(publication({ art: ART }));
    server.audience.show(hiddenPublication({ kind: 'hide', seq: 4 }));
    server.audience.show(publication({ kind: 'reveal', seq: 5 }));
    expect(await eventsOf(page, 4)).toMatchObject([
      { type: 'snapshot', seq: 0, state: 'idle', shownAt: null, themeOptions: { accent: '#f00' } },
      { type: 'track', seq: 1, reason: 'track', track: { title: 'Paper Lanterns', deck: '2', position: 3 } },
      { type: 'hidden', seq: 2, position: 3 },
      { type: 'track', seq: 3, reason: 'reveal' },
    ]);
    const [snapshot] = await eventsOf(await openSocket(socketUrl('/api/v1/events')), 1);
    expect(snapshot).toMatchObject({
      seq: 3,
      state: 'featured',
      position: 3,
      track: { title: 'Paper Lanterns' },
    });
  });
});

describe('the API', () => {
  test('returns the track on air with its picture, and nothing about a hidden one', async () => {
    const { server, url, socketUrl } = await testServer();
    server.audience.show(publication({ art: ART, playId: 'Paper Lanterns.flac' }));
    const before = await get<NowMessage>(`${url}api/v1/now`);
    expect(before).toMatchObject({ state: 'featured', track: { artist: 'Nightjar Avenue', code: null } });
    const address = new URL(before.track?.art?.url ?? 'missing', url);
    const picture = await fetch(address);
    expect(picture.headers.get('content-type')).toBe('image/png');
    expect(new Uint8Array(await picture.arrayBuffer())).toEqual(ART.png);
    server.audience.show(hiddenPublication({ kind: 'hide', seq: 4, playId: 'Paper Lanterns.flac' }));
    const now = await (await fetch(`${url}api/v1/now`)).text();
    expect(JSON.parse(now)).toEqual({ v: 1, set: 'set 0', state: 'hidden', track: null });
    const history = await (await fetch(`${url}api/v1/history`)).text();
    expect(JSON.parse(history).tracks).toMatchObject([
      { artist: 'ID', title: 'ID', hidden: true, position: 3 },
    ]);
    const [snapshot] = await (await openSocket(socketUrl('/api/v1/events'))).first(1);
    expect(now + history + JSON.stringify(snapshot)).not.toMatch(/Paper Lanterns|Nightjar/);
    expect((await fetch(address)).status).toBe(404);
  });

  test("returns the program's health, and shows invisible characters in device names", async () => {
    const details = [{ name: 'SC\u202e6000 at 10.0.0.4', state: 'connected' }];
    const source = { name: 'hwdevice', parts: [], watching: '1 device', problem: 'none answers', details };
    const enrichment = [{ name: 'native', answered: 2 }];
    const sink = { name: 'websocket', title: 'Overlays', queued: 0, dropped: 0, failed: 0, stopped: false };
    const sinks = [{ ...sink, delivered: 1 }];
    const { url, socketUrl } = await testServer(
      {},
      { ...WELL, health: () => ({ source, enrichment, sinks }) },
    );
    await openSocket(socketUrl('/ws'));
    await openSocket(socketUrl('/api/v1/events'));
    // An operator's page is no overlay.
    await openSocket(socketUrl('/api/v1/events?page'));
    expect(await get(`${url}api/v1/health`)).toMatchObject({
      status: 'trouble',
      version: '1.2.3',
      source: { problem: 'none answers', details: [{ name: 'SC\\u202e6000 at 10.0.0.4' }] },
      enrichment,
      sinks,
      overlays: { records: 1, events: 1, obs: 0 },
    });
  });
});

test('explains failures of late-loaded code that is gone, also in the health', async () => {
  const files = { problem: 'deckcast 9.9.9 was installed while 1.2.3 is running (restart it)' };
  const source = { name: 'hwdevice', parts: [], watching: '1 device' };
  const { url, log } = await testServer(
    {},
    {
      ...WELL,
      doctor: { ...WELL.doctor, examine: () => import('./gone.js' as string) },
      setup: () => import('./gone.js' as string),
      health: () => ({ ...files, source, enrichment: [], sinks: [] }),
    },
  );
  const missing =
    'a deckcast file is missing, perhaps because of an update while it was running: restart deckcast';
  await fetch(`${url}api/v1/doctor`);
  const answer = await fetch(`${url}api/v1/doctor`);
  expect([answer.status, await answer.json()]).toMatchObject([500, { reason: missing }]);
  const page = await fetch(`${url}setup/callback?state=1`);
  expect([page.status, await page.text()]).toMatchObject([
    500,
    expect.stringContaining(`<p>A${missing.slice(1)}.</p>`),
  ]);
  expect(log.lines.filter(({ fields }) => fields.reason === missing)).toHaveLength(2);
  expect(await (await fetch(`${url}api/v1/health`)).json()).toMatchObject({ status: 'trouble', ...files });
});

describe('the listener', () => {
  test('serves the selected theme with its files, and every theme below /overlay/', async () => {
    const { url } = await testServer();
    const page = await fetch(url);
    expect(page.headers.get('content-type')).toContain('text/html');
    const same = await fetch(`${url}overlay/default?show=5`);
    expect(same.url).toBe(`${url}overlay/default/?show=5`);
    expect(await same.text()).toBe(await page.text());
  });

  test('redirects a saved look to its theme, and lets the address override its options', async () => {
    const looks = {
      'Späti 2': 'slider?accent=00ff00&show=12',
      plain: 'text',
      mine: 'custom?show=5',
      gone: 'no-such-theme?show=5',
      odd: '../x?a=b\r\nSet-Cookie: a=b',
    };
    const { url } = await testServer({ 'theme.looks': looks });
    const leads = async (path: string) => {
      const { headers } = await fetch(`${url}looks/${path}`, { redirect: 'manual' });
      const to = new URL(headers.get('location') ?? '', url);
      // The page comes back at a refresh.
      expect(`looks/${to.searchParams.get('look')}`).toBe(`looks/${path}`.replace(/\/?(\?|$)/, '/$1'));
      to.searchParams.delete('look');
      return `${to.pathname}${to.search}`;
    };
    expect(await leads('Sp%C3%A4ti%202/')).toBe('/overlay/slider/?accent=00ff00&show=12');
    expect(await leads('Sp%C3%A4ti%202?show=5&demo=1')).toBe('/overlay/slider/?accent=00ff00&show=5&demo=1');
    expect(await leads('plain/')).toBe('/overlay/text/');
    expect(await leads('mine/')).toBe('/?show=5');
    // A page that says so would be on the stream.
    for (const unknown of ['gone/', 'odd/', 'toString/', 'nobody/', '%ff/']) {
      expect(await leads(unknown), unknown).toBe('/');
    }
    expect(await leads('nobody/?show=5')).toBe('/?show=5');
    for (const wrong of ['plain/x', '']) {
      expect((await fetch(`${url}looks/${wrong}`, { redirect: 'manual' })).status, wrong).toBe(404);
    }
  });

  test.each([
    ['dashboard/', { inlineStyle: false, framed: "frame-ancestors 'self'" }],
    ['overlay/', { inlineStyle: false, framed: "frame-ancestors 'self'" }],
    ['no/such/thing', { inlineStyle: false, framed: "frame-ancestors 'self'" }],
    ['', { inlineStyle: true, framed: undefined }],
    ['overlay/slider/', { inlineStyle: true, framed: undefined }],
  ])('restricts /%s to our own files and scripts', async (path, wanted) => {
    const { url } = await testServer();
    const response = await fetch(`${url}${path}`);
    const { headers } = response;
    const [, own = ''] = /<head><script>(.*?)<\/script>/s.exec(await response.text()) ?? [];
    const rules = (headers.get('content-security-policy') ?? '').split('; ');
    const rule = (name: string) => rules.find((one) => one.startsWith(`${name} `));
    expect(rules).toEqual(
      expect.arrayContaining(["default-src 'self'", "object-src 'none'", "base-uri 'none'"]),
    );
    const hash = createHash('sha256').update(own).digest('base64');
    expect([own.length > 0, rule('script-src')]).toEqual([true, `script-src 'self' 'sha256-${hash}'`]);
    const inlineStyle = rule('style-src')?.includes("'unsafe-inline'") ?? false;
    expect({ inlineStyle, framed: rule('frame-ancestors') }).toEqual(wanted);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('logs where the overlay is, and whether it is open to the network', async () => {
    const { log, url } = await testServer({ 'http.addr': { port: 0 } });
    expect(log.lines.map(({ fields }) => fields)).toMatchObject([
      { hint: expect.stringContaining('--http.addr=127.0.0.1:') },
      { url },
      { setup: `${url}setup/`, looks: `${url}overlay/`, operator: `${url}dashboard/`, help: `${url}help/` },
    ]);
  });

  test('says once that this computer lacks the address, and what to do', async () => {
    const settings = serverSettings({ 'http.addr': { host: '192.0.2.7', port: 9090 } });
    const tools = realTools(keptLog());
    const audience = createAudience(settings, tools.clock, setsOf(WELL));
    const server = createServer(settings, tools, { ...WELL, audience, pass: new LocalPass(tools.clock) });
    await expect(server.run(new AbortController().signal)).rejects.toThrow(
      /^deckcast cannot listen at the address that --http\.addr names: .+ \(EADDRNOTAVAIL\).*; correct it, or leave it out \(:9090\)/,
    );
  });

  test.each([
    ['answers', { json: { v: 1, done: true } }],
    ['says nothing', 'hang'],
  ] as const)(
    'explains a port held by another program, which %s, in one line with port and flag',
    async (_, answer) => {
      const { url } = await httpPeer(() => answer);
      const port = Number(new URL(url).port);
      const settings = serverSettings({ 'http.addr': { host: '127.0.0.1', port } });
      const tools = realTools(keptLog());
      const audience = createAudience(settings, tools.clock, setsOf(WELL));
      const second = createServer(settings, tools, { ...WELL, audience, pass: new LocalPass(tools.clock) });
      await expect(second.run(new AbortController().signal)).rejects.toThrow(
        RegExp(
          `^port ${port} is in use by .*: close it, or choose another port with --http\\.addr=127\\.0\\.0\\.1:`,
        ),
      );
    },
  );

  test('advises a port that no other program has', async () => {
    const port = await freePort(2);
    for (const taken of [port, port + 1]) {
      const other = createTcpServer().listen(taken, '127.0.0.1');
      later(() => other.close());
      await once(other, 'listening');
    }
    const refusal = await tryAddress({ host: '127.0.0.1', port }).catch((error: unknown) => String(error));
    const [, advised] = /--http\.addr=127\.0\.0\.1:(\d+)/.exec(String(refusal)) ?? [];
    expect(Number(advised)).toBeGreaterThan(port + 1);
    await tryAddress({ host: '127.0.0.1', port: Number(advised) });
  });

  test('explains in one line that another deckcast runs, and where its page is', async () => {
    const { port } = await testServer();
    const settings = serverSettings({ 'http.addr': { host: '127.0.0.1', port } });
    const tools = realTools(keptLog());
    const audience = createAudience(settings, tools.clock, setsOf(WELL));
    const second = createServer(settings, tools, { ...WELL, audience, pass: new LocalPass(tools.clock) });
    await expect(second.run(new AbortController().signal)).rejects.toThrow(
      `deckcast runs already: use its page, http://127.0.0.1:${port}/dashboard/, end it, or choose another port with --http.addr=127.0.0.1:`,
    );
    await expect(second.listening).rejects.toThrow('runs already');
  });

  test('answered() resolves once every earlier request has its answer', async () => {
    let answer = (): void => undefined;
    let isAsked = false;
    const doctor: typeof WELL.doctor = {
      ...WELL.doctor,
      examine: () =>
        new Promise((resolve) => {
          isAsked = true;
          answer = () => resolve([]);
        }),
    };
    const { url, server } = await testServer({}, { ...WELL, doctor });
    const examined = fetch(`${url}api/v1/doctor`);
    await waitFor('the request', () => isAsked || undefined);
    let isAnswered = false;
    const answered = server.answered().then(() => {
      isAnswered = true;
    });
    await get(`${url}api/v1/now`);
    expect(isAnswered).toBe(false);
    answer();
    expect((await examined).status).toBe(200);
    await answered;
  });

  test('closes pages and frees the port at a stop', async () => {
    const address = { 'http.addr': { host: '127.0.0.1', port: await freePort() } };
    const { port, socketUrl, stop } = await testServer(address);
    const page = await openSocket(socketUrl('/ws'));
    await stop();
    expect(await waitFor('the close', () => page.closed)).toBe(1001);
    expect((await testServer(address)).port).toBe(port);
  });

  test('answers a client that prefers HTTP/2', async () => {
    const { port, server } = await testServer();
    server.audience.show(publication());
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    later(() => socket.destroy());
    socket.write(
      'GET /api/v1/now HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: \r\n\r\n',
    );
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(answer).toContain('"title":"Paper Lanterns"');
  });

  test('cuts off only a client that requests an upgrade before its last answer', async () => {
    const { port, url } = await testServer();
    const socket = connect({ port, host: '127.0.0.1' });
    const upgrade = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n';
    socket.write(`GET /api/v1/now HTTP/1.1\r\nHost: x\r\n\r\n${upgrade}`);
    socket.resume().on('error', () => undefined);
    await once(socket, 'close');
    expect((await fetch(`${url}api/v1/now`)).status).toBe(200);
  });

  describe('a client with many pipelined requests', () => {
    const request = (port: number, times: number) => {
      const socket = connect({ port, host: '127.0.0.1' }).on('error', () => undefined);
      later(() => socket.destroy());
      socket.write('GET /film.webm HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(times));
      return socket;
    };

    test('gets one buffered answer while it does not read, and all of them later', async () => {
      const bytes = 2 * 1024 * 1024;
      const times = 50;
      const folder = await testFolder();
      await writeFile(join(folder, 'film.webm'), Buffer.alloc(bytes));
      await writeFile(join(folder, 'index.html'), '/ws');
      const { port, url } = await testServer({ 'theme.dir': folder });
      const before = keptBytes();
      const socket = request(port, times);
      // Long enough to read the file once per request.
      for (let other = 0; other < times; other += 1) {
        await (await fetch(`${url}film.webm`, { method: 'HEAD' })).text();
      }
      expect(keptBytes() - before).toBeLessThan((times * bytes) / 2);
      let received = 0;
      socket.on('data', (chunk: Buffer) => {
        received += chunk.length;
      });
      await waitFor('all answers', () => (received > times * bytes ? true : undefined));
    });

    test('is refused beyond the limit', async () => {
      const { port } = await testServer();
      const times = 10_000;
      const socket = request(port, times);
      let answers = '';
      socket.on('data', (chunk: Buffer) => {
        answers += chunk.toString('latin1');
      });
      await new Promise((resolve) => socket.once('close', resolve));
      expect(answers.split('HTTP/1.1 ').length - 1).toBeLessThan(times);
    });
  });

  test('a refused upgrade ends the connection, even if the client keeps its side open', async () => {
    const { port, stop } = await testServer();
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    later(() => socket.destroy());
    socket.write('GET /nope HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    await once(socket.resume(), 'end');
    // A half-open connection would keep the listener from closing.
    await stop();
  });

  test('a stop does not wait for unresponsive pages', async () => {
    const { socketUrl, stop } = await testServer();
    for (const path of ['/ws', '/api/v1/events', '/api/v1/operator']) {
      const page = await openSocket(socketUrl(path));
      page.socket.pause();
    }
    // The library would wait for half a minute.
    await stop();
  });
});
