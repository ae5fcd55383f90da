import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../src/app/clock.ts';
import { type DeckRef, deviceSpecs, loopback, Simulation } from '../src/simulator/index.ts';
import { stateCodec } from '../src/stagelinq/index.ts';
import { type Figure, type Measurement, percentile, silent } from './measure.ts';
import { startDeckcast, startPeer } from './peer.ts';
import { type Latency, Stopwatch } from './stopwatch.ts';
import { benchTrack } from './track.ts';

export const SAMPLES = 200;
/** Samples that are thrown away: both sides compile their hot paths first. */
export const WARM_UP = 40;
/** Between two samples, so that each starts from rest. With four decks in turn, a track stays loaded for three of these pauses. */
export const REST_MS = 180;

/** The floor: messages that are relayed unread. */
export async function measureFloor(folder: string, message: (n: number) => Uint8Array): Promise<Latency> {
  let toRelay: Socket | undefined;
  const device = createServer((socket) => {
    socket.setNoDelay(true);
    toRelay = socket;
  }).listen(29_337, '127.0.0.1');
  const relay = await startPeer('relay', ['tcp', '29337', '29338', join(folder, 'floor.txt')]);
  const watchFloor = new Stopwatch('ws://127.0.0.1:29338/', folder, 'floor.txt');
  await watchFloor.ready();
  for (let n = 0; n < WARM_UP + SAMPLES; n += 1) {
    const bytes = message(n);
    await watchFloor.sample(() => toRelay?.write(bytes));
    await sleep(REST_MS);
  }
  watchFloor.close();
  await relay.stop();
  device.close();
  return watchFloor.latency;
}

/** The message that decides the transition: another deck's fader arrives at zero. */
function levelMessage(n: number): Uint8Array {
  return stateCodec.encode({
    kind: 'value',
    path: '/Engine/Deck1/ExternalMixerVolume',
    json: `{"type":0,"value":${(n % 10) / 1000}}`,
  });
}

async function measureDeckcast(folder: string): Promise<Latency> {
  const tracks = Array.from({ length: WARM_UP + SAMPLES + 3 }, (_, n) => benchTrack(`Latency ${n}`));
  const simulation = new Simulation({
    set: {
      name: 'Latency',
      waitForClient: true,
      devices: deviceSpecs([{ id: 'prime4', software: 'JC11' }]),
      tracks,
      timeline: [],
    },
    network: loopback(),
    clock: systemClock,
    log: silent,
  });
  const stop = new AbortController();
  const ended = simulation.run(stop.signal);
  const deckcast = await startDeckcast(
    [
      'start',
      '--hwdevice.discovery.interface=lo',
      '--http.addr=127.0.0.1:29339',
      '--session.filename=',
      `--outfile.featured=${join(folder, 'ours.txt')}`,
    ],
    'device connected',
  );
  await sleep(1_500);
  const deck = (n: number): DeckRef => ({ device: 'prime4', deck: (n % 4) + 1 });
  const load = (n: number): Promise<void> =>
    simulation.perform({ do: 'load', deck: deck(n), track: tracks[n]?.id ?? '' });
  const bringIn = async (n: number): Promise<void> => {
    await simulation.perform({ do: 'fader', deck: deck(n), level: 1, over: 0 });
    await simulation.perform({ do: 'play', deck: deck(n) });
  };
  const watchOurs = new Stopwatch('ws://127.0.0.1:29339/ws', folder, 'ours.txt');
  await watchOurs.ready();
  for (const n of [0, 1, 2]) {
    await load(n);
  }
  await bringIn(0);
  await sleep(2_000);
  for (let n = 1; n <= WARM_UP + SAMPLES; n += 1) {
    // Both are audible, so there is no transition until the older one's fader is closed.
    await bringIn(n);
    await load(n + 2);
    await sleep(REST_MS);
    const close = (): void => {
      void simulation.perform({ do: 'fader', deck: deck(n - 1), level: 0, over: 0 });
    };
    await watchOurs.sample(close, 'connection', `"Latency ${n}"`);
    await simulation.perform({ do: 'pause', deck: deck(n - 1) });
  }
  watchOurs.close();
  await deckcast.stop();
  stop.abort();
  await ended;
  return watchOurs.latency;
}

/** `from`: what the time begins with. */
export function latencyFigures(from: string, ours: Latency, floor: Latency): readonly Figure[] {
  return (['message', 'file'] as const).flatMap((what) =>
    (
      [
        ['median', 0.5, 1.5],
        ['99th percentile', 0.99, 3],
      ] as const
    ).map(([name, share, ratio]) => ({
      what: `${from} to ${what === 'message' ? 'overlay message' : 'renamed file'}, ${name}`,
      unit: 'ms',
      ours: percentile(ours[what].slice(WARM_UP), share),
      against: 'bare relay',
      theirs: percentile(floor[what].slice(WARM_UP), share),
      target: { bound: 'at most', ratio },
    })),
  );
}

/** From the device's socket write to what the audience sees, against relaying the same bytes unread. */
export const latency: Measurement = {
  name: 'latency',
  async run(): Promise<readonly Figure[]> {
    const folder = mkdtempSync(join(tmpdir(), 'deckcast-bench-'));
    try {
      const floor = await measureFloor(folder, levelMessage);
      const ours = await measureDeckcast(folder);
      return latencyFigures('socket write', ours, floor);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
