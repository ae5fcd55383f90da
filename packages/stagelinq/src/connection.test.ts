import type { WireClock } from '@deckcast/wire-kit';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openMainConnection } from './connection.ts';
import { DEFAULT_TIMEOUTS, type Timeouts } from './context.ts';
import { directoryCodec, NO_TOKEN } from './messages/directory.ts';
import { testContext } from './testing/context.ts';
import { eventually } from './testing/eventually.ts';
import { ManualClock } from './testing/manual-clock.ts';
import { PEER_TOKEN, Peer, stopped } from './testing/peer.ts';
import { DEFAULT_TOKEN } from './token.ts';

const ignore = () => () => {};
const services = { StateMap: ignore, BeatInfo: ignore };

test('a reference before the list of services does not end the list', async () => {
  const peer = await Peer.start({
    services,
    async onMain(channel, self) {
      self.sendReference(channel);
      await eventually(() => self.received.some(({ kind }) => kind === 'reference'), 'our answer to it');
      self.listServices(channel);
      self.sendReference(channel);
    },
  });
  expect((await connect(peer)).services.size).toBe(2);
});

test('a list that comes in small pieces is awaited to its end', async () => {
  const [first, second] = ['StateMap', 'BeatInfo'].map((service) =>
    directoryCodec.encode({ kind: 'service', token: PEER_TOKEN, service, port: 1 }),
  ) as [Buffer, Buffer];
  let send: (bytes: Buffer) => void = () => {};
  const peer = await Peer.start({
    onMain: (channel) => {
      send = (bytes) => channel.send(bytes);
      send(first);
    },
  });
  const clock = new ManualClock();
  let bytes = 0;
  const context = { ...testContext(), clock };
  const closing = new AbortController();
  onTestFinished(() => closing.abort(stopped));
  const main = await openMainConnection(deviceAt(peer), 'StateMap', context, () => bytes++, closing.signal);
  let isComplete = false;
  main.complete.then(() => {
    isComplete = true;
  });
  for (const at of [...second.keys()]) {
    const before = bytes;
    clock.advance(DEFAULT_TIMEOUTS.servicesQuietMs / second.length + 20);
    send(second.subarray(at, at + 1));
    await eventually(() => bytes > before, 'the next piece');
  }
  expect(isComplete).toBe(false);
  clock.advance(DEFAULT_TIMEOUTS.servicesQuietMs);
  await main.complete;
  expect([...main.services.keys()]).toEqual(['StateMap', 'BeatInfo']);
});

test('services that arrived while this computer was busy belong to the list', async () => {
  let send: (services: string[]) => void = () => {};
  const peer = await Peer.start({
    services,
    onMain: (channel, self) => {
      send = (names) => self.listServices(channel, names);
      send(['StateMap']);
    },
  });
  const held = new ManualClock();
  const turns = new Set<() => void>();
  const clock: WireClock = {
    monotonic: () => held.monotonic(),
    after(ms, run) {
      if (ms > 0) {
        return held.after(ms, run);
      }
      // Even no time takes a turn of the event loop, which reads arrived bytes.
      turns.add(run);
      return () => turns.delete(run);
    },
  };
  const closing = new AbortController();
  onTestFinished(() => closing.abort(stopped));
  const context = { ...testContext(), clock };
  const main = await openMainConnection(deviceAt(peer), 'StateMap', context, () => {}, closing.signal);
  const complete = main.complete.then(() => [...main.services.keys()]);
  send(['BeatInfo']);
  held.advance(DEFAULT_TIMEOUTS.servicesQuietMs);
  await main.named('BeatInfo');
  held.advance(DEFAULT_TIMEOUTS.servicesQuietMs);
  for (const run of turns) {
    run();
  }
  expect(await complete).toEqual(['StateMap', 'BeatInfo']);
});

test('a needed service is used as soon as the device names it', async () => {
  const peer = await Peer.start({
    services: { FileTransfer: ignore },
    onMain: (channel, self) => self.listServices(channel),
  });
  const main = await connect(peer, { servicesQuietMs: 60_000, servicesMs: 60_000 });
  expect([...main.services.keys()]).toEqual(['FileTransfer']);
});

describe('reports the error of a device that', () => {
  test('closes the connection at once, because it has not heard our announcement', async () => {
    const peer = await Peer.start({ onMain: (channel) => channel.close(stopped) });
    await expect(connect(peer)).rejects.toMatchObject({
      code: 'not-announced',
      message: expect.stringContaining('has not heard our announcement'),
    });
  });

  test('sends nothing', async () => {
    const peer = await Peer.start({ onMain: () => {} });
    await expect(connect(peer, { servicesMs: 20 })).rejects.toMatchObject({ code: 'no-services' });
  });

  test('sends a message that no main connection carries', async () => {
    const peer = await Peer.start({
      onMain: (channel) => channel.send(Buffer.from('HTTP/1.1 400 Bad Request')),
    });
    await expect(connect(peer, { servicesMs: 60_000 })).rejects.toMatchObject({ code: 'malformed' });
  });

  test('has no listener on its port', async () => {
    const peer = await Peer.start({});
    const { port } = peer;
    peer.shutDown();
    await expect(connect(peer, {}, port)).rejects.toMatchObject({ code: 'unreachable' });
  });
});

test('an abandoned connection leaves no socket behind', async () => {
  const peer = await Peer.start({ onMain: () => {} });
  const closing = new AbortController();
  const opening = connect(peer, {}, peer.port, closing);
  await eventually(() => peer.received.length > 0, 'the device hears our request');
  closing.abort(stopped);
  await expect(opening).rejects.toBe(stopped);
  await eventually(() => peer.connections === 0, 'the socket is closed');
});

test('references of the device are answered, and our own sent again and again', async () => {
  const peer = await Peer.start({ services });
  await connect(peer, { referenceMs: 10 });
  const references = () => peer.received.filter((message) => message.kind === 'reference');
  await eventually(() => references().length > 3, 'several references arrive');
  expect(references()).toContainEqual({
    kind: 'reference',
    origin: peer.token,
    responder: DEFAULT_TOKEN,
    clock: 25472890068n,
  });
  const own = references().filter((reference) => reference.origin === DEFAULT_TOKEN);
  expect(own.length).toBeGreaterThan(2);
  expect(own.every((reference) => reference.responder === NO_TOKEN)).toBe(true);
});

test('our token is sent first', async () => {
  const peer = await Peer.start({ services });
  await connect(peer);
  await eventually(() => peer.received.length > 0, 'the device hears something');
  expect(peer.received[0]).toEqual({ kind: 'request', token: DEFAULT_TOKEN });
});

async function connect(
  peer: Peer,
  timeouts: Partial<Timeouts> = {},
  port = peer.port,
  closing = new AbortController(),
) {
  onTestFinished(() => closing.abort(stopped));
  const device = deviceAt(peer, port);
  return await openMainConnection(device, 'FileTransfer', testContext(timeouts), () => {}, closing.signal);
}

function deviceAt({ token, port: own }: Peer, port = own) {
  return { token, source: 'sc6000', software: 'JP13', version: '1', address: '127.0.0.1', port };
}
