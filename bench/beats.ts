import { createSocket } from 'node:dgram';
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DeckRef, deviceSpecs, loopback, Simulation } from '@deckcast/simulator';
import { WebSocket } from 'ws';
import { readPacket } from '../src/core/osc-packet.ts';
import { systemClock } from '../src/host/clock.ts';
import { type Figure, type Measurement, percentile, silent } from './measure.ts';
import { startDeckcast, startPeer } from './peer.ts';
import { benchTrack } from './track.ts';

/** An hour shows drift; a minute is enough to see whether it works. */
const MINUTES = Number(process.env.BEAT_MINUTES ?? 1);
const LOST_SHARE = 0.1;
const PORT = 29_343;
const BARE_PORT = 29_344;
const HTTP = '127.0.0.1:29342';
/** Milliseconds after a change of deck in which the beats of both are right. */
const EITHER_MS = 150;
const NEAR_MS = 5;
const TEMPOS = [118, 124, 127, 130, 122];
const DEVICE = 'prime4';

interface Heard {
  readonly deck: number;
  /** Number of the beat on the deck. */
  readonly number: number;
  readonly errorMs: number;
}

/** Errors in milliseconds. */
interface Errors {
  /** When each beat arrives by OSC. */
  readonly arrived: readonly Heard[];
  /** When each beat began, as the WebSocket message says. */
  readonly stated: readonly Heard[];
  /** When each datagram of a bare timer arrives. */
  readonly bare: readonly number[];
}

const deckAt = (n: number): DeckRef => ({ device: DEVICE, deck: (n % 2) + 1 });

/** Plays tracks on two decks in turn, changes the tempo every few seconds, and fades between different tempos. */
async function mix(simulation: Simulation, until: number, onAir: (deck: number) => void): Promise<void> {
  const tempo = (deck: number, bpm: number) =>
    simulation.perform({
      do: 'value',
      device: DEVICE,
      path: `/Engine/Deck${deck}/CurrentBPM`,
      value: { type: 0, value: bpm },
    });
  for (let n = 0; performance.now() < until; n += 1) {
    const deck = deckAt(n);
    await simulation.perform({ do: 'load', deck, track: `Beat ${n % TEMPOS.length}` });
    await simulation.perform({ do: 'play', deck });
    await simulation.perform({ do: 'fader', deck, level: 1, over: 4 });
    if (n > 0) {
      await simulation.perform({ do: 'fader', deck: deckAt(n - 1), level: 0, over: 4 });
      void simulation.perform({ do: 'pause', deck: deckAt(n - 1) });
    }
    onAir(deck.deck);
    for (const change of [1.01, 0.98, 1.04]) {
      await sleep(4_000);
      await tempo(deck.deck, (TEMPOS[n % TEMPOS.length] ?? 120) * change);
    }
  }
}

