import { createSocket, type Socket } from 'node:dgram';
import type { LocalAddress } from '@deckcast/wire-kit';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { keepFaults } from '../../stagelinq/src/testing/faults.ts';
import { type PresenceMessage, presenceCodec } from './messages/presence.ts';
import { type MediaQuery, type StatusMessage, statusCodec } from './messages/status.ts';
import { type TimingMessage, timingCodec } from './messages/timing.ts';
import { ProDjLinkNetwork } from './network.ts';
import type { LinkOptions, LinkPorts } from './options.ts';
import type { LinkReceiver } from './receiver.ts';
import { playingStatus } from './testing/booth.ts';
import { freeLinkPorts } from './testing/free-ports.ts';

const LOOPBACK: LocalAddress = {
  name: 'lo',
  address: '127.0.0.1',
  netmask: '255.0.0.0',
  mac: '02:00:00:00:00:07',
  internal: true,
};

const EVERYBODY = '127.255.255.255';

/** Own loopback address. Records what it receives. */
class TestDevice {
  readonly address: string;
  readonly queries: MediaQuery[] = [];
  readonly #ports: LinkPorts;
  readonly #socket: Socket;

  private constructor(address: string, ports: LinkPorts, socket: Socket) {
    this.address = address;
    this.#ports = ports;
    this.#socket = socket;
    socket.on('message', (bytes) => {
      const message = statusCodec.decode(bytes);
      if (message.kind === 'media-query') {
        this.queries.push(message);
      }
    });
  }

  static async open(address: string, ports: LinkPorts): Promise<TestDevice> {
    const socket = createSocket('udp4');
    await new Promise<void>((resolve) => socket.bind(ports.status, address, resolve));
    socket.setBroadcast(true);
    return new TestDevice(address, ports, socket);
  }

  close(): void {
    this.#socket.close();
  }

  presence(message: PresenceMessage): void {
    this.#socket.send(presenceCodec.encode(message), this.#ports.presence, EVERYBODY);
  }

  keepAlive(number: number, name = 'CDJ-2000nexus', role = 1): void {
    this.presence({
      kind: 'keep-alive',
      name,
      format: 2,
      number,
      first: false,
      mac: `02:00:00:00:00:${number.toString(16).padStart(2, '0')}`,
      ip: this.address,
      devices: 1,
      role,
      generation: 0,
    });
  }

  timing(message: TimingMessage): void {
    this.#socket.send(timingCodec.encode(message), this.#ports.timing, EVERYBODY);
  }

  status(message: StatusMessage): void {
    this.#socket.send(statusCodec.encode(message), this.#ports.status, '127.0.0.1');
  }

  raw(port: keyof LinkPorts, bytes: Uint8Array): void {
    this.#socket.send(bytes, this.#ports[port], port === 'status' ? '127.0.0.1' : EVERYBODY);
  }
}

const PLAYER = { name: 'CDJ-2000nexus', format: 2, number: 1 };

let ports: LinkPorts;
let devices: TestDevice[];
let events: string[];
let network: ProDjLinkNetwork;
let stop: AbortController;
let running: Promise<void>;
let locals: LocalAddress[];

let announcing: NodeJS.Timeout;
let announce: () => void;

function start(options: Partial<LinkOptions> = {}, receiver: LinkReceiver = {}): void {
  stop = new AbortController();
  network = new ProDjLinkNetwork({
    name: 'test',
    interface: 'lo',
    ports,
    listenMs: 50,
    intervalMs: 100,
    retryMs: 50,
    localInterfaces: () => locals,
    onSent: ({ kind, address }) => events.push(`sent ${kind} to ${address}`),
    ...options,
  });
  running = network.run(
    {
      device: (event) => events.push(`${event.kind} ${event.device.name} ${event.device.number}`),
      status: (device, { trackId }) => events.push(`status ${device.number} ${trackId}`),
      mixerStatus: (device) => events.push(`mixer status ${device.number}`),
      beat: (device, { beatInBar }) => events.push(`beat ${device.number} ${beatInBar}`),
      position: (device, { playhead }) => events.push(`position ${device.number} ${playhead}`),
      onAir: ({ channels }) => events.push(`on air ${channels.join(' ')}`),
      medium: (device, { tracks }) => events.push(`medium ${device.number} ${tracks}`),
      guest: (state) => events.push(state.kind === 'announced' ? `announced ${state.number}` : state.why),
      assignmentOffered: (address) => events.push(`offer from ${address}`),
      ...receiver,
    },
    stop.signal,
  );
}

