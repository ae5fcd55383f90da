import { createSocket, Socket } from 'node:dgram';
import { once } from 'node:events';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { freeUdpPort } from '../../wire-kit/src/testing/free-port.ts';
import type { MessageChannel } from './channel.ts';
import type { FileTransfer } from './file-transfer.ts';
import { beatCodec } from './messages/beat-info.ts';
import { broadcastCodec, formatLibraryChange } from './messages/broadcast.ts';
import { announcementCodec } from './messages/discovery.ts';
import { fileCodec } from './messages/file-transfer.ts';
import { stateCodec } from './messages/state-map.ts';
import { type NetworkOptions, StagelinqNetwork } from './network.ts';
import type { NetworkReceiver } from './network-receiver.ts';
import { eventually } from './testing/eventually.ts';
import { keepFaults } from './testing/faults.ts';
import { ManualClock } from './testing/manual-clock.ts';
import { Peer, type PeerOptions, sendDatagram, startPlayer, stopped } from './testing/peer.ts';
import { DEFAULT_TOKEN } from './token.ts';

const PLAY = '/Engine/Deck1/Play';
const HOUR_MS = 3_600_000;

let udpPort = 0;
beforeEach(async () => {
  udpPort = await freeUdpPort();
});

test('a device is found, connected and followed, and is gone after its goodbye', async () => {
  const { peer, states } = await startPlayer();
  const watched = watch();
  const silence = announceEverySecond(peer);
  await eventually(() => states.length > 0, 'we subscribe');
  silence();
  send(states[0], PLAY, '{"state":true,"type":1}');
  await eventually(() => watched.count('state') > 0, 'the state arrives');
  await peer.announce(udpPort, { action: 'exit' });
  await eventually(() => watched.count('gone') > 0, 'the device leaves');
  expect(watched.events).toEqual([
    'found sc6000',
    'connected sc6000',
    `state sc6000 ${PLAY} true`,
    'lost sc6000: left',
    'gone sc6000',
  ]);
});

test('the network listens before it opens the announcement sockets, which could get the same port', async () => {
  const bind = vi.spyOn(Socket.prototype, 'bind');
  onTestFinished(() => bind.mockRestore());
  const { network } = watch();
  await eventually(() => network.status().interfaces.some(({ sent }) => sent > 0), 'we announce ourselves');
  expect(bind.mock.calls.map(([port]) => port)).toEqual([udpPort, 0]);
});

test('a running network knows the interfaces, and does not say yet whether it can listen', async () => {
  const { network, listening } = watch();
  expect(network.status()).toMatchObject({ interfaces: [{ address: '127.0.0.1' }], listening: undefined });
  await listening();
});

test('a device stays while we were too busy to read, or asleep', async () => {
  const { peer } = await startPlayer();
  const clock = new ManualClock();
  const watched = watch({ clock });
  await watched.listening();
  await peer.announce(udpPort);
  await eventually(() => watched.count('found') > 0, 'the device is found');
  const sent = () => watched.network.status().interfaces[0]?.sent ?? 0;
  const before = sent();
  clock.sleep(60_000);
  await eventually(() => sent() > before, 'we announce ourselves again, and have looked who is gone');
  expect(watched.count('gone')).toBe(0);
  await eventually(() => {
    clock.advance(1000);
    return watched.count('gone') === 1;
  }, 'the silent device is gone');
});

test('a device that moves while connected is lost, then found again', async () => {
  const { peer, states } = await startPlayer();
  const second = await startPlayer();
  const watched = watch();
  await watched.listening();
  await peer.announce(udpPort);
  await eventually(() => states.length === 1, 'the first connection');
  await peer.announce(udpPort, { port: second.peer.port });
  await eventually(() => second.states.length === 1, 'the second connection');
  expect(watched.events).toEqual([
    'found sc6000',
    'connected sc6000',
    'lost sc6000: moved',
    'found sc6000',
    'connected sc6000',
  ]);
});

/** A tenth of a second of silence is too long after beats, and a minute after anything else. */
const BEATS_STOP = { timeouts: { silenceMs: 100, quietSilenceMs: 60_000 } };

