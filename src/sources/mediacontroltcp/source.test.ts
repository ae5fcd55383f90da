import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { amount } from '../../../test/support/full-length.ts';
import { keptLog } from '../../../test/support/log.ts';
import { diffLine, fullLine, payload } from '../../../test/support/media-lines.ts';
import { type RunningSource, runSource } from '../../../test/support/source.ts';
import { waitFor } from '../../../test/support/wait.ts';
import { listen } from '../../core/listening.ts';
import type { Clock } from '../../core/tools.ts';
import { systemClock } from '../../host/clock.ts';
import { MediaControlTcpSource } from './source.ts';

const HOST = '127.0.0.1';

let log: ReturnType<typeof keptLog>;
let source: MediaControlTcpSource;
let running: RunningSource;
let port: number;
let clients: Socket[];

async function start(bundleId = '', clock: Clock = systemClock): Promise<void> {
  source = new MediaControlTcpSource({ address: { host: HOST, port: 0 }, bundleId }, { log, clock });
  running = runSource(source);
  port = await waitFor('a port', () => source.port);
}

beforeEach(async () => {
  log = keptLog();
  clients = [];
  await start();
});

afterEach(async () => {
  for (const client of clients) {
    client.destroy();
  }
  await running.stop();
});

async function client(change: { readonly localAddress?: string } = {}): Promise<Socket> {
  const socket = connect({ port, host: HOST, ...change }).on('error', () => undefined);
  clients.push(socket);
  await once(socket, 'connect');
  return socket;
}

function closed(socket: Socket): Promise<unknown> {
  return socket.closed ? Promise.resolve() : once(socket, 'close');
}

test('a playing track is announced with its names, length and art', async () => {
  const art = Buffer.from('an image');
  const socket = await client();
  socket.write(fullLine(payload('Frank Ocean', 'Nikes')));
  await running.announces(1);
  socket.write(diffLine({ artworkData: art.toString('base64'), artworkMimeType: 'image/jpeg' }));
  const transition = running.transitions[0];
  expect(transition?.track).toMatchObject({ artist: 'Frank Ocean', title: 'Nikes', durationMs: 314_500 });
  expect(await transition?.nativeArt?.(new AbortController().signal)).toEqual(art);
});

test('each connection has a state of its own, and the one that started last wins', async () => {
  const [one, two] = [await client(), await client()];
  one.write(fullLine(payload('A', 'One')));
  await running.announces(1);
  two.write(fullLine(payload('B', 'Two')));
  await running.announces(2);
  // A difference applies to the first connection's own state: its artist stays A.
  one.write(diffLine({ title: 'Three' }));
  await running.announces(3);
  expect(running.announced).toEqual(['A - One', 'B - Two', 'A - Three']);
});

test('a connection that still plays follows the one on air that leaves', async () => {
  await running.stop();
  await start('', { ...systemClock, after: (ms, run) => systemClock.after(ms / 20, run) });
  const [one, two] = [await client(), await client()];
  one.write(fullLine(payload('A', 'One')));
  await running.announces(1);
  two.write(fullLine(payload('B', 'Two')));
  await running.announces(2);
  two.end();
  await running.announces(3);
  expect(running.announced).toEqual(['A - One', 'B - Two', 'A - One']);
});

test('only the chosen application counts, also when a helper process plays for it', async () => {
  await running.stop();
  await start('com.apple.Safari');
  const socket = await client();
  socket.write(fullLine(payload('Music', 'App', { bundleIdentifier: 'com.apple.Music' })));
  const helper = {
    bundleIdentifier: 'com.apple.WebKit.GPU',
    parentApplicationBundleIdentifier: 'com.apple.Safari',
  };
  socket.write(fullLine(payload('In the', 'Browser', helper)));
  await running.announces(1);
  expect(running.announced).toEqual(['In the - Browser']);
});

test('health shows the address, the clients and when one last sent something', async () => {
  expect(source.health()).toEqual({ watching: `${HOST}:${port}, 0 clients`, details: [] });
  const before = Date.now();
  const socket = await client();
  socket.write(fullLine(payload('A', 'One')));
  await running.announces(1);
  const { watching, lastHeardAt, details } = source.health();
  expect(watching).toBe(`${HOST}:${port}, 1 client`);
  expect(lastHeardAt).toBeGreaterThanOrEqual(before);
  expect(details?.[0]?.state).toBe('connected, hears com.spotify.client');
});

const AT_ONCE = amount({ short: 40, full: 200 });

