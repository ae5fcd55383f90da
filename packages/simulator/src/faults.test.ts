import { connect } from 'node:net';
import {
  deckPath,
  directoryCodec,
  measureFrames,
  Splitter,
  STATE_MAP,
  StagelinqError,
  stateCodec,
} from '@deckcast/stagelinq';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CLIENT_TOKEN } from '../../../test/support/raw-client.ts';
import { Simulated, setWith } from '../../../test/support/simulated.ts';
import { waitFor } from '../../../test/support/wait.ts';
import type { Lie } from './script.ts';

const DECK = { device: 'prime4', deck: 1 };
const PLAY = deckPath.play(1);

let simulated: Simulated;

beforeEach(async () => {
  simulated = await Simulated.start(setWith({ id: 'prime4', software: 'JC11' }));
});

afterEach(() => simulated.close());

describe('faults of a connection', () => {
  it('drop: it is reset, and the next one is served', async () => {
    const states = await simulated.subscribe('prime4', PLAY);
    await states.next(() => true);
    await simulated.simulation.perform({ do: 'drop' });
    await waitFor('the end', () => (states.state.closed ? true : undefined));
    const again = await simulated.subscribe('prime4', PLAY);
    await again.next(() => true);
  });

  it('silence: it stays open without a word, and the next one is served', async () => {
    const states = await simulated.subscribe('prime4', PLAY);
    await states.next(() => true);
    await simulated.simulation.perform({ do: 'silence' });
    await simulated.simulation.perform({ do: 'play', deck: DECK });
    const again = await simulated.subscribe('prime4', PLAY);
    const { json } = { json: null, ...(await again.next(() => true)) };
    expect(JSON.parse(json ?? '')).toEqual({ type: 1, state: true });
    expect(states.state.closed).toBe(false);
    expect(states.messages).toHaveLength(1);
  });

  it('split: everything comes in pieces, and all of it', async () => {
    await simulated.simulation.perform({ do: 'split', bytes: 7 });
    const paths = [1, 2, 3, 4].flatMap((deck) => [deckPath.play(deck), deckPath.songName(deck)]);
    const states = await simulated.subscribe('prime4', ...paths);
    await waitFor('all values', () => (states.messages.length === paths.length ? true : undefined));
    expect(states.messages.map((message) => 'path' in message && message.path)).toEqual(paths);
    expect(states.chunks.filter((size) => size === 7).length).toBeGreaterThan(states.chunks.length / 2);
  });

  it('gather: what was written apart comes as one', async () => {
    const states = await simulated.subscribe('prime4', PLAY, deckPath.playState(1));
    await waitFor('both values', () => (states.messages.length === 2 ? true : undefined));
    const before = states.chunks.length;
    await simulated.simulation.perform({ do: 'gather', ms: 1_000 });
    for (const path of [PLAY, deckPath.playState(1)]) {
      simulated.simulation.device('prime4')?.states.set(path, { type: 1, state: true });
      // Apart enough for the network not to join them by itself.
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await waitFor('both changes', () => (states.messages.length === 4 ? true : undefined));
    expect(states.chunks.length - before).toBe(1);
  });

  it.each<[Lie, string]>([
    ['oversized', 'too-large'],
    ['odd', 'malformed'],
    ['truncated', 'truncated'],
  ])('lie (%s): a frame that cannot be read', async (how, code) => {
    await simulated.client.announce();
    const port = await simulated.client.find(simulated.port('prime4'), STATE_MAP);
    const socket = connect(port, '127.0.0.1');
    socket.write(
      directoryCodec.encode({ kind: 'service', token: CLIENT_TOKEN, service: STATE_MAP, port: 1 }),
    );
    socket.write(stateCodec.encode({ kind: 'subscribe', path: PLAY, interval: 0 }));
    const read: string[] = [];
    const splitter = new Splitter(measureFrames());
    socket.on('data', (chunk: Buffer) => {
      try {
        splitter.push(chunk, (bytes, start, end) => {
          read.push(stateCodec.decode(bytes.subarray(start, end)).kind);
        });
      } catch (error) {
        read.push(error instanceof StagelinqError ? error.code : String(error));
      }
    });
    await waitFor('the value', () => (read.length > 0 ? true : undefined));
    await simulated.simulation.perform({ do: 'lie', how });
    await waitFor('the lie', () => (read.length > 1 ? true : undefined));
    socket.destroy();
    expect(read).toEqual(['value', code]);
  });

  it('flood: the subscribed values come again and again, as many as ordered', async () => {
    const states = await simulated.subscribe('prime4', PLAY, deckPath.playState(1), '/Not/Supported');
    await waitFor('the values', () => (states.messages.length === 2 ? true : undefined));
    await simulated.simulation.perform({ do: 'flood', perSecond: 5_000, seconds: 0.2 });
    await waitFor('the flood', () => (states.messages.length >= 1_002 ? true : undefined));
    expect(states.messages).toHaveLength(1_002);
  });
});

describe('faults of a device', () => {
  it('reboot: the connection breaks without a farewell, the port changes, the decks are empty', async () => {
    await simulated.simulation.perform({ do: 'play', deck: DECK });
    const before = simulated.port('prime4');
    const states = await simulated.subscribe('prime4', PLAY);
    await states.next(() => true);
    await simulated.simulation.perform({ do: 'reboot', seconds: 0.05 });
    expect(states.state.closed).toBe(true);
    expect(simulated.client.announcements.filter(({ action }) => action === 'exit')).toEqual([]);
    expect(simulated.port('prime4')).not.toBe(before);
    const again = await simulated.subscribe('prime4', PLAY);
    const { json } = { json: null, ...(await again.next(() => true)) };
    expect(JSON.parse(json ?? '')).toEqual({ type: 1, state: false });
  });

  it('leave and arrive: a goodbye, no device, and back with its values', async () => {
    await simulated.simulation.perform({ do: 'play', deck: DECK });
    await simulated.simulation.perform({ do: 'leave' });
    await waitFor('the farewell', () =>
      simulated.client.announcements.find(({ action }) => action === 'exit'),
    );
    expect(simulated.port('prime4')).toBe(0);
    await simulated.simulation.perform({ do: 'arrive' });
    const again = await simulated.subscribe('prime4', PLAY);
    const { json } = { json: null, ...(await again.next(() => true)) };
    expect(JSON.parse(json ?? '')).toEqual({ type: 1, state: true });
  });
});

describe('faults of the network', () => {
  it('junk: datagrams that mean nothing, and the device goes on answering', async () => {
    const announcements = simulated.client.datagrams;
    await simulated.simulation.perform({ do: 'junk', perSecond: 1_000, seconds: 0.2 });
    expect(simulated.client.datagrams).toBeGreaterThan(announcements);
    const states = await simulated.subscribe('prime4', PLAY);
    await states.next(() => true);
  });
});
