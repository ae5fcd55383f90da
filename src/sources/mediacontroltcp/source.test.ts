import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { amount } from '../../../test/support/full-length.ts';
import { keptLog } from '../../../test/support/log.ts';
import { diffLine, fullLine, payload } from '../../../test/support/media-lines.ts';
import { portOf, type RunningSource, runSource } from '../../../test/support/source.ts';
import { waitFor } from '../../../test/support/wait.ts';
import { listen } from '../../core/listening.ts';
import type { Clock } from '../../core/tools.ts';
import { systemClock } from '../../host/clock.ts';
import { MediaControlTcpSource } from './source.ts';

const HOST = '127.0.0.1';
const MIB = 1 << 20;
const HOLDERS = amount({ short: 10, full: 200 });

let log: ReturnType<typeof keptLog>;
let source: MediaControlTcpSource;
let running: RunningSource;
let port: number;
let clients: Socket[];

async function start(bundleId = '', clock: Clock = systemClock): Promise<void> {
  source = new MediaControlTcpSource({ host: HOST, port: 0 }, bundleId, { log, clock });
  running = runSource(source);
  port = await waitFor('a port', () => portOf(source));
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
  return socket.closed ? Promise.resolve() : new Promise((resolve) => socket.once('close', resolve));
}

/** Distinct reasons why clients were disconnected. */
function rejections(): unknown[] {
  return log.lines.flatMap(({ level, fields }) => (level === 'warn' ? [fields.reason] : []));
}

test('MediaControlTcpSource announces a playing track with names, length and art', async () => {
  const art = Buffer.from('an image');
  const socket = await client();
  socket.write(fullLine(payload('Frank Ocean', 'Nikes')));
  await running.announces(1);
  socket.write(diffLine({ artworkData: art.toString('base64'), artworkMimeType: 'image/jpeg' }));
  const transition = running.transitions[0];
  expect(transition?.track).toMatchObject({ artist: 'Frank Ocean', title: 'Nikes', durationMs: 314_500 });
  expect(await transition?.nativeArt?.(new AbortController().signal)).toEqual(art);
});

test('MediaControlTcpSource does not end the track of a player by a stop', async () => {
  const socket = await client();
  socket.write(fullLine(payload('A', 'One')));
  await running.announces(1);
  await running.stop();
  expect(running.ends).toEqual([]);
});

test('MediaControlTcpSource keeps a state per connection; the one that started last wins', async () => {
  const [one, two] = [await client(), await client()];
  one.write(fullLine(payload('A', 'One')));
  await running.announces(1);
  two.write(fullLine(payload('B', 'Two')));
  await running.announces(2);
  // The difference applies to the first connection's own state, so its artist stays A.
  one.write(diffLine({ title: 'Three' }));
  await running.announces(3);
  expect(running.announced).toEqual(['A - One', 'B - Two', 'A - Three']);
});

test('MediaControlTcpSource follows another playing connection when the one on air leaves', async () => {
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

test('MediaControlTcpSource follows only the chosen application, even if a helper process plays for it', async () => {
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

test('health shows the address, the clients and the time of the last data', async () => {
  expect(source.health()).toEqual({ watching: `${HOST}:${port}, 0 clients`, details: [] });
  const before = Date.now();
  const socket = await client();
  socket.write(fullLine(payload('A', 'One')));
  await running.announces(1);
  const { watching, lastHeardAt, details } = source.health();
  expect(watching).toBe(`${HOST}:${port}, 1 client`);
  expect(lastHeardAt).toBeGreaterThanOrEqual(before);
  expect(details?.[0]?.state).toBe('connected, follows com.spotify.client');
});

describe('MediaControlTcpSource disconnects', () => {
  test('the 257th client of a machine, or one of 256 when another machine connects', async () => {
    await Promise.all(Array.from({ length: 256 }, () => client()));
    await closed(await client());
    expect(rejections()).toEqual(['too many clients']);
    // Only Linux has a second loopback address by default.
    if (process.platform === 'linux') {
      const other = await client({ localAddress: '127.0.0.2' });
      other.write(fullLine(payload('A', 'One')));
      await running.announces(1);
      expect(source.health().watching).toContain('256 clients');
    }
  });

  test('a client that speaks another protocol', async () => {
    const socket = await client();
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n'.repeat(10));
    await closed(socket);
    expect(rejections()).toEqual(['what it sends is not the output of media-control stream']);
  });

  test('a client that sends an endless line', async () => {
    const socket = await client();
    socket.write(Buffer.alloc(17 * MIB, 'x'));
    await closed(socket);
    expect(rejections()).toEqual(['it sent a line of more than 16 MiB']);
  });

  test('the client that holds the most memory when many keep unfinished lines of 15 MiB', async () => {
    const honest = await client();
    honest.write(fullLine(payload('A', 'One')));
    await running.announces(1);
    const holders = await Promise.all(Array.from({ length: HOLDERS }, () => client()));
    for (const holder of holders) {
      holder.write(Buffer.alloc(15 * MIB, 'x'));
    }
    await Promise.race(holders.map(closed));
    expect(rejections()).toEqual(['it holds too much memory']);
    honest.write(fullLine(payload('A', 'Two')));
    await running.announces(2);
    expect(running.announced).toEqual(['A - One', 'A - Two']);
  });
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

test('a port in use is reported with its number and the option', async () => {
  const other = createServer();
  const taken = await listen(other, { host: HOST, port: 0 });
  const late = new MediaControlTcpSource({ host: HOST, port: taken }, '', { log, clock: systemClock });
  await expect(runSource(late).ended).rejects.toThrow(
    `port ${taken} is in use by another program; choose another with --mediacontroltcp.addr`,
  );
  other.close();
});