test(`${AT_ONCE} connections at once each have their track announced`, async () => {
  const sockets = await Promise.all(Array.from({ length: AT_ONCE }, () => client()));
  for (const [index, socket] of sockets.entries()) {
    const line = Buffer.from(fullLine(payload('Everyone', `Track ${index}`)));
    const cut = (index * 7) % line.length;
    socket.write(line.subarray(0, cut));
    setImmediate(() => socket.write(line.subarray(cut)));
  }
  await running.announces(AT_ONCE);
  expect(new Set(running.announced).size).toBe(AT_ONCE);
});

describe('sent away is', () => {
  test('the 257th client of a machine; of 256 one, when another machine comes', async () => {
    await Promise.all(Array.from({ length: 256 }, () => client()));
    await closed(await client());
    expect(log.lines.at(-1)?.fields.reason).toBe('too many clients');
    // Only Linux has a second address on loopback without asking.
    if (process.platform === 'linux') {
      const other = await client({ localAddress: '127.0.0.2' });
      other.write(fullLine(payload('A', 'One')));
      await running.announces(1);
      expect(source.health().watching).toContain('256 clients');
    }
  });

  test('who speaks another language', async () => {
    const socket = await client();
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n'.repeat(10));
    await closed(socket);
    expect(log.at('warn')).toEqual(['media-control client rejected']);
  });

  test('who sends a line of a gibibyte, while its memory stays bounded', async () => {
    const sender = spawn(process.execPath, ['-e', ENDLESS_LINE, String(port), '1']);
    const peak = await peakMemoryUntil(once(sender, 'exit'));
    expect(log.lines.find(({ level }) => level === 'warn')?.fields.reason).toBe(
      'it sent a line of more than 16 MiB',
    );
    expect(peak).toBeLessThan(256 * 1024 * 1024);
  });

  const holders = amount({ short: 10, full: 200 });

  test(`who holds the most, when ${holders} clients keep unfinished lines of 15 MiB`, async () => {
    const honest = await client();
    honest.write(fullLine(payload('A', 'One')));
    await running.announces(1);
    const sender = spawn(process.execPath, ['-e', ENDLESS_LINE, String(port), String(holders)]);
    const peak = await peakMemoryUntil(once(sender, 'exit'));
    expect(peak).toBeLessThan(512 * 1024 * 1024);
    honest.write(fullLine(payload('A', 'Two')));
    await running.announces(2);
    expect(running.announced).toEqual(['A - One', 'A - Two']);
  });
});

test('a client that never reads is not written to, so it cannot fill anything', async () => {
  const socket = await client();
  socket.pause();
  socket.write(fullLine(payload('A', 'One')));
  await running.announces(1);
  expect(socket.bytesRead).toBe(0);
});

test('a client that resets its connection does no harm', async () => {
  const socket = await client();
  socket.write(fullLine(payload('A', 'One')).slice(0, 30));
  socket.resetAndDestroy();
  const next = await client();
  next.write(fullLine(payload('A', 'Two')));
  await running.announces(1);
  expect(running.announced).toEqual(['A - Two']);
});

test('a port in use names the port and the flag', async () => {
  const other = createServer();
  const taken = await listen(other, { host: HOST, port: 0 });
  const late = new MediaControlTcpSource(
    { address: { host: HOST, port: taken }, bundleId: '' },
    { log, clock: systemClock },
  );
  await expect(runSource(late).ended).rejects.toThrow(
    `port ${taken} is in use by another program; choose another with --mediacontroltcp.addr`,
  );
  other.close();
});

/** Sends lines without an end over this many connections: a gibibyte over one, 15 MiB over each of several. */
const ENDLESS_LINE = `
const net = require('node:net');
const [port, count] = process.argv.slice(1).map(Number);
const total = count === 1 ? 1024 * 1024 * 1024 : 15 * 1024 * 1024;
const piece = Buffer.alloc(1024 * 1024, 'x');
let open = count;
const done = () => { open -= 1; if (open === 0) process.exit(0); };
for (let i = 0; i < count; i++) {
  const socket = net.connect(port, '${HOST}');
  let sent = 0;
  const send = () => {
    while (sent < total && !socket.destroyed) {
      sent += piece.length;
      if (!socket.write(piece)) { socket.once('drain', send); return; }
    }
    if (count > 1) setTimeout(() => socket.destroy(), 500);
  };
  socket.on('connect', send).on('error', () => undefined).on('close', done);
}
`;

/** Growth of what buffers hold, at its highest, until the work is done. */
async function peakMemoryUntil(work: Promise<unknown>): Promise<number> {
  const before = process.memoryUsage().arrayBuffers;
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().arrayBuffers - before);
  }, 5);
  try {
    await work;
  } finally {
    clearInterval(timer);
  }
  return peak;
}