describe('a broken connection is made again', () => {
  test.each<[string, string, Scene, Buffer?]>([
    ['it sends a frame above the limit', 'too-large', {}, Buffer.from('7fffffff', 'hex')],
    ['it sends a frame that is not a state message', 'malformed', {}, Buffer.from('00000004deadbeef', 'hex')],
    ['it sends an empty frame', 'truncated', {}, Buffer.from('00000000', 'hex')],
    ['it stays open but falls silent', 'silent', { options: { timeouts: { quietSilenceMs: 100 } } }],
    [
      'beats that came all the time stop coming, sooner',
      'silent',
      { services: { BeatInfo: beats(5) }, options: BEATS_STOP },
    ],
    [
      'beats that are read stop coming',
      'silent',
      { services: { BeatInfo: beats(5) }, options: BEATS_STOP, receiver: { beat: () => {} } },
    ],
  ])('when %s', async (_, code, scene, sent) => {
    const { states, watched } = await connected(scene);
    if (sent !== undefined) {
      states[0]?.send(sent);
    }
    await eventually(() => states.length === 2, 'the second connection');
    expect(watched.events).toContain(`lost sc6000: ${code}`);
  });

  test('when the device closes it', async () => {
    const { states, watched } = await connected();
    states[0]?.close(stopped);
    await eventually(() => states.length === 2, 'the second connection');
    expect(watched.events).toContain('lost sc6000: closed');
  });

  test('but not because the first beat is late', async () => {
    const clock = new ManualClock();
    let isAsked = false;
    const { peer, states } = await startPlayer({
      BeatInfo: () => {
        isAsked = true;
        return () => {};
      },
    });
    const watched = watch({ clock, silenceMs: HOUR_MS, ...BEATS_STOP });
    announceEverySecond(peer);
    await eventually(() => passing(clock) && isAsked, 'we ask for beats');
    clock.advance(10_000);
    send(states[0], PLAY, '{"state":true,"type":1}');
    await eventually(() => watched.count('state') === 1, 'a state over the same connection');
    expect(watched.count('lost')).toBe(0);
  });

  test('but not while beats arrive', async () => {
    const clock = new ManualClock();
    let arrivals = 0;
    const { peer, states } = await startPlayer({ BeatInfo: beats(Number.POSITIVE_INFINITY) });
    const watched = watch(
      { clock, silenceMs: HOUR_MS },
      {
        beat() {
          arrivals++;
          clock.advance(1000);
        },
      },
    );
    announceEverySecond(peer);
    await eventually(() => passing(clock) && arrivals > 0, 'the first beat');
    await eventually(() => arrivals > 60, 'beats for several times the silence allowed');
    expect(states).toHaveLength(1);
    expect(watched.count('lost')).toBe(0);
  });

  test('but not while unread beats arrive', async () => {
    const clock = new ManualClock();
    const { peer, states } = await startPlayer({
      BeatInfo: beats(Number.POSITIVE_INFINITY, () => clock.advance(100)),
    });
    const watched = watch({ clock, silenceMs: HOUR_MS, timeouts: { quietSilenceMs: HOUR_MS } });
    announceEverySecond(peer);
    await eventually(() => passing(clock) && states.length === 1, 'the connection');
    const since = clock.monotonic();
    const looks = new Set<number | undefined>();
    await eventually(() => {
      looks.add(watched.network.heardAt());
      return clock.monotonic() - since > 20_000;
    }, 'beats for several times the silence allowed');
    expect(states).toHaveLength(1);
    expect(watched.count('lost')).toBe(0);
    expect(looks).not.toContain(undefined);
    expect(looks.size).toBeGreaterThan(1);
    // Five checks in the allowed silence, not one at every beat.
    expect(looks.size).toBeLessThan((clock.monotonic() - since) / 1000 + 5);
  });

  test('after a longer pause for each failure', async () => {
    const clock = new ManualClock();
    const after = vi.spyOn(clock, 'after');
    let attempts = 0;
    const { peer } = await startPlayer({}, (channel) => {
      attempts += 1;
      channel.close(stopped);
    });
    watch({ clock });
    await eventually(() => {
      void peer.announce(udpPort);
      clock.advance(50);
      return attempts === 6;
    }, 'the attempts');
    const pauses = after.mock.calls.map(([ms]) => ms).filter((ms) => [250, 500, 2000, 4000].includes(ms));
    expect(pauses).toEqual([250, 500, 2000, 4000]);
  });

  test('even while the device refuses, because it may not have heard us yet', async () => {
    let refusals = 2;
    const { watched } = await connected({
      onMain(channel, self) {
        if (refusals-- > 0) {
          channel.close(stopped);
          return;
        }
        self.listServices(channel);
        self.sendReference(channel);
      },
    });
    expect(watched.events).toEqual([
      'found sc6000',
      'failed sc6000: not-announced',
      'failed sc6000: not-announced',
      'connected sc6000',
    ]);
  });
});