async function device(last: number): Promise<TestDevice> {
  const opened = await TestDevice.open(`127.0.0.${last}`, ports);
  devices.push(opened);
  return opened;
}

const seen = (event: string) => expect.poll(() => events).toContain(event);

beforeEach(async () => {
  ports = await freeLinkPorts();
  devices = [];
  events = [];
  locals = [LOOPBACK];
  announce = () => {};
  announcing = setInterval(() => announce(), 20);
});

afterEach(async () => {
  clearInterval(announcing);
  stop.abort();
  await running;
  for (const opened of devices) {
    opened.close();
  }
});

test("a guest listens, announces itself, and receives the players' status", async () => {
  const player = await device(11);
  announce = () => player.keepAlive(1);
  start();
  await seen('announced 7');
  await seen('sent keep-alive to 127.255.255.255');
  player.status(playingStatus({ number: 1, trackId: 77 }));
  await seen('status 1 77');
  player.timing({ ...PLAYER, kind: 'position', length: 300, playhead: 1234 });
  await seen('position 1 1234');
  expect(events.filter((event) => /found|listening|announced/.test(event))).toEqual([
    'found CDJ-2000nexus 1',
    'listening',
    'announced 7',
  ]);
  expect(network.status()).toMatchObject({
    guest: { kind: 'announced', number: 7 },
    interface: { name: 'lo' },
    ports: { presence: { kind: 'open' }, timing: { kind: 'open' }, status: { kind: 'open' } },
    dropped: 0,
  });
});

test('a recorder receives every datagram, even meaningless ones, and none of our own', async () => {
  const player = await device(11);
  const received: string[] = [];
  announce = () => player.keepAlive(1);
  start({
    onReceived: ({ port, address, bytes, message }) =>
      received.push(`${port} ${address} ${message?.kind} ${bytes.length}`),
  });
  await seen('announced 7');
  await seen('sent keep-alive to 127.255.255.255');
  const status = playingStatus({ number: 1 });
  player.status(status);
  player.raw('timing', Buffer.from('noise'));
  await expect.poll(() => received).toContain(`status 127.0.0.11 status ${status.length}`);
  await expect.poll(() => received).toContain('timing 127.0.0.11 undefined 5');
  expect(received).toContain('presence 127.0.0.11 keep-alive 54');
  expect(received.filter((line) => !line.includes(' 127.0.0.11 '))).toEqual([]);
});

test('a listen-only guest sends nothing, and still receives beats and open channels', async () => {
  const player = await device(11);
  const mixer = await device(33);
  announce = () => {
    player.keepAlive(1);
    mixer.keepAlive(33, 'DJM-900NXS2', 2);
    mixer.timing({ ...PLAYER, kind: 'on-air', channels: [true, false, false, false] });
    player.timing({ ...PLAYER, kind: 'beat', nextBeat: 500, pitch: 1, bpm: 120, beatInBar: 3 });
  };
  start({ listenOnly: true });
  await seen('beat 1 3');
  await seen('on air true false false false');
  await seen('listen-only');
  expect(events.filter((event) => event.startsWith('sent'))).toEqual([]);
  expect(network.status().ports.status).toEqual({ kind: 'closed' });
});

test('a presence-only guest does not open the ports that other programs need', async () => {
  const player = await device(11);
  announce = () => player.keepAlive(1);
  start({ presenceOnly: true });
  await seen('found CDJ-2000nexus 1');
  expect(events.filter((event) => event.startsWith('sent'))).toEqual([]);
  const closed = { kind: 'closed' };
  expect(network.status().ports).toEqual({ presence: { kind: 'open' }, timing: closed, status: closed });
});

test('a guest gives way to any device that has its number, and uses the next', async () => {
  const player = await device(11);
  const other = await device(12);
  announce = () => player.keepAlive(1);
  start();
  await seen('announced 7');
  announce = () => {
    player.keepAlive(1);
    other.keepAlive(7, 'another program');
  };
  await seen('announced 8');
  other.presence({ ...PLAYER, kind: 'conflict', number: 8, ip: other.address });
  await seen('announced 9');
});

