/** What the whole program needs with simulated PRO DJ LINK players, beside a program that does next to nothing. */
import { setTimeout as sleep } from 'node:timers/promises';
import { LinkSimulation, linkLoopback, tenTracksOn } from '@deckcast/simulator';
import { systemClock } from '../src/host/clock.ts';
import { type Figure, type Measurement, silent } from './measure.ts';
import { type BenchPeer, startDeckcast, startPeer } from './peer.ts';
import { type Use, watchUse } from './processor-use.ts';

/** Longer than what happens once after players are found: their library is read. */
const SETTLE_MS = 8_000;
/** A CDJ-3000 sends its status so often. */
const FULL_RATE = { keepAliveMs: 2_000, statusMs: 33, onAirMs: 300, startMs: 300 } as const;

/** The program as a guest of players on loopback. */
export function startGuest(http: string, ...flags: readonly string[]): Promise<BenchPeer> {
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
