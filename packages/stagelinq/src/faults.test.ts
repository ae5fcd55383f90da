/** A mistake in a receiver is not blamed on a device. */
import { expect, onTestFinished, test } from 'vitest';
import { freeUdpPort } from '../../wire-kit/src/testing/free-port.ts';
import { stateCodec } from './messages/state-map.ts';
import { StagelinqNetwork } from './network.ts';
import type { NetworkReceiver } from './network-receiver.ts';
import { eventually } from './testing/eventually.ts';
import { keepFaults } from './testing/faults.ts';
import { startPlayer } from './testing/peer.ts';
import { DEFAULT_TOKEN } from './token.ts';

const PATHS = [1, 2, 3].map((deck) => `/Engine/Deck${deck}/Play`);

const mistake = (): never => {
  throw new TypeError('ours');
};

/** A device that is connected says all states, and then everything was told to `told`. Returns what was raised. */
async function listenWith(receivers: readonly NetworkReceiver[], told: readonly string[], all: number) {
  const { faults, stop } = keepFaults();
  onTestFinished(stop);
  const port = await freeUdpPort();
  const { peer, states } = await startPlayer();
  const identity = { token: DEFAULT_TOKEN, source: 'test', software: 'test', version: '0' };
  const network = new StagelinqNetwork({ identity, interfaces: ['lo'], port }, ...receivers);
  const stopping = new AbortController();
  const running = network.run(stopping.signal);
  onTestFinished(() => {
    stopping.abort();
    return running;
  });
  await eventually(() => network.status().listening === true, 'we listen');
  await peer.announce(port);
  await eventually(() => states.length > 0, 'we subscribe');
  const json = '{"state":true,"type":1}';
  states[0]?.send(Buffer.concat(PATHS.map((path) => stateCodec.encode({ kind: 'value', path, json }))));
  await eventually(() => told.length === all, 'everything is told');
  return faults;
}

test.each(['found', 'connected', 'services', 'state'] as const)(
  'a mistake in "%s" costs that call only: the device stays connected and is heard on',
  async (callback) => {
    const received: string[] = [];
    let lost = 0;
    const broken: NetworkReceiver = {
      state: (_device, path) => received.push(path),
      lost: () => lost++,
      [callback]: (_device: unknown, path: unknown) => {
        if (callback === 'state') {
          received.push(String(path));
        }
        mistake();
      },
    };
    const faults = await listenWith([broken], received, PATHS.length);
    expect(lost).toBe(0);
    await eventually(() => faults.length > 0, 'the mistake is raised');
    expect(faults).toEqual(faults.map(() => new TypeError('ours')));
  },
);

test('a mistake of one receiver keeps nothing from the others', async () => {
  const received: string[] = [];
  const faults = await listenWith(
    [
      { state: mistake, connected: mistake },
      { state: (_device, path) => received.push(path), connected: () => received.push('connected') },
    ],
    received,
    1 + PATHS.length,
  );
  expect(received).toEqual(['connected', ...PATHS]);
  expect(faults).toHaveLength(4);
});