test('our own echo on a second interface does not make the guest give way', async () => {
  const player = await device(11);
  const echo = await device(12);
  locals = [LOOPBACK, { ...LOOPBACK, name: 'wlan0', address: echo.address, internal: false }];
  announce = () => {
    player.keepAlive(1);
    echo.keepAlive(7, 'test');
  };
  start();
  await seen('announced 7');
  player.status(playingStatus({ number: 1, trackId: 9 }));
  await seen('status 1 9');
  expect(network.status().devices.map(({ number }) => number)).toEqual([1]);
});

test('a slot is queried only from a present player, once we are announced', async () => {
  const player = await device(11);
  const mixer = await device(33);
  announce = () => {
    player.keepAlive(1);
    mixer.keepAlive(33, 'DJM-2000nexus', 2);
  };
  start();
  await seen('found CDJ-2000nexus 1');
  const byNumber = (number: number) => network.status().devices.find((found) => found.number === number);
  const found = byNumber(1);
  if (found === undefined) {
    throw new Error('the player is not known');
  }
  await seen('announced 7');
  await seen('found DJM-2000nexus 33');
  expect(network.queryMedium(byNumber(33) ?? found, 3)).toBe(false);
  expect(network.queryMedium({ ...found, number: 5 }, 3)).toBe(false);
  expect(network.queryMedium(found, 3)).toBe(true);
  await expect.poll(() => player.queries).toHaveLength(1);
  expect(player.queries[0]).toMatchObject({ ip: '127.0.0.1', player: 1, slot: 3, number: 7 });
  const medium = { player: 1, slot: 3, mediumName: '', created: '', tracks: 692, library: 1, playlists: 35 };
  player.status({ ...PLAYER, ...medium, kind: 'media-answer' });
  await seen('medium 1 692');
});

test('junk on every port, mixers that offer numbers and commands change nothing', async () => {
  const player = await device(11);
  announce = () => {
    player.keepAlive(1);
    for (const port of ['presence', 'timing', 'status'] as const) {
      player.raw(port, Buffer.from('junk'));
      player.raw(port, Buffer.from('5173707431576d4a4f4c0a', 'hex'));
    }
    player.presence({ ...PLAYER, kind: 'assignment-offer', ip: player.address, mac: '02:00:00:00:00:21' });
    player.timing({ ...PLAYER, kind: 'master-request' });
    player.status({ ...PLAYER, kind: 'settings-query' });
    player.raw('status', Buffer.from('5173707431576d4a4f4c19'.padEnd(160, '0'), 'hex'));
  };
  start();
  await seen('announced 7');
  player.status(playingStatus({ number: 1, trackId: 5 }));
  await seen('status 1 5');
  await expect.poll(() => network.status().dropped).toBeGreaterThan(5);
  expect(events.filter((event) => event.startsWith('offer'))).toEqual(['offer from 127.0.0.11']);
  expect(new Set(events.filter((event) => event.startsWith('sent')))).toEqual(
    new Set(['sent keep-alive to 127.255.255.255']),
  );
});

test('a port for answers that another program holds delays the announcement', async () => {
  const holder = createSocket('udp4');
  await new Promise<void>((resolve) => holder.bind(ports.status, '127.0.0.1', resolve));
  const player = await device(11);
  announce = () => player.keepAlive(1);
  start();
  await seen('no-port');
  expect(network.status().ports.status).toEqual({ kind: 'failed', error: 'EADDRINUSE' });
  expect(events.filter((event) => event.startsWith('sent'))).toEqual([]);
  await new Promise<void>((resolve) => holder.close(() => resolve()));
  await seen('announced 7');
});

test('a lost interface clears everything, and the next one begins again', async () => {
  const player = await device(11);
  announce = () => player.keepAlive(1);
  start();
  await seen('announced 7');
  locals = [];
  await seen('gone CDJ-2000nexus 1');
  locals = [LOOPBACK];
  events.length = 0;
  await seen('announced 7');
});

test('an exception of a receiver is uncaught, and ends nothing', async () => {
  const { faults, stop: stopKeeping } = keepFaults();
  onTestFinished(stopKeeping);
  const player = await device(11);
  announce = () => player.keepAlive(1);
  const mistake = (): never => {
    throw new Error('ours');
  };
  start({}, { device: mistake });
  await seen('announced 7');
  expect(faults).toEqual([new Error('ours')]);
});
