/** What the whole program needs with simulated PRO DJ LINK players, beside a program that does next to nothing. */
import { createSocket } from 'node:dgram';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../src/app/clock.ts';
import { TIMING_PORT, timingCodec } from '../src/prodjlink/index.ts';
import { LinkSimulation, linkLoopback, tenTracksOn } from '../src/simulator/index.ts';
import { type Figure, type Measurement, percentile, silent } from './measure.ts';
import { type BenchPeer, startDeckcast, startPeer } from './peer.ts';
import { type Use, watchUse } from './processor-use.ts';
import { type Latency, onNextDatagram, Stopwatch } from './stopwatch.ts';

const SAMPLES = 100;
/** Samples that are thrown away: both sides compile their hot paths first. */
const WARM_UP = 20;
/** Between two samples, so that each starts from rest. */
const REST_MS = 180;
/** Longer than what happens once after players are found: their library is read. */
const SETTLE_MS = 8_000;
const RELAY_PORT = 29_351;
/** A CDJ-3000 sends its status so often. */
const FULL_RATE = { keepAliveMs: 2_000, statusMs: 33, onAirMs: 300, startMs: 300 } as const;

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

async function measureFloor(folder: string): Promise<Latency> {
  const webSocket = RELAY_PORT + 1;
  const relay = await startPeer('link-relay', [
    String(RELAY_PORT),
    String(webSocket),
    join(folder, 'floor.txt'),
  ]);
  const mixer = createSocket('udp4');
  const watch = new Stopwatch(
    `ws://127.0.0.1:${webSocket}/`,
    folder,
    'floor.txt',
    onNextDatagram(RELAY_PORT),
  );
  await watch.ready();
  for (let n = 0; n < WARM_UP + SAMPLES; n += 1) {
    const channels = [n % 2 === 0, n % 2 === 1, false, false];
    const bytes = timingCodec.encode({
      kind: 'on-air',
      name: 'DJM-900NXS2',
      format: 2,
      number: 33,
      channels,
    });
    await watch.sample(() => mixer.send(bytes, RELAY_PORT, '127.0.0.1'));
    await sleep(REST_MS);
  }
  watch.close();
  mixer.close();
  await relay.stop();
  return watch.latency;
}

async function measureDeckcast(folder: string): Promise<Latency> {
  const set = { ...tenTracksOn('2'), timeline: [] };
  const simulation = new LinkSimulation({ set, network: linkLoopback(), clock: systemClock, log: silent });
  const end = new AbortController();
  const ended = simulation.run(end.signal);
  const deckcast = await startGuest(
    '127.0.0.1:29353',
    `--outfile.featured=${join(folder, 'ours.txt')}`,
    // Drawing a cover takes as long whatever the track comes from; `art` measures it.
    '--art.precedence=placeholder',
  );
  await sleep(SETTLE_MS);
  const watch = new Stopwatch('ws://127.0.0.1:29353/ws', folder, 'ours.txt', onNextDatagram(TIMING_PORT));
  await watch.ready();
  const deck = (n: number) => ({ device: `cdj${(n % 2) + 1}`, deck: 1 });
  const bringIn = async (n: number): Promise<void> => {
    const track = set.tracks[n % set.tracks.length]?.id ?? '';
    await simulation.perform({ do: 'load', deck: deck(n), track, as: 'rekordbox' });
    // Its names are known, and the decks have made up their minds, before the channel of the other one closes.
    await sleep(REST_MS);
    await simulation.perform({ do: 'play', deck: deck(n) });
    await simulation.perform({ do: 'fader', deck: deck(n), level: 1, over: 0 });
    await sleep(REST_MS);
  };
  await bringIn(0);
  await sleep(1_000);
  for (let n = 1; n <= WARM_UP + SAMPLES; n += 1) {
    await bringIn(n);
    await watch.sample(() => {
      void simulation.perform({ do: 'fader', deck: deck(n - 1), level: 0, over: 0 });
    });
    await simulation.perform({ do: 'pause', deck: deck(n - 1) });
  }
  watch.close();
  await deckcast.stop();
  end.abort();
  await ended;
  return watch.latency;
}

/** From the mixer's datagram that closes a channel to what the audience sees, against relaying it unread. */
export const linkLatency: Measurement = {
  name: 'link-latency',
  async run(): Promise<readonly Figure[]> {
    const folder = mkdtempSync(join(tmpdir(), 'deckcast-bench-'));
    try {
      const floor = await measureFloor(folder);
      const ours = await measureDeckcast(folder);
      return [['median', 0.5] as const, ['99th percentile', 0.99] as const].map(([name, share]) => ({
        what: `mixer's datagram to overlay message, ${name}`,
        unit: 'ms',
        ours: percentile(ours.message.slice(WARM_UP), share),
        against: 'bare relay',
        theirs: percentile(floor.message.slice(WARM_UP), share),
      }));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** Six players that play at full rate, each with its own beats. */
async function useOf(start: () => Promise<BenchPeer>): Promise<Use> {
  const set = { ...tenTracksOn('6'), timeline: [] };
  const network = linkLoopback();
  const simulation = new LinkSimulation({
    set,
    network,
    clock: systemClock,
    log: silent,
    cadence: FULL_RATE,
  });
  const end = new AbortController();
  const ended = simulation.run(end.signal);
  for (const [n, { id }] of set.tracks.slice(0, 6).entries()) {
    const deck = { device: `cdj${n + 1}`, deck: 1 };
    await simulation.perform({ do: 'load', deck, track: id, as: 'rekordbox' });
    await simulation.perform({ do: 'play', deck });
    await simulation.perform({ do: 'fader', deck, level: n === 0 ? 1 : 0, over: 0 });
  }
  const peer = await start();
  await sleep(SETTLE_MS);
  const use = await watchUse(peer);
  await peer.stop();
  end.abort();
  await ended;
  return use;
}

/** Processor time with six players at full rate, against reading and discarding the same datagrams. */
export const linkCpu: Measurement = {
  name: 'link-cpu',
  async run(): Promise<readonly Figure[]> {
    const bare = await useOf(() => startPeer('link-reader', []));
    const ours = await useOf(() => startGuest('127.0.0.1:29354'));
    return [
      {
        what: 'six players at full rate: processor time',
        unit: '% of a core',
        ours: ours.core,
        against: 'bare reader',
        theirs: bare.core,
      },
    ];
  },
};
