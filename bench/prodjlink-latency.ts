import { createSocket } from 'node:dgram';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../src/app/clock.ts';
import { timingCodec } from '../src/prodjlink/index.ts';
import { type DeckRef, LinkSimulation, linkLoopback, tenTracksOn } from '../src/simulator/index.ts';
import { latencyFigures, REST_MS, SAMPLES, WARM_UP } from './latency.ts';
import { type Figure, type Measurement, silent } from './measure.ts';
import { startPeer } from './peer.ts';
import { startGuest } from './prodjlink-set.ts';
import { type Latency, Stopwatch } from './stopwatch.ts';
import { benchTrack } from './track.ts';

const RELAY_PORT = 29_337;
const PLAYERS = 4;

/** The floor: the mixer's message, relayed unread. */
async function measureFloor(folder: string): Promise<Latency> {
  const relay = await startPeer('relay', ['udp', `${RELAY_PORT}`, '29338', join(folder, 'floor.txt')]);
  const watchFloor = new Stopwatch('ws://127.0.0.1:29338/', folder, 'floor.txt');
  await watchFloor.ready();
  const mixer = createSocket('udp4');
  for (let n = 0; n < WARM_UP + SAMPLES; n += 1) {
    const channels = Array.from({ length: PLAYERS }, (_, channel) => channel === n % PLAYERS);
    const bytes = timingCodec.encode({
      kind: 'on-air',
      name: 'DJM-900NXS2',
      format: 2,
      number: 33,
      channels,
    });
    await watchFloor.sample(() => mixer.send(bytes, RELAY_PORT, '127.0.0.1'), 'datagram');
    await sleep(REST_MS);
  }
  mixer.close();
  watchFloor.close();
  await relay.stop();
  return watchFloor.latency;
}

async function measureDeckcast(folder: string): Promise<Latency> {
  const tracks = Array.from({ length: WARM_UP + SAMPLES + 3 }, (_, n) => benchTrack(`Latency ${n}`));
  const simulation = new LinkSimulation({
    set: { ...tenTracksOn('4'), tracks, timeline: [] },
    network: linkLoopback(),
    clock: systemClock,
    log: silent,
  });
  const stop = new AbortController();
  const ended = simulation.run(stop.signal);
  const deckcast = await startGuest('127.0.0.1:29339', `--outfile.featured=${join(folder, 'ours.txt')}`);
  const deck = (n: number): DeckRef => ({ device: `cdj${(n % PLAYERS) + 1}`, deck: 1 });
  const load = (n: number): Promise<void> =>
    simulation.perform({ do: 'load', deck: deck(n), track: tracks[n]?.id ?? '', as: 'rekordbox' });
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
  await sleep(8_000);
  const mixer = simulation.unit('mixer')?.mixer;
  for (let n = 1; n <= WARM_UP + SAMPLES; n += 1) {
    // Both are audible, so there is no transition until the older one's channel is closed.
    await bringIn(n);
    await load(n + 2);
    await sleep(REST_MS);
    const close = (): void => mixer?.fader(((n - 1) % PLAYERS) + 1, 0);
    await watchOurs.sample(close, 'datagram', `"Latency ${n}"`);
    await simulation.perform({ do: 'pause', deck: deck(n - 1) });
  }
  watchOurs.close();
  await deckcast.stop();
  stop.abort();
  await ended;
  return watchOurs.latency;
}

/** From the mixer's datagram that a channel is closed to what the audience sees, against relaying the same bytes unread. */
export const linkLatency: Measurement = {
  name: 'link-latency',
  async run(): Promise<readonly Figure[]> {
    const folder = mkdtempSync(join(tmpdir(), 'deckcast-bench-'));
    try {
      const floor = await measureFloor(folder);
      const ours = await measureDeckcast(folder);
      return latencyFigures("mixer's datagram", ours, floor);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
