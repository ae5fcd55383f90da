import { afterEach, expect, test } from 'vitest';
import { freeUdpPort } from '../../wire-kit/src/testing/free-port.ts';
import type { MessageChannel } from './channel.ts';
import { announcementCodec } from './messages/discovery.ts';
import { eventually } from './testing/eventually.ts';
import { ManualClock } from './testing/manual-clock.ts';
import { WatchedNetwork } from './testing/network.ts';
import { Peer, sendDatagram } from './testing/peer.ts';

const cleanUp: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const clean of cleanUp.splice(0).reverse()) {
    await clean();
  }
});

test('announcers that refuse every connection do not keep a real device out', async () => {
  const udpPort = await freeUdpPort();
  const states: MessageChannel[] = [];
  const peer = await Peer.start({
    services: {
      StateMap: (channel) => {
        states.push(channel);
        return () => undefined;
      },
    },
  });
  cleanUp.push(() => peer.shutDown());
  const clock = new ManualClock();
  const watched = new WatchedNetwork(udpPort, { clock, silenceMs: 60_000 });
  cleanUp.push(() => watched.stop());
  await eventually(() => watched.network.status().listening === true, 'we listen');
  const names = { source: 'nobody', software: 'JC11', version: '1.0.0', action: 'howdy', port: 1 } as const;
  for (let number = 1; number <= 32; number += 1) {
    const token = number.toString(16).padStart(32, '0');
    await sendDatagram(udpPort, announcementCodec.encode({ ...names, token }));
  }
  await eventually(() => watched.count('found') === 32, 'every announcer is found');
  await peer.announce(udpPort);
  await eventually(() => watched.count('ignored') === 1, 'the device finds no room');
  expect(watched.network.status().leftOut).toBe(1);
  clock.advance(50);
  await eventually(() => watched.count('failed') === 32, 'every announcer has refused');
  clock.advance(5_000);
  await peer.announce(udpPort);
  await eventually(() => watched.count('gone nobody') === 1, 'one of them gives way');
  clock.advance(50);
  await eventually(() => states.length === 1, 'the device is connected');
  expect(watched.count('connected')).toBe(1);
});

test('no more devices are tracked than the user allows', async () => {
  const udpPort = await freeUdpPort();
  const watched = new WatchedNetwork(udpPort, { clock: new ManualClock(), maxDevices: 1 });
  cleanUp.push(() => watched.stop());
  await eventually(() => watched.network.status().listening === true, 'we listen');
  const names = { software: 'JC11', version: '1.0.0', action: 'howdy', port: 1 } as const;
  for (const [source, token] of [
    ['first', '01'],
    ['second', '02'],
  ] as const) {
    await sendDatagram(udpPort, announcementCodec.encode({ ...names, source, token: token.repeat(16) }));
    await eventually(() => watched.events.length > 0, 'the first one is found');
  }
  await eventually(() => watched.count('ignored second') === 1, 'the second one finds no room');
  expect(watched.count('found')).toBe(1);
});
