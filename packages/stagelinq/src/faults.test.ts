/** A mistake in a receiver is not blamed on a device. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freeUdpPort } from '../../wire-kit/src/testing/free-port.ts';
import type { MessageChannel } from './channel.ts';
import { stateCodec } from './messages/state-map.ts';
import { StagelinqNetwork } from './network.ts';
import type { NetworkReceiver } from './network-receiver.ts';
import { eventually } from './testing/eventually.ts';
import { keepFaults } from './testing/faults.ts';
import { WatchedNetwork } from './testing/network.ts';
import { Peer } from './testing/peer.ts';
import { DEFAULT_TOKEN } from './token.ts';

const PATHS = [1, 2, 3].map((deck) => `/Engine/Deck${deck}/Play`);

let kept: ReturnType<typeof keepFaults>;
let udpPort: number;
let peer: Peer;
let states: MessageChannel[];
const cleanUp: (() => void | Promise<void>)[] = [];

beforeEach(async () => {
  kept = keepFaults();
  udpPort = await freeUdpPort();
  states = [];
  peer = await Peer.start({
    services: {
      StateMap: (channel) => {
        states.push(channel);
        return () => undefined;
      },
    },
  });
  cleanUp.push(kept.stop, () => peer.shutDown());
});

afterEach(async () => {
  for (const clean of cleanUp.splice(0).reverse()) {
    await clean();
  }
});

const mistake = (): never => {
  throw new TypeError('ours');
};

function sayAll(): void {
  const json = '{"state":true,"type":1}';
  states[0]?.send(Buffer.concat(PATHS.map((path) => stateCodec.encode({ kind: 'value', path, json }))));
}

test.each(['found', 'connected', 'services', 'state'] as const)(
  'a mistake in "%s" costs that call only: the device stays connected and is heard on',
  async (callback) => {
    const received: string[] = [];
    const broken: NetworkReceiver = {
      state: (_device, path) => received.push(path),
      [callback]: (...values: unknown[]) => {
        received.push(String(values[1]));
        mistake();
      },
    };
    const watched = new WatchedNetwork(udpPort, {}, broken);
    cleanUp.push(() => watched.stop());
    await peer.announce(udpPort);
    await eventually(() => states.length > 0, 'we subscribe');
    sayAll();
    await eventually(() => PATHS.every((path) => received.includes(path)), 'every state is told');
    expect(watched.count('lost')).toBe(0);
    await eventually(() => kept.faults.length > 0, 'the mistake is raised');
    expect(kept.faults).toEqual(kept.faults.map(() => new TypeError('ours')));
  },
);

test('a mistake of one receiver keeps nothing from the others', async () => {
  const received: string[] = [];
  const stop = new AbortController();
  const network = new StagelinqNetwork(
    {
      identity: { token: DEFAULT_TOKEN, source: 'test', software: 'test', version: '0' },
      interfaces: ['lo'],
      port: udpPort,
    },
    { state: mistake, connected: mistake },
    { state: (_device, path) => received.push(path), connected: () => received.push('connected') },
  );
  const running = network.run(stop.signal);
  cleanUp.push(() => {
    stop.abort();
    return running;
  });
  await eventually(() => network.status().listening === true, 'we listen');
  await peer.announce(udpPort);
  await eventually(() => states.length > 0, 'we subscribe');
  sayAll();
  await eventually(() => received.length === 4, 'everything is told');
  expect(received).toEqual(['connected', ...PATHS]);
  expect(kept.faults).toHaveLength(4);
});
