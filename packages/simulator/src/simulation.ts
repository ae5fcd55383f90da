import { silentLogger, sleep, systemClock, type WireClock, type WireLogger } from '@deckcast/wire-kit';
import { Desk, type Write } from './desk.ts';
import { SimulatedDevice } from './device.ts';
import { inflict } from './faults.ts';
import { stepsOf } from './moves.ts';
import { DiscoveryPort, type SimulationNetwork } from './network.ts';
import type { Move, SetAction } from './script.ts';
import type { SimulatedSet } from './set.ts';

export interface SimulationOptions {
  readonly set: SimulatedSet;
  readonly network: SimulationNetwork;
  readonly clock?: WireClock;
  readonly log?: WireLogger;
  /** Order of keys, junk: the same seed gives the same run. Default 1. */
  readonly seed?: number;
}

export class Simulation {
  readonly devices: readonly SimulatedDevice[];
  readonly #options: SimulationOptions & { readonly clock: WireClock; readonly log: WireLogger };
  readonly #random: () => number;
  readonly #desk: Desk;
  readonly #discovery: DiscoveryPort;
  readonly #ending = new AbortController();
  readonly #firstClient: Promise<void>;

  constructor(options: SimulationOptions) {
    const { set, network, clock = systemClock, log = silentLogger } = options;
    this.#options = { ...options, clock, log };
    this.#random = createRandom(options.seed ?? 1);
    this.#desk = new Desk(set);
    const isOwn = (token: string): boolean => this.devices.some(({ tokens }) => tokens.includes(token));
    this.#discovery = new DiscoveryPort(network, isOwn, clock, log);
    let onSubscribe = (): void => undefined;
    this.#firstClient = new Promise((resolve) => {
      onSubscribe = resolve;
    });
    const { address } = network.local;
    const tools = { devices: set.devices, address, discovery: this.#discovery, clock, log };
    this.devices = set.devices.map(
      (spec) => new SimulatedDevice(spec, { ...tools, random: this.#random, onSubscribe }),
    );
  }

  device(id: string): SimulatedDevice | undefined {
    return this.devices.find(({ spec }) => spec.id === id);
  }

  /** Goes on after the time line until the signal fires; then the devices say goodbye. */
  async run(signal: AbortSignal): Promise<void> {
    const { set, log, clock } = this.#options;
    await runUntilAborted(signal, this.#ending, {
      open: async () => {
        await this.#discovery.open();
        await Promise.all(this.devices.map((device) => device.switchOn()));
        for (const { spec } of this.devices) {
          const { name: deviceName, decks } = spec;
          log.info('simulated device on this computer', { deviceName, decks, set: set.name });
        }
      },
      play: (stop) => {
        const begin = set.waitForClient ? this.#firstClient : undefined;
        return playUntilAborted(set, begin, (action) => this.perform(action), clock, stop);
      },
      close: async () => {
        await Promise.all(this.devices.map((device) => device.switchOff(true)));
        this.#discovery.close();
      },
    });
  }

  /** Resolves when the action is over: a fade at its end, the device back. */
  perform(action: SetAction): Promise<void> {
    return isMove(action)
      ? this.#move(action)
      : inflict(action, {
          devices: this.devices,
          desk: this.#desk,
          discovery: this.#discovery,
          clock: this.#options.clock,
          random: this.#random,
          signal: this.#ending.signal,
          apply: (writes) => this.#apply(writes),
        });
  }

  async #move(move: Move): Promise<void> {
    const { set, clock } = this.#options;
    const startedAt = clock.monotonic();
    for (const { afterMs, writes } of stepsOf(move, set, this.#desk)) {
      await until(startedAt + afterMs, clock, this.#ending.signal);
      this.#apply(writes());
    }
  }

  #apply(writes: readonly Write[]): void {
    for (const { device, path, value } of writes) {
      this.device(device)?.states.set(path, value);
    }
  }
}

interface Timeline<Action> {
  readonly timeline: readonly { readonly at: number; readonly action: Action }[];
  readonly repeatAfter?: number;
}

/** Resolves when the signal has fired and everything is closed. @param ending fires to end running actions */
export async function runUntilAborted(
  signal: AbortSignal,
  ending: AbortController,
  simulation: {
    open(): Promise<void>;
    play(signal: AbortSignal): Promise<never>;
    close(): Promise<void> | void;
  },
): Promise<void> {
  const end = (): void => ending.abort(signal.reason);
  signal.addEventListener('abort', end, { once: true });
  try {
    signal.throwIfAborted();
    await simulation.open();
    await simulation.play(ending.signal);
  } catch (error) {
    if (!signal.aborted) {
      throw error;
    }
  } finally {
    signal.removeEventListener('abort', end);
    ending.abort();
    await simulation.close();
  }
}

/** Devices stay when the music is over: rejects with the signal's reason or the error of `perform`. */
export async function playUntilAborted<Action>(
  set: Timeline<Action>,
  begin: Promise<void> | undefined,
  perform: (action: Action) => Promise<void>,
  clock: WireClock,
  signal: AbortSignal,
): Promise<never> {
  return new Promise((_, fail) => {
    signal.throwIfAborted();
    signal.addEventListener('abort', () => fail(signal.reason), { once: true });
    const start = (action: Action): void => void perform(action).catch(fail);
    Promise.resolve(begin)
      .then(() => playTimeline(set, start, clock, signal))
      .catch(fail);
  });
}

/** Shorter rounds keep the processor busy for nothing. */
const SHORTEST_ROUND_MS = 100;

/**
 * Ends after the last entry unless it repeats. Rounds count from their start: late timers delay no later
 * entry.
 */
export async function playTimeline<Action>(
  set: Timeline<Action>,
  perform: (action: Action) => void,
  clock: WireClock,
  signal: AbortSignal,
): Promise<void> {
  let startedAt = clock.monotonic();
  for (;;) {
    for (const { at, action } of set.timeline) {
      await until(startedAt + at * 1_000, clock, signal);
      signal.throwIfAborted();
      perform(action);
    }
    if (set.repeatAfter === undefined) {
      return;
    }
    startedAt += Math.max(SHORTEST_ROUND_MS, set.repeatAfter * 1_000);
    await until(startedAt, clock, signal);
  }
}

async function until(due: number, clock: WireClock, signal: AbortSignal): Promise<void> {
  const wait = due - clock.monotonic();
  if (wait > 0) {
    await sleep(clock, wait, signal);
  }
}

const MOVES: Readonly<Record<Move['do'], true>> = {
  load: true,
  unload: true,
  play: true,
  pause: true,
  fader: true,
  fade: true,
  crossfader: true,
  color: true,
  master: true,
  value: true,
};

function isMove(action: SetAction): action is Move {
  return action.do in MOVES;
}

/** 0 to below 1. Mulberry32, in the public domain; unfit for secrets. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
