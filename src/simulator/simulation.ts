/** A network of simulated devices that play a set. */
import type { Clock, Logger } from '../core/tools.ts';
import { Desk, type Write } from './desk.ts';
import { SimulatedDevice } from './device.ts';
import { inflict } from './faults.ts';
import { HeardPrograms } from './heard-programs.ts';
import { stepsOf } from './moves.ts';
import type { SimulationNetwork } from './network.ts';
import { createRandom, type Random } from './random.ts';
import type { Move, SetAction, SimulatedSet } from './set.ts';
import { playTimeline } from './timeline.ts';

export interface SimulationOptions {
  readonly set: SimulatedSet;
  readonly network: SimulationNetwork;
  readonly clock: Clock;
  readonly log: Logger;
  /** Where chance starts: order of keys, junk. The same seed gives the same run; 1 unless told. */
  readonly seed?: number;
  /** Refuses main connections from addresses that were not heard of, as devices do; true unless told. */
  readonly asksForAnnouncement?: boolean;
}

export class Simulation {
  readonly devices: readonly SimulatedDevice[];
  readonly #options: SimulationOptions;
  readonly #random: Random;
  readonly #desk: Desk;
  readonly #neighbours: HeardPrograms;
  readonly #ending = new AbortController();
  readonly #firstClient: Promise<void>;
  /** Ends the run with an error that happened beside it. */
  readonly #failed: Promise<never>;
  #fail: (error: unknown) => void = () => undefined;

  /** Opens nothing. */
  constructor(options: SimulationOptions) {
    const { set, network, clock, log } = options;
    this.#options = options;
    this.#random = createRandom(options.seed ?? 1);
    this.#desk = new Desk(set);
    const isOwn = (token: string): boolean => this.devices.some(({ tokens }) => tokens.includes(token));
    this.#neighbours = new HeardPrograms(network, isOwn, clock, log);
    let onSubscribe = (): void => undefined;
    this.#firstClient = new Promise((resolve) => {
      onSubscribe = resolve;
    });
    this.#failed = new Promise((_, reject) => {
      this.#fail = reject;
    });
    this.#failed.catch(() => undefined);
    this.devices = set.devices.map(
      (spec) =>
        new SimulatedDevice(spec, {
          devices: set.devices,
          network,
          neighbours: this.#neighbours,
          clock,
          log,
          random: this.#random,
          asksForAnnouncement: options.asksForAnnouncement ?? true,
          onSubscribe,
        }),
    );
  }

  /** By its name in the set; undefined for a device that the set does not have. */
  device(id: string): SimulatedDevice | undefined {
    return this.devices.find(({ spec }) => spec.id === id);
  }

  /**
   * Switches every device on, plays the time line, and goes on until the signal fires; then the devices say
   * good-bye. Rejects when a port cannot be opened.
   */
  async run(signal: AbortSignal): Promise<void> {
    const { set, clock, log } = this.#options;
    const end = (): void => this.#ending.abort(signal.reason);
    signal.addEventListener('abort', end, { once: true });
    try {
      signal.throwIfAborted();
      await this.#neighbours.open();
      await Promise.all(this.devices.map((device) => device.switchOn()));
      for (const { spec } of this.devices) {
        log.info('simulated device on this computer', {
          deviceName: spec.name,
          decks: spec.decks,
          set: set.name,
        });
      }
      await Promise.race([this.#play(clock), this.#failed]);
    } catch (error) {
      if (!signal.aborted) {
        throw error;
      }
    } finally {
      signal.removeEventListener('abort', end);
      this.#ending.abort();
      await Promise.all(this.devices.map((device) => device.switchOff(true)));
      this.#neighbours.close();
    }
  }

  /** Does something at once, beside the time line. Resolves when it is over: a fade at its end, a reboot with the device back. */
  perform(action: SetAction): Promise<void> {
    return isMove(action)
      ? this.#move(action)
      : inflict(action, {
          ...this.#options,
          devices: this.devices,
          desk: this.#desk,
          random: this.#random,
          signal: this.#ending.signal,
          apply: (writes) => this.#apply(writes),
        });
  }

  /** Only rejects: devices stay when the music is over, until the signal fires. */
  async #play(clock: Clock): Promise<void> {
    const { set } = this.#options;
    const { signal } = this.#ending;
    const ended = aborted(signal);
    await (set.waitForClient ? Promise.race([this.#firstClient, ended]) : undefined);
    const perform = (action: SetAction): void => {
      this.perform(action).catch((error: unknown) => {
        if (!signal.aborted) {
          this.#fail(error);
        }
      });
    };
    await playTimeline(set, perform, clock, signal);
    await ended;
  }

  async #move(move: Move): Promise<void> {
    const { set, clock } = this.#options;
    const startedAt = clock.monotonic();
    for (const { afterMs, take } of stepsOf(move, set, this.#desk)) {
      const wait = startedAt + afterMs - clock.monotonic();
      if (wait > 0) {
        await clock.sleep(wait, this.#ending.signal);
      }
      this.#apply(take());
    }
  }

  #apply(writes: readonly Write[]): void {
    for (const { device, path, value } of writes) {
      this.device(device)?.states.set(path, value);
    }
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

/** Rejects with the signal's reason when that fires. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
