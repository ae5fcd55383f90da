import {
  BEAT_INFO,
  beatCodec,
  deckPath,
  directoryCodec,
  FILE_TRANSFER,
  fileCodec,
  NO_TOKEN,
  STATE_MAP,
  stateCodec,
} from '@deckcast/stagelinq';
import { afterEach, describe, expect, it } from 'vitest';
import { CLIENT_TOKEN } from '../../../test/support/raw-client.ts';
import { Simulated, setWith, type Wishes } from '../../../test/support/simulated.ts';
import { waitFor } from '../../../test/support/wait.ts';

const PRIME = {
  id: 'prime4',
  software: 'JC11',
  files: [{ path: '/SIM (USB 1)/Music/a.mp3', content: Buffer.alloc(10_000, 'abc') }],
};
const PLAYER = { id: 'left', software: 'JP13' };

let simulated: Simulated;

async function start(...devices: Wishes) {
  simulated = await Simulated.start(setWith(...devices));
  return simulated;
}

afterEach(() => simulated.close());

describe('discovery', () => {
  it('announces the device and its two analysis workers, and says goodbye', async () => {
    const { client } = await start(PRIME);
    // Repeated after a second, perhaps before the check.
    const announced = () =>
      new Map(client.announcements.map(({ token, source, software }) => [token, [source, software]]));
    await waitFor('announcements', () => (announced().size >= 3 ? true : undefined));
    expect([...announced().values()].sort()).toEqual([
      ['prime4', 'JC11'],
      ['prime4', 'OfflineAnalyzer'],
      ['prime4', 'OfflineAnalyzer'],
    ]);
    await simulated.stop();
    await waitFor('farewells', () =>
      client.announcements.filter(({ action }) => action === 'exit').length === 3 ? true : undefined,
    );
  });

  it('announces a mixer on a port without a listener', async () => {
    const { client } = await start({ id: 'mixer', software: 'JM08' });
    await waitFor('the mixer', () => client.announcements[0]);
    expect(client.announcements[0]).toMatchObject({
      source: 'DN-X1800Prime',
      software: 'JM08',
      port: 50_010,
    });
    const refused = client.directory(simulated.port('mixer'));
    await waitFor('the refusal', () => (refused.state.closed ? true : undefined));
    expect(refused.messages).toEqual([]);
  });
});

describe('the main connection', () => {
  it('is dropped unless the client has announced itself', async () => {
    const { client } = await start(PRIME);
    const early = client.directory(simulated.port('prime4'));
    await waitFor('the drop', () => (early.state.closed ? true : undefined));
    expect(early.messages).toEqual([]);
  });

  it('is dropped again after the client said goodbye', async () => {
    const { client } = await start(PRIME);
    await client.announce();
    await waitFor('an offer', () => client.find(simulated.port('prime4'), STATE_MAP).then(() => true));
    await client.announce('exit');
    await waitFor('a refusal', async () => {
      const late = client.directory(simulated.port('prime4'));
      await waitFor('anything', () => (late.state.closed || late.messages.length > 0 ? true : undefined));
      return late.state.closed && late.messages.length === 0 ? true : undefined;
    });
  });

  it.each([
    [PRIME, ['StateMap', 'Broadcast', 'TimeSynchronization', 'BeatInfo', 'FileTransfer', 'reference']],
    [PLAYER, ['StateMap', 'Broadcast', 'Syncing', 'TimeSynchronization', 'BeatInfo', 'FileTransfer']],
  ])('of $id: its request first, then its services', async (device, expected) => {
    const { client } = await start(device);
    await client.announce();
    const directory = client.directory(simulated.port(device.id));
    await directory.next(({ kind }) => kind === 'request');
    directory.send(directoryCodec.encode({ kind: 'request', token: CLIENT_TOKEN }));
    await waitFor('all of them', () => directory.messages.length > expected.length || undefined);
    expect(
      directory.messages.map((message) => (message.kind === 'service' ? message.service : message.kind)),
    ).toEqual(['request', ...expected]);
  });

  it('echoes references with its own token', async () => {
    const { simulation, client } = await start(PRIME);
    await client.announce();
    const directory = client.directory(simulated.port('prime4'));
    directory.send(
      directoryCodec.encode({ kind: 'reference', origin: CLIENT_TOKEN, responder: NO_TOKEN, clock: 7n }),
    );
    const echo = await directory.next(({ kind }) => kind === 'reference');
    expect(echo).toEqual({
      kind: 'reference',
      origin: CLIENT_TOKEN,
      responder: simulation.device('prime4')?.spec.token,
      clock: 7n,
    });
  });

  it('ignores a request whose token has its first bit set', async () => {
    const { client } = await start(PRIME);
    await client.announce();
    const directory = client.directory(simulated.port('prime4'));
    directory.send(directoryCodec.encode({ kind: 'request', token: `8${CLIENT_TOKEN.slice(1)}` }));
    directory.send(
      directoryCodec.encode({ kind: 'reference', origin: CLIENT_TOKEN, responder: NO_TOKEN, clock: 7n }),
    );
    await directory.next(({ kind }) => kind === 'reference');
    expect(directory.messages.filter(({ kind }) => kind === 'service')).toEqual([]);
  });
});