test('a device without a StateMap is distinguished from a silent one', async () => {
  const silent = await startPlayer({}, () => {});
  const stateless = await Peer.start({ services: { FileTransfer: () => () => {} }, token: 'ab'.repeat(16) });
  const clock = new ManualClock();
  const watched = watch({ clock, silenceMs: HOUR_MS });
  await watched.listening();
  await silent.peer.announce(udpPort, { source: 'silent' });
  await stateless.announce(udpPort, { source: 'stateless' });
  await eventually(
    () => passing(clock) && watched.count('failed stateless') > 0,
    'the other one sends its services',
  );
  await eventually(() => {
    clock.advance(1000);
    return watched.count('failed silent') > 1;
  }, 'the silent one is tried again');
  expect(watched.events).toContain('failed silent: no-services');
  expect(watched.events.filter((event) => event.startsWith('failed stateless'))).toEqual([
    'failed stateless: no-state',
  ]);
});

test('an unreadable state costs that state only', async () => {
  const { states, watched } = await connected();
  send(states[0], '/a', '{"state":');
  send(states[0], '/b', null);
  states[0]?.send(stateCodec.encode({ kind: 'subscribe', path: '/Mixer/NumberOfChannels', interval: 0 }));
  states[0]?.send(stateCodec.encode({ kind: 'unknown', type: 0x7d3, rest: Buffer.alloc(2) }));
  send(states[0], '/c', '{"type":8,"string":"Am"}');
  await eventually(() => watched.count('state sc6000 /c') === 1, 'the last value');
  expect(watched.events.slice(2)).toEqual([
    'bad state sc6000 /a: bad-value',
    'state sc6000 /b null',
    'state sc6000 /c Am',
  ]);
});

test('a failed service costs that service only', async () => {
  const json = formatLibraryChange({ databaseUuid: 'd1', trackId: '44' });
  const changes: string[] = [];
  const { states, watched } = await connected({
    services: {
      BeatInfo: (channel) => () => channel.send(Buffer.from('00000004000000ff', 'hex')),
      Broadcast: (channel) => {
        channel.send(broadcastCodec.encode({ json }));
        return () => {};
      },
    },
    receiver: { libraryChanged: (_, { trackId }) => changes.push(trackId), beat: () => {} },
  });
  await eventually(() => changes.length === 1, 'the change of the library');
  send(states[0], PLAY, '{"state":true,"type":1}');
  await eventually(() => watched.count('state') === 1, 'a state');
  expect(watched.count('lost')).toBe(0);
});

test('a mistake in a receiver costs that call only, and is not blamed on the device', async () => {
  const { faults, stop } = keepFaults();
  onTestFinished(stop);
  const calls: string[] = [];
  const mistakeIn = (call: string) => (): never => {
    calls.push(call);
    throw new TypeError('ours');
  };
  const broken: NetworkReceiver = {
    found: mistakeIn('found'),
    connected: mistakeIn('connected'),
    services: mistakeIn('services'),
    state: mistakeIn('state'),
  };
  const { peer, states } = await startPlayer();
  const watched = watch({}, {}, broken);
  announceEverySecond(peer);
  await eventually(() => states.length === 1, 'the connection');
  await eventually(() => calls.includes('services'), 'the services');
  const json = '{"state":true,"type":1}';
  const values = [1, 2, 3].map((deck) =>
    stateCodec.encode({ kind: 'value', path: `/Engine/Deck${deck}/Play`, json }),
  );
  states[0]?.send(Buffer.concat(values));
  await eventually(() => watched.count('state') === 3, 'every state');
  expect(calls).toEqual(['found', 'connected', 'services', 'state', 'state', 'state']);
  expect(watched.events.slice(0, 2)).toEqual(['found sc6000', 'connected sc6000']);
  expect(watched.count('lost')).toBe(0);
  await eventually(() => faults.length === calls.length, 'the mistakes are raised');
  expect(faults).toEqual(calls.map(() => new TypeError('ours')));
});

