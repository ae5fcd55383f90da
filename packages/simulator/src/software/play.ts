import { connect, createServer } from 'node:net';
import { closeServer, openServer, pause, type WireClock } from '@deckcast/wire-kit';
import type { SetAction } from '../script.ts';
import type { SimulatedSet, SimulatedTrack } from '../set.ts';
import { playTimeline } from '../simulation.ts';
import { SimulatedBroadcaster } from './broadcaster.ts';
import { type Letter, SimulatedTraktor } from './traktor.ts';
import type { SimulatedVirtualDj } from './virtualdj.ts';

interface SoftwareDecks {
  load(deck: number, track: SimulatedTrack | undefined): void;
  play(deck: number, on: boolean): void;
  /** 0 to 1. */
  fader(deck: number, to: number): void;
}

interface MixedDeck {
  readonly track?: SimulatedTrack | undefined;
  readonly plays?: boolean;
  /** 0 to 1. */
  readonly level?: number;
}

const FADER_STEP_MS = 50;
const TRY_EVERY_MS = 200;
const LETTERS: readonly Letter[] = ['A', 'B', 'C', 'D'];

/** Traktor with the API client, once a program listens on the port. */
export async function playTraktor(
  set: SimulatedSet,
  port: number,
  clock: WireClock,
  signal: AbortSignal,
): Promise<void> {
  await untilListens(port, clock, signal);
  const traktor = new SimulatedTraktor(port, clock);
  const letter = (deck: number): Letter => LETTERS[deck - 1] ?? 'A';
  traktor.start();
  await pause(clock, 1_000, signal);
  const decks: SoftwareDecks = {
    load: (deck, track) =>
      traktor.load(
        letter(deck),
        track && { ...track, filePath: `/${track.path}`, trackLength: track.seconds },
      ),
    play: (deck, on) => traktor.play(letter(deck), on),
    fader: (deck, to) => traktor.fader(letter(deck), to),
  };
  await perform(set, decks, clock, signal);
  traktor.close();
}

export async function playVirtualDj(
  set: SimulatedSet,
  virtualDj: SimulatedVirtualDj,
  clock: WireClock,
  signal: AbortSignal,
): Promise<void> {
  await untilQueried(virtualDj, clock, signal);
  const decks: SoftwareDecks = {
    load: (deck, track) => virtualDj.load(deck, track && { ...track, path: `/${track.path}` }),
    play: (deck, on) => virtualDj.play(deck, on),
    fader: (deck, to) => virtualDj.volume(deck, to),
  };
  await perform(set, decks, clock, signal);
}

/** Names the loudest playing deck. */
export async function playBroadcast(
  set: SimulatedSet,
  port: number,
  clock: WireClock,
  signal: AbortSignal,
): Promise<void> {
  await untilListens(port, clock, signal);
  const broadcaster = new SimulatedBroadcaster({ port }, clock);
  const mix = new Map<number, MixedDeck>();
  let named: SimulatedTrack | undefined;
  const change = (deck: number, news: MixedDeck): void => {
    mix.set(deck, { ...mix.get(deck), ...news });
    const playing = [...mix.values()].filter(({ plays }) => plays);
    const [loudest] = playing.sort((one, other) => (other.level ?? 0) - (one.level ?? 0));
    if (loudest?.track !== undefined && loudest.track !== named) {
      named = loudest.track;
      broadcaster.play(named);
    }
  };
  const decks: SoftwareDecks = {
    load: (deck, track) => change(deck, { track, plays: false }),
    play: (deck, on) => change(deck, { plays: on }),
    fader: (deck, to) => change(deck, { level: to }),
  };
  await perform(set, decks, clock, signal);
  broadcaster.close();
}

async function perform(
  set: SimulatedSet,
  decks: SoftwareDecks,
  clock: WireClock,
  signal: AbortSignal,
): Promise<void> {
  const positions = new Map<number, number>();
  const glide = async (deck: number, to: number, seconds: number): Promise<void> => {
    const from = positions.get(deck) ?? 0;
    const steps = Math.max(1, Math.round((seconds * 1_000) / FADER_STEP_MS));
    for (let step = 1; step <= steps && !signal.aborted; step += 1) {
      const position = from + ((to - from) * step) / steps;
      positions.set(deck, position);
      decks.fader(deck, position);
      await pause(clock, FADER_STEP_MS, signal);
    }
  };
  const move = (action: SetAction): void => {
    switch (action.do) {
      case 'load':
        decks.load(
          action.deck.deck,
          set.tracks.find(({ id }) => id === action.track),
        );
        break;
      case 'unload':
        decks.load(action.deck.deck, undefined);
        break;
      case 'play':
      case 'pause':
        decks.play(action.deck.deck, action.do === 'play');
        break;
      case 'fader':
        void glide(action.deck.deck, action.level, action.over);
        break;
      case 'fade':
        void glide(action.to.deck, 1, action.over);
        void glide(action.from.deck, 0, action.over);
        break;
      default:
        // Colors, states by path and faults are a device's.
        break;
    }
  };
  await playTimeline(set, move, clock, signal).catch((error: unknown) => {
    if (!signal.aborted) {
      throw error;
    }
  });
}

/** Keeps a demonstration out of a show: no program listens there. */
export async function unusedPort(): Promise<number> {
  const server = createServer();
  const port = await openServer(server, { host: '127.0.0.1', port: 0 });
  await closeServer(server);
  return port;
}

export async function untilListens(port: number, clock: WireClock, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && !(await listens(port))) {
    await pause(clock, TRY_EVERY_MS, signal);
  }
}

async function untilQueried(
  virtualDj: SimulatedVirtualDj,
  clock: WireClock,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted && !virtualDj.wasQueried) {
    await pause(clock, TRY_EVERY_MS, signal);
  }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const done = (result: boolean): void => {
      socket.destroy();
      resolve(result);
    };
    socket.on('error', () => done(false)).on('connect', () => done(true));
  });
}
