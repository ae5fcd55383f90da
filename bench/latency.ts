import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type DeckRef,
  deviceSpecs,
  loopback,
  type SetAction,
  type SimulatedTrack,
  Simulation,
} from '@deckcast/simulator';
import { stateCodec } from '@deckcast/stagelinq';
import { systemClock } from '../src/host/clock.ts';
import { type Figure, type Measurement, percentile, silent, withFolder } from './measure.ts';
import { startDeckcast, startPeer } from './peer.ts';
import { type Latency, Stopwatch } from './stopwatch.ts';
import { benchTrack } from './track.ts';

const SAMPLES = 60;
/** Both sides compile their hot paths in these discarded samples. */
const WARM_UP = 10;
/** A shorter pause would make the program hold tracks back (`src/show/pipeline/pace.ts`). */
const REST_MS = 650;

/** Connections and caches then are as in the middle of a set. */
const SETTLE_MS = 2_000;

const RELAYED_PORT = 29_337;
const RELAY_PORT = 29_338;
const HTTP = '127.0.0.1:29339';

/** Time of `peers/relay.ts` to pass on the messages of a device that it connects to. */
async function measureFloor(folder: string, message: (n: number) => Uint8Array): Promise<Latency> {
  let toRelay: Socket | undefined;
  const device = createServer((socket) => {
    socket.setNoDelay(true);
    toRelay = socket;
  }).listen(RELAYED_PORT, '127.0.0.1');
  const file = join(folder, 'floor.txt');
  const relay = await startPeer('relay', [`${RELAY_PORT}`, file, `${RELAYED_PORT}`]);
  const stopwatch = new Stopwatch(`ws://127.0.0.1:${RELAY_PORT}/`, folder, 'floor.txt');
  await stopwatch.ready();
  for (let n = 0; n < WARM_UP + SAMPLES; n += 1) {
    await stopwatch.sample(() => toRelay?.write(message(n)));
    await sleep(REST_MS);
  }
  stopwatch.close();
  await relay.stop();
  device.close();
  return stopwatch.latency;
}

/** Brings tracks on air one after another. */
interface Changes {
  /** All but the last step to track `n`. Features track 0 at once. */
  prepare(n: number): Promise<void>;
  /** Last step: track `n` comes on air. */
  trigger(n: number): void;
}

const nameOf = (n: number): string => `Latency ${n}`;

/** Measures a deckcast that serves at `HTTP` and writes `FEATURED`. */
async function measureChanges(folder: string, changes: Changes): Promise<Latency> {
  const stopwatch = new Stopwatch(`ws://${HTTP}/ws`, folder, FEATURED);
  await stopwatch.ready();
  await changes.prepare(0);
  await sleep(SETTLE_MS);
  for (let n = 1; n <= WARM_UP + SAMPLES; n += 1) {
    await changes.prepare(n);
    await sleep(REST_MS);
    await stopwatch.sample(() => changes.trigger(n), `"${nameOf(n)}"`);
  }
  stopwatch.close();
  return stopwatch.latency;
}

/** File in the measurement's folder. */
const FEATURED = 'ours.txt';

/** A track per sample, and three loaded beside the last one. */
const latencyTracks = (): SimulatedTrack[] =>
  Array.from({ length: WARM_UP + SAMPLES + 3 }, (_, n) => benchTrack(nameOf(n)));

interface Decks {
  deck(n: number): DeckRef;
  load(track: string, deck: DeckRef): Promise<void>;
  perform(action: Extract<SetAction, { do: 'fader' | 'play' | 'pause' }>): Promise<void>;
}

/** Fades between decks, both audible: the transition comes when the older one is closed. */
function preparedOn({ deck, load, perform }: Decks): Changes['prepare'] {
  const loadTrack = (n: number): Promise<void> => load(nameOf(n), deck(n));
  return async (n) => {
    if (n === 0) {
      await loadTrack(0);
      await loadTrack(1);
    } else if (n > 1) {
      await perform({ do: 'pause', deck: deck(n - 2) });
    }
    await perform({ do: 'fader', deck: deck(n), level: 1, over: 0 });
    await perform({ do: 'play', deck: deck(n) });
    await loadTrack(n + 2);
  };
}

/** Closes another deck's fader, which decides the transition. */
function levelMessage(n: number): Uint8Array {
  return stateCodec.encode({
    kind: 'value',
    path: '/Engine/Deck1/ExternalMixerVolume',
    json: `{"type":0,"value":${(n % 10) / 1000}}`,
  });
}

async function measureDeckcast(folder: string): Promise<Latency> {
  const devices = deviceSpecs([{ id: 'prime4', software: 'JC11' }]);
  const set = { name: 'Latency', waitForClient: true, devices, tracks: latencyTracks(), timeline: [] };
  const simulation = new Simulation({ set, network: loopback(), clock: systemClock, log: silent });
  const stop = new AbortController();
  const ended = simulation.run(stop.signal);
  const file = `--outfile.featured=${join(folder, FEATURED)}`;
  const deckcast = await startDeckcast(HTTP, [file], 'device connected');
  await sleep(1_500);
  const deck = (n: number): DeckRef => ({ device: 'prime4', deck: (n % 4) + 1 });
  const ours = await measureChanges(folder, {
    prepare: preparedOn({
      deck,
      load: (track, into) => simulation.perform({ do: 'load', deck: into, track }),
      perform: (action) => simulation.perform(action),
    }),
    trigger: (n) => void simulation.perform({ do: 'fader', deck: deck(n - 1), level: 0, over: 0 }),
  });
  await deckcast.stop();
  stop.abort();
  await ended;
  return ours;
}

function latencyFigures(ours: Latency, floor: Latency): readonly Figure[] {
  return (['message', 'file'] as const).flatMap((what) =>
    (
      [
        ['median', 0.5, 1.5],
        ['90th percentile', 0.9, 3],
      ] as const
    ).map(([name, share, ratio]) => ({
      what: `socket write to ${what === 'message' ? 'overlay message' : 'renamed file'}, ${name}`,
      unit: 'ms',
      ours: percentile(ours[what].slice(WARM_UP), share),
      against: 'bare relay',
      theirs: percentile(floor[what].slice(WARM_UP), share),
      target: { bound: 'at most', ratio },
    })),
  );
}

/** From a device's socket write to overlay and file, against relaying the same bytes unread. */
export const latency: Measurement = {
  name: 'latency',
  async run(): Promise<readonly Figure[]> {
    return await withFolder(async (folder) => {
      const floor = await measureFloor(folder, levelMessage);
      const ours = await measureDeckcast(folder);
      return latencyFigures(ours, floor);
    });
  },
};