describe('a device that names its services one by one', () => {
  /** Names its StateMap at once, and the rest when `finish` is called. */
  async function startSlowly(servicesQuietMs = 60_000) {
    const lists: string[] = [];
    const arrivals: string[] = [];
    let finish = () => {};
    const player = await connected({
      services: { BeatInfo: beats(1) },
      onMain(channel, self) {
        self.listServices(channel, ['StateMap']);
        finish = () => {
          self.listServices(channel, ['BeatInfo']);
          self.sendReference(channel);
        };
      },
      options: { timeouts: { servicesQuietMs, servicesMs: 60_000 } },
      receiver: {
        services: (_, services) => lists.push([...services.keys()].join(' ')),
        beat: () => arrivals.push('beat'),
      },
    });
    return { ...player, lists, arrivals, finish: () => finish() };
  }

  test('reports its services once all are known, and its states before', async () => {
    const { states, watched, lists, finish } = await startSlowly();
    send(states[0], PLAY, '{"state":true,"type":1}');
    await eventually(() => watched.count('state') === 1, 'a state');
    expect(lists).toEqual([]);
    finish();
    await eventually(() => lists.length === 1, 'the services');
    expect(lists).toEqual(['StateMap BeatInfo']);
  });

  test('serves services that it names after the list seemed complete', async () => {
    const { lists, arrivals, finish } = await startSlowly(20);
    await eventually(() => lists.length === 1, 'the list that seems complete');
    finish();
    await eventually(() => arrivals.length === 1, 'a beat');
    expect(lists).toEqual(['StateMap']);
  });

  test('reports no services if it is lost before', async () => {
    const { states, watched, lists } = await startSlowly();
    states[0]?.close(stopped);
    await eventually(() => watched.count('lost') === 1, 'the loss');
    await eventually(() => states.length === 2, 'the second connection');
    expect(lists).toEqual([]);
  });
});

test('files of a connected device can be read, and report changes', async () => {
  const { peer } = await startPlayer({
    FileTransfer: (channel) => (frame) => {
      const { transfer, body } = fileCodec.decode(frame);
      if (body.kind !== 'list') {
        return;
      }
      const names = ['NO NAME (SD)'];
      const listing = { kind: 'listing', names, first: true, last: true, directories: true } as const;
      channel.send(fileCodec.encode({ transfer, body: listing }));
      channel.send(fileCodec.encode({ transfer: 0, body: { kind: 'changed', rest: Buffer.alloc(0) } }));
    },
  });
  let changes = 0;
  let files: () => Promise<FileTransfer> = () => Promise.reject(new Error('not connected yet'));
  let sources: readonly string[] = [];
  const watched = watch(
    {},
    {
      connected: async (_device, filesOfDevice) => {
        files = filesOfDevice;
        sources = await (await files()).sources();
      },
      filesChanged: () => changes++,
    },
  );
  announceEverySecond(peer);
  await eventually(() => changes === 1, 'the change');
  expect(sources).toEqual(['NO NAME (SD)']);
  await watched.stop();
  await expect(files()).rejects.toMatchObject({ code: 'closed' });
});

test('datagrams that are not announcements are counted and dropped', async () => {
  const { peer, states } = await startPlayer();
  const watched = watch();
  await watched.listening();
  for (const junk of ['', 'airD', 'airDxxxxxxxxxxxxxxxx\xff\xff\xff\xff', 'hello']) {
    await sendDatagram(udpPort, Buffer.from(junk, 'latin1'));
  }
  await peer.announce(udpPort);
  await eventually(() => states.length === 1, 'the connection');
  const lo = { name: 'lo', received: 1, error: undefined };
  expect(watched.network.status()).toMatchObject({ listening: true, dropped: 4, interfaces: [lo] });
});