describe('the states', () => {
  it('are sent on subscribing and at every change, except for unsupported paths', async () => {
    const { simulation } = await start(PRIME);
    const states = await simulated.subscribe('prime4', '/No/Such/Path', deckPath.play(1));
    await states.next(({ kind }) => kind === 'value');
    await simulation.perform({ do: 'play', deck: { device: 'prime4', deck: 1 } });
    await waitFor('the change', () => (states.messages.length > 1 ? true : undefined));
    expect(
      states.messages.map((message) => 'json' in message && [message.path, JSON.parse(message.json ?? '')]),
    ).toEqual([
      [deckPath.play(1), { type: 1, state: false }],
      [deckPath.play(1), { type: 1, state: true }],
    ]);
  });

  it('can be null', async () => {
    const { simulation } = await start(PRIME);
    await simulation.perform({ do: 'value', device: 'prime4', path: '/Odd', value: null });
    const states = await simulated.subscribe('prime4', '/Odd');
    expect(await states.next(() => true)).toEqual({ kind: 'value', path: '/Odd', json: null });
  });

  it('of a player subscribe back, but never write', async () => {
    await start(PLAYER);
    const states = await simulated.subscribe('left', deckPath.play(1));
    expect(await states.next(({ kind }) => kind === 'subscribe')).toMatchObject({
      path: '/Mixer/NumberOfChannels',
    });
    states.send(stateCodec.encode({ kind: 'subscribe', path: deckPath.playState(1), interval: 0 }));
    await states.next((message) => message.kind === 'value' && message.path === deckPath.playState(1));
    expect(states.messages.filter(({ kind }) => kind === 'write')).toEqual([]);
  });
});

describe('the other services', () => {
  it('send beats until they are stopped', async () => {
    const { client } = await start(PRIME);
    await client.announce();
    const beats = client.service(
      await client.find(simulated.port('prime4'), BEAT_INFO),
      BEAT_INFO,
      beatCodec,
    );
    beats.send(beatCodec.encode({ kind: 'start' }));
    await waitFor('beats', () => (beats.messages.length >= 3 ? true : undefined));
    const [first] = beats.messages;
    expect(first).toMatchObject({ kind: 'beat', decks: [{ bpm: 120 }, {}, {}, {}] });
  });

  it('serve files: greeting, sources, status, chunks', async () => {
    const { client } = await start(PRIME);
    await client.announce();
    const port = await client.find(simulated.port('prime4'), FILE_TRANSFER);
    const files = client.service(port, FILE_TRANSFER, fileCodec);
    const path = '/SIM (USB 1)/Music/a.mp3';
    const queue = (body: Parameters<typeof fileCodec.encode>[0]['body']): void =>
      files.send(fileCodec.encode({ transfer: 9, body }));
    queue({ kind: 'list', path: '' });
    queue({ kind: 'stat', path });
    queue({ kind: 'open', path });
    queue({ kind: 'read', handle: 1, first: 0, last: 99 });
    await waitFor('the last chunk', () =>
      files.messages.some(({ body }) => body.kind === 'chunk' && body.offset === 8_192) ? true : undefined,
    );
    expect(
      files.messages.map(({ transfer, body }) => [
        transfer,
        body.kind === 'chunk' ? body.data.length : body.kind,
      ]),
    ).toEqual([
      [0, 'greeting'],
      [0x66, 'list'],
      [9, 'listing'],
      [9, 'end'],
      [9, 'status'],
      [9, 'end'],
      [9, 'opened'],
      [9, 4_096],
      [9, 4_096],
      [9, 1_808],
    ]);
    expect(files.messages[2]?.body).toMatchObject({ names: ['SIM (USB 1)'], directories: true });
    expect(files.messages[4]?.body).toMatchObject({ exists: true, size: 10_000 });
  });

  it('report a changed file and removed media', async () => {
    const { simulation, client } = await start(PRIME);
    await client.announce();
    const port = await client.find(simulated.port('prime4'), FILE_TRANSFER);
    const files = client.service(port, FILE_TRANSFER, fileCodec);
    await files.next(({ body }) => body.kind === 'greeting');
    await simulation.perform({ do: 'changed' });
    await files.next(({ body }) => body.kind === 'changed');
    await simulation.perform({ do: 'eject' });
    await files.next(({ body }) => body.kind === 'ejected');
    files.send(fileCodec.encode({ transfer: 1, body: { kind: 'open', path: '/SIM (USB 1)/Music/a.mp3' } }));
    const opened = await files.next(({ body }) => body.kind === 'opened');
    expect(opened.body).toMatchObject({ size: 0 });
  });
});
