import { createSocket } from 'node:dgram';
import { join } from 'node:path';
import { timingCodec } from '@deckcast/prodjlink';
import { LinkSimulation, linkLoopback, tenTracksOn } from '@deckcast/simulator';
import { systemClock } from '../src/host/clock.ts';
import {
  FEATURED,
  HTTP,
  latencyFigures,
  latencyTracks,
  measureChanges,
  measureFloor,
  preparedOn,
  RELAYED_PORT,
} from './latency.ts';
import { type Figure, type Measurement, silent, withFolder } from './measure.ts';
import { type BenchPeer, startDeckcast } from './peer.ts';
import type { Latency } from './stopwatch.ts';

const PLAYERS = 4;

/** The floor: the mixer's message, relayed unread. */
async function measureRelay(folder: string): Promise<Latency> {
  const mixer = createSocket('udp4');
  const floor = await measureFloor(folder, 'datagram', (n) => {
    const channels = Array.from({ length: PLAYERS }, (_, channel) => channel === n % PLAYERS);
    const bytes = timingCodec.encode({
      kind: 'on-air',
      name: 'DJM-900NXS2',
      format: 2,
      number: 33,
      channels,
    });
    mixer.send(bytes, RELAYED_PORT, '127.0.0.1');
  });
  mixer.close();
  return floor;
}

async function measureDeckcast(folder: string): Promise<Latency> {
  const simulation = new LinkSimulation({
    set: { ...tenTracksOn('4'), tracks: latencyTracks(), timeline: [] },
    network: linkLoopback(),
    clock: systemClock,
    log: silent,
  });
  const stop = new AbortController();
  const ended = simulation.run(stop.signal);
  const deckcast = await startGuest(HTTP, `--outfile.featured=${join(folder, FEATURED)}`);
  const mixer = simulation.unit('mixer')?.mixer;
  const ours = await measureChanges(folder, {
    carrier: 'datagram',
    readyMs: 8_000,
    prepare: preparedOn({
      deck: (n) => ({ device: `cdj${(n % PLAYERS) + 1}`, deck: 1 }),
      load: (track, deck) => simulation.perform({ do: 'load', deck, track, as: 'rekordbox' }),
      perform: (action) => simulation.perform(action),
    }),
    trigger: (n) => mixer?.fader(((n - 1) % PLAYERS) + 1, 0),
  });
  await deckcast.stop();
  stop.abort();
  await ended;
  return ours;
}

/** From the mixer's datagram that a channel is closed to what the audience sees, against relaying the same bytes unread. */
export const linkLatency: Measurement = {
  name: 'link-latency',
  async run(): Promise<readonly Figure[]> {
    return await withFolder(async (folder) => {
      const floor = await measureRelay(folder);
      const ours = await measureDeckcast(folder);
      return latencyFigures("mixer's datagram", ours, floor);
    });
  },
};

/** The program as a guest of players on loopback. */
function startGuest(http: string, ...flags: readonly string[]): Promise<BenchPeer> {
  return startDeckcast(
    [
      'start',
      '--source=prodjlink',
      '--prodjlink.interface=lo',
      `--http.addr=${http}`,
      '--session.filename=',
      ...flags,
    ],
    'announced to the players',
  );
}