test('announcers that refuse every connection do not keep a real device out', async () => {
  const { peer, states } = await startPlayer();
  const clock = new ManualClock();
  const watched = watch({ clock, silenceMs: 60_000 });
  await watched.listening();
  for (let number = 1; number <= 32; number += 1) {
    await peer.announce(udpPort, {
      source: 'nobody',
      token: number.toString(16).padStart(32, '0'),
      port: 1,
    });
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

test('we are announced at once, every second, and a last time on leaving', async () => {
  const actions: string[] = [];
  const listener = createSocket({ type: 'udp4', reuseAddr: true });
  onTestFinished(() => void listener.close());
  listener.on('message', (bytes) => actions.push(announcementCodec.decode(bytes).action));
  listener.bind(udpPort, '0.0.0.0');
  await once(listener, 'listening');
  const watched = watch({ intervalMs: 20 });
  await eventually(() => actions.length > 2, 'several announcements');
  await watched.stop();
  await eventually(() => actions.includes('exit'), 'the goodbye');
  expect(actions.filter((action) => action === 'exit')).toHaveLength(1);
  expect(actions.at(-1)).toBe('exit');
});

test('stopping closes every connection', async () => {
  const { peer, watched } = await connected({ services: { BeatInfo: beats(Number.POSITIVE_INFINITY) } });
  await watched.stop();
  expect(watched.events.at(-1)).toBe('lost sc6000: closed');
  await eventually(() => peer.connections === 0, 'no connection is left');
});

test('beats are read while they are wanted, over the same session', async () => {
  let arrivals = 0;
  let opened = 0;
  const sendBeats = beats(Number.POSITIVE_INFINITY);
  const { states, watched } = await connected({
    services: {
      BeatInfo: (channel) => {
        opened += 1;
        return sendBeats(channel);
      },
    },
    receiver: { beat: () => arrivals++ },
  });
  await eventually(() => arrivals > 2, 'beats');
  watched.network.readBeats(false);
  await eventually(() => opened === 2, 'the service is opened again');
  arrivals = 0;
  watched.network.readBeats(true);
  await eventually(() => opened === 3 && arrivals > 2, 'beats again');
  expect(states).toHaveLength(1);
  expect(watched.count('lost')).toBe(0);
});

test('beats are not read before they are wanted', async () => {
  let arrivals = 0;
  let sent = 0;
  const { peer } = await startPlayer({ BeatInfo: beats(Number.POSITIVE_INFINITY, () => sent++) });
  const watched = watch({}, { beat: () => arrivals++ });
  watched.network.readBeats(false);
  announceEverySecond(peer);
  await eventually(() => sent > 20, 'beats that nobody reads');
  expect(arrivals).toBe(0);
});

/** Runs on loopback until the test ends, and records its events as short lines. Calls `before` first. */
function watch(
  options: Partial<NetworkOptions> = {},
  more: NetworkReceiver = {},
  before: NetworkReceiver = {},
) {
  const events: string[] = [];
  const note = (line: string) => events.push(line);
  const identity = { token: DEFAULT_TOKEN, source: 'test', software: 'test', version: '0' };
  const network = new StagelinqNetwork({ identity, interfaces: ['lo'], port: udpPort, ...options }, before, {
    found: ({ source }) => note(`found ${source}`),
    ignored: ({ source }, reason) => note(`ignored ${source}: ${reason}`),
    failed: ({ source }, error) => note(`failed ${source}: ${error.code}`),
    connected: ({ source }) => note(`connected ${source}`),
    state: ({ source }, path, { value }) => note(`state ${source} ${path} ${value}`),
    badState: ({ source }, path, error) => note(`bad state ${source} ${path}: ${error.code}`),
    lost: ({ source }, error) => note(`lost ${source}: ${error.code}`),
    gone: ({ source }) => note(`gone ${source}`),
    ...more,
  });
  const stopping = new AbortController();
  const running = network.run(stopping.signal);
  const stop = (): Promise<void> => {
    stopping.abort();
    return running;
  };
  onTestFinished(stop);
  const count = (beginning: string) => events.filter((event) => event.startsWith(beginning)).length;
  const listening = () => eventually(() => network.status().listening === true, 'we listen');
  return { network, events, count, listening, stop };
}

interface Scene {
  readonly services?: PeerOptions['services'];
  readonly onMain?: PeerOptions['onMain'];
  readonly options?: Partial<NetworkOptions>;
  readonly receiver?: NetworkReceiver;
}

/** Announces itself all the time and is connected. `states`: connections to its states. */
async function connected({ services, onMain, options, receiver }: Scene = {}) {
  const { peer, states } = await startPlayer(services, onMain);
  const watched = watch(options, receiver);
  announceEverySecond(peer);
  await eventually(() => states.length === 1, 'the connection');
  return { peer, states, watched };
}

/** Twenty times as fast as devices do. Returns a function that stops it; the end of the test does, too. */
function announceEverySecond(peer: Peer): () => void {
  const timer = setInterval(() => peer.announce(udpPort), 50);
  const silence = (): void => clearInterval(timer);
  onTestFinished(silence);
  return silence;
}

/** Advances the clock inside a condition. */
function passing(clock: ManualClock): true {
  clock.advance(5);
  return true;
}

function beats(count: number, onSent = () => {}) {
  return (channel: MessageChannel) => {
    let sent = 0;
    const timer = setInterval(() => {
      if (sent++ < count) {
        channel.send(beatCodec.encode({ kind: 'beat', clock: 1n, decks: [] }));
        onSent();
      }
    }, 10);
    channel.ended.then(() => clearInterval(timer));
    return () => {};
  };
}

function send(channel: MessageChannel | undefined, path: string, json: string | null): void {
  channel?.send(stateCodec.encode({ kind: 'value', path, json }));
}