/** Beats by OSC, compared with where the simulated decks are when each arrives. */
export const beats: Measurement = {
  name: 'beats',
  async run(): Promise<readonly Figure[]> {
    const devices = deviceSpecs([{ id: DEVICE, software: 'JC11' }]);
    const tracks = TEMPOS.map((bpm, n) => ({ ...benchTrack(`Beat ${n}`), bpm, seconds: 3_600 }));
    const set = { name: 'Beats', waitForClient: true, devices, tracks, timeline: [] };
    const simulation = new Simulation({ set, network: loopback(), clock: systemClock, log: silent });
    const stop = new AbortController();
    const ended = simulation.run(stop.signal);
    const service = simulation.device(DEVICE)?.beats;
    if (service === undefined) {
      throw new Error('the set has no player');
    }
    service.lostShare = LOST_SHARE;

    let current = 0;
    let changedAt = 0;
    let before = 0;
    const errorOn = (deck: number, agoMs: number): Heard => {
      const { beat: now = Number.NaN, bpm = Number.NaN } = service.positions()[deck - 1] ?? {};
      const beat = now - (agoMs * bpm) / 60_000;
      const number = Math.round(beat);
      return { deck, number, errorMs: ((beat - number) / bpm) * 60_000 };
    };
    /** Error of a beat that was so long ago. After a change of deck, the beats of both are right. */
    const errorOf = (agoMs: number): Heard => {
      const now = errorOn(current, agoMs);
      const other = errorOn(before, agoMs);
      const isEither = performance.now() - agoMs < changedAt + EITHER_MS;
      return isEither && Math.abs(other.errorMs) < Math.abs(now.errorMs) ? other : now;
    };
    const arrived: Heard[] = [];
    const stated: Heard[] = [];
    const bare: number[] = [];
    const receiver = createSocket('udp4');
    receiver.on('message', (bytes) => {
      for (const { address } of readPacket(bytes)) {
        if (address === '/deckcast/beat' && current !== 0) {
          arrived.push(errorOf(0));
        }
      }
    });
    const bareReceiver = createSocket('udp4');
    bareReceiver.on('message', (bytes) => bare.push(epochNow() - bytes.readDoubleBE()));
    await new Promise<void>((resolve) => receiver.bind(PORT, '127.0.0.1', resolve));
    await new Promise<void>((resolve) => bareReceiver.bind(BARE_PORT, '127.0.0.1', resolve));
    const osc = ['--osc.host=127.0.0.1', `--osc.port=${PORT}`, '--osc.beats=deckcast'];
    const deckcast = await startDeckcast(HTTP, osc, 'device connected');
    const page = new WebSocket(`ws://${HTTP}/api/v1/beat`);
    page.on('message', (text) => {
      const { at, beat } = JSON.parse(String(text));
      if (beat !== null && current !== 0) {
        stated.push(errorOf(Date.now() - Date.parse(at)));
      }
    });
    const peers = [
      await startPeer('bare-timer', [String(BARE_PORT)]),
      ...(await Promise.all(cpus().map(() => startPeer('busy', [])))),
    ];
    await mix(simulation, performance.now() + MINUTES * 60_000, (deck) => {
      before = current === 0 ? deck : current;
      current = deck;
      changedAt = performance.now();
    });
    await Promise.all(peers.map((peer) => peer.stop()));
    page.terminate();
    await deckcast.stop();
    receiver.close();
    bareReceiver.close();
    stop.abort();
    await ended;
    return figures({ arrived, stated, bare });
  },
};

function epochNow(): number {
  return performance.timeOrigin + performance.now();
}

/** Percentage. */
function nearShare(errors: readonly number[]): number {
  return (100 * errors.filter((error) => Math.abs(error) <= NEAR_MS).length) / errors.length;
}

function figures({ arrived, stated: heard, bare }: Errors): readonly Figure[] {
  const errors = heard.map(({ errorMs }) => errorMs);
  const steps = heard.slice(1).flatMap((beat, at) => {
    const last = heard[at];
    return last?.deck === beat.deck ? [beat.number - last.number] : [];
  });
  const tenth = Math.ceil(heard.length / 10);
  const mean = (part: readonly Heard[]) =>
    part.reduce((sum, { errorMs }) => sum + errorMs, 0) / Math.max(1, part.length);
  const against = `of ${heard.length} beats, ${LOST_SHARE * 100} % of messages lost`;
  const count = (what: string, ours: number): Figure => ({
    what,
    unit: 'beats',
    ours,
    against,
    theirs: heard.length,
    wanted: { bound: 'at most', value: 0 },
  });
  return [
    {
      what: `beats whose stated time is within ${NEAR_MS} ms of the deck, all cores busy`,
      unit: '%',
      ours: nearShare(errors),
      against,
      theirs: 100,
      wanted: { bound: 'at least', value: 99 },
    },
    {
      what: `beats that arrive within ${NEAR_MS} ms, all cores busy`,
      unit: '%',
      ours: nearShare(arrived.map(({ errorMs }) => errorMs)),
      against: 'a bare timer that sends datagrams',
      theirs: nearShare(bare),
      target: { bound: 'at least', ratio: 0.9 },
    },
    count('beats sent twice', steps.filter((step) => step <= 0).length),
    count(
      'beats missing',
      steps.filter((step) => step > 1).reduce((sum, step) => sum + step - 1, 0),
    ),
    {
      what: 'error of the stated time, 99th percentile',
      unit: 'ms',
      ours: percentile(errors.map(Math.abs), 0.99),
      against: 'median',
      theirs: percentile(errors.map(Math.abs), 0.5),
    },
    {
      what: 'drift from the first tenth to the last',
      unit: 'ms',
      ours: Math.abs(mean(heard.slice(-tenth)) - mean(heard.slice(0, tenth))),
      against: 'mean error',
      theirs: Math.abs(mean(heard)),
      wanted: { bound: 'at most', value: 1 },
    },
  ];
}
