import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DeckRef, deviceSpecs, loopback, Simulation } from '@deckcast/simulator';
import { systemClock } from '../src/host/clock.ts';
import { WATCHED_PATHS } from '../src/sources/hwdevice/states.ts';
import { type Figure, type Measurement, silent, withFolder } from './measure.ts';
import { type BenchPeer, startDeckcast, startPeer } from './peer.ts';
import { MEASURED_SECONDS, type Use, watchUse } from './processor-use.ts';
import { benchTrack } from './track.ts';

/** Four decks: as many streams of beats as a set can have. */
const DEVICES = ['one', 'two', 'three', 'four'];
/** Longer than the work after a device connects. */
const SETTLE_MS = 5_000;
const TRACK_SECONDS = MEASURED_SECONDS;
/** Interval between tracks of a set. */
const USUAL_TRACK_SECONDS = 180;
const FADE_SECONDS = 2;

interface SetUse {
  readonly rest: Use;
  readonly playing: Use;
}

const WHEN: Readonly<Record<keyof SetUse, string>> = {
  rest: 'at rest',
  playing: `a track every ${TRACK_SECONDS} s`,
};

/** Percent of a core, with a change of track per usual interval. */
function overUsualSet({ rest, playing }: SetUse): number {
  return rest.core + ((playing.core - rest.core) * TRACK_SECONDS) / USUAL_TRACK_SECONDS;
}

const TRACKS = DEVICES.map((_, n) => benchTrack(`Frugal ${n}`));

async function mix(simulation: Simulation, signal: AbortSignal): Promise<void> {
  const deck = (n: number): DeckRef => ({ device: DEVICES[n % DEVICES.length] ?? '', deck: 1 });
  for (let n = 0; !signal.aborted; n += 1) {
    await simulation.perform({ do: 'load', deck: deck(n), track: TRACKS[n % TRACKS.length]?.id ?? '' });
    await simulation.perform({ do: 'play', deck: deck(n) });
    void simulation.perform({ do: 'fader', deck: deck(n), level: 1, over: FADE_SECONDS });
    await simulation.perform({ do: 'fader', deck: deck(n + 3), level: 0, over: FADE_SECONDS });
    await sleep((TRACK_SECONDS - FADE_SECONDS) * 1_000, undefined, { signal }).catch(() => undefined);
  }
}

/** Processes meet devices of their own in the same state. */
async function useOf(start: () => Promise<BenchPeer>): Promise<SetUse> {
  const devices = deviceSpecs(
    DEVICES.map((id, at) => ({ id, software: 'JC11', name: id, token: `${at + 1}`.repeat(32) })),
  );
  const set = { name: 'Frugal', waitForClient: true, devices, tracks: TRACKS, timeline: [] };
  const simulation = new Simulation({ set, network: loopback(), clock: systemClock, log: silent });
  const end = new AbortController();
  const ended = simulation.run(end.signal);
  const peer = await start();
  await sleep(SETTLE_MS);
  const rest = await watchUse(peer);
  const over = new AbortController();
  const mixed = mix(simulation, over.signal);
  await sleep(TRACK_SECONDS * 1_000);
  const playing = await watchUse(peer);
  over.abort();
  await mixed;
  await peer.stop();
  end.abort();
  await ended;
  return { rest, playing };
}

/** Processor time and wake-ups with four devices that send beats, against discarding the same bytes. */
export const cpu: Measurement = {
  name: 'cpu',
  async run(): Promise<readonly Figure[]> {
    return await withFolder(async (folder) => {
      const paths = join(folder, 'paths.json');
      writeFileSync(paths, JSON.stringify(WATCHED_PATHS));
      const bare = await useOf(() => startPeer('bare-reader', [paths, String(DEVICES.length)]));
      const start = (...flags: string[]) => startDeckcast('127.0.0.1:29341', flags, 'deviceName=four');
      const ours = await useOf(() => start());
      const osc = ['--osc.host=127.0.0.1', '--osc.port=29344', '--osc.beats=deckcast'];
      const beating = await useOf(() => start(...osc));
      const against = 'bare reader';
      const wakeUps = (when: keyof SetUse): Figure => ({
        what: `four devices with beats, ${WHEN[when]}: wake-ups`,
        unit: 'a second',
        ours: ours[when].wakeUps,
        against,
        theirs: bare[when].wakeUps,
        target: { bound: 'at most', ratio: 1 },
      });
      const core = (what: string, of: (use: SetUse) => number): Figure => ({
        what: `four devices with beats, ${what}: processor time`,
        unit: '% of a core',
        ours: of(ours),
        against,
        theirs: of(bare),
        wanted: { bound: 'at most', value: 0.5 },
      });
      return [
        core(WHEN.rest, ({ rest }) => rest.core),
        wakeUps('rest'),
        core(`a track every ${USUAL_TRACK_SECONDS} s, as measured every ${TRACK_SECONDS} s`, overUsualSet),
        wakeUps('playing'),
        {
          what: 'four devices with beats, sent on by OSC: processor time',
          unit: '% of a core',
          ours: overUsualSet(beating),
          against: 'without an output for beats',
          theirs: overUsualSet(ours),
        },
      ];
    });
  },
};
