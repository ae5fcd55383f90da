/** The controllers that are connected now: where their faders are, and what a user teaches. */
import type { ControllerLevel, ControllerLevels } from '../core/contracts/faders.ts';
import type { Clock, Logger } from '../core/tools.ts';
import { Timer } from '../core/waiting.ts';
import {
  type Controller,
  type FaderControl,
  type FaderName,
  isPortOf,
  portName,
  printFaders,
} from './controller.ts';
import { FaderLearner } from './learn.ts';
import type { ControlChange } from './messages.ts';
import { FaderPositions } from './positions.ts';
import { type Preset, presetOf } from './presets.ts';
import { LOST_AFTER_MS, type RecentValues } from './recent.ts';

/** A fader that rests this long has reached its end. */
const RESTS_MS = 300;
/** Ports remembered at once. */
const MOST_PORTS = 32;

interface Followed {
  readonly controller: Controller;
  positions: FaderPositions;
  wasSeen: boolean;
}

interface Port {
  /** Name without the system's additions. */
  readonly name: string;
  readonly lost: Timer;
  readonly followed: Followed | undefined;
}

export interface ControllerView {
  readonly name: string;
  /** The user set it up, so its faders count. */
  readonly isSetUp: boolean;
  readonly isConnected: boolean;
  readonly wasSeen: boolean;
  /** Its faders as in `--midi.controllers`; empty unless it is set up. */
  readonly faders: string;
  readonly positions: readonly { readonly fader: FaderName; readonly position: number | undefined }[];
  /** Proposal for a controller that is not set up. */
  readonly preset: Preset | undefined;
}

export interface Lesson {
  /** Name without the system's additions. */
  readonly name: string;
  readonly fader: FaderName;
  /** Text for `--midi.controllers` once it is learned. */
  readonly learned: string | undefined;
  /** The fader that moves was learned before. */
  readonly isTaken: boolean;
}

interface RunningLesson {
  readonly name: string;
  readonly fader: FaderName;
  readonly learner: FaderLearner;
  movedAt: number;
}

export class ConnectedControllers {
  readonly #followed: readonly Followed[];
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #recent: RecentValues;
  readonly #changed: (levels: ControllerLevels) => void;
  /** Ports with a recent sign of life, by the name that the system gives them. */
  readonly #ports = new Map<string, Port>();
  #lesson: RunningLesson | undefined;

  constructor(
    controllers: readonly Controller[],
    { clock, log, recent }: { readonly clock: Clock; readonly log: Logger; readonly recent: RecentValues },
    changed: (levels: ControllerLevels) => void,
  ) {
    this.#clock = clock;
    this.#log = log;
    this.#recent = recent;
    this.#changed = changed;
    this.#followed = controllers.map((controller) => ({
      controller,
      positions: new FaderPositions(controller),
      wasSeen: false,
    }));
  }

  /** Notes a sign of life from these ports. */
  seen(names: readonly string[]): void {
    for (const name of names) {
      const port = this.#ports.get(name) ?? this.#open(name);
      port?.lost.set(LOST_AFTER_MS, () => this.#lose(name));
      this.#recent.seen(name, this.#clock.monotonic());
    }
  }

  receive(name: string, changes: readonly ControlChange[]): void {
    this.seen([name]);
    this.#recent.note(name, changes, this.#clock.monotonic());
    const lesson = this.#lesson;
    if (lesson?.name === portName(name)) {
      for (const change of changes) {
        lesson.learner.take(change);
      }
      lesson.movedAt = this.#clock.monotonic();
    }
    const followed = this.#ports.get(name)?.followed;
    if (followed !== undefined && movesFaders(followed, changes)) {
      this.#changed(this.#levels());
    }
  }

  /** `taken`: controls of faders that were learned before. */
  teach(port: string, fader: FaderName, taken: readonly FaderControl[]): void {
    this.#lesson = {
      name: portName(port),
      fader,
      learner: new FaderLearner(taken),
      movedAt: Number.POSITIVE_INFINITY,
    };
  }

  endLesson(): void {
    this.#lesson = undefined;
  }

  get lesson(): Lesson | undefined {
    if (this.#lesson === undefined) {
      return undefined;
    }
    const { name, fader, learner, movedAt } = this.#lesson;
    const rests = this.#clock.monotonic() >= movedAt + RESTS_MS;
    const control = rests ? learner.learned(fader === 'x' ? 'left' : 'open') : undefined;
    return {
      name,
      fader,
      learned: control && printFaders({ faders: new Map([[fader, control]]), isCut: false }),
      isTaken: control === undefined && rests && learner.takenMoves,
    };
  }

  views(): readonly ControllerView[] {
    const ports = [...this.#ports.values()];
    const others = new Set(ports.filter(({ followed }) => followed === undefined).map(({ name }) => name));
    return [
      ...this.#followed.map((one) => ({
        name: one.controller.name,
        isSetUp: true,
        isConnected: ports.some(({ followed }) => followed === one),
        wasSeen: one.wasSeen,
        faders: printFaders(one.controller),
        positions: [...one.controller.faders.keys()].map((fader) => ({
          fader,
          position: one.positions.position(fader),
        })),
        preset: undefined,
      })),
      ...[...others].map((name) => ({
        name,
        isSetUp: false,
        isConnected: true,
        wasSeen: true,
        faders: '',
        positions: [],
        preset: presetOf(name),
      })),
    ];
  }

  close(): void {
    for (const { lost } of this.#ports.values()) {
      lost.cancel();
    }
    this.#changed(new Map());
  }

  #open(name: string): Port | undefined {
    if (this.#ports.size >= MOST_PORTS) {
      return undefined;
    }
    const followed = this.#followed.find(({ controller }) => isPortOf(name, controller.name));
    const port = { name: portName(name), lost: new Timer(this.#clock), followed };
    this.#ports.set(name, port);
    if (followed !== undefined) {
      this.#log.info('controller connected', { controller: followed.controller.name, port: name });
      followed.wasSeen = true;
      if (movesFaders(followed, this.#recent.of(name, this.#clock.monotonic()))) {
        this.#changed(this.#levels());
      }
    }
    return port;
  }

  /** Its faders may be moved while nothing tells. */
  #lose(name: string): void {
    const followed = this.#ports.get(name)?.followed;
    this.#ports.delete(name);
    if (followed === undefined || [...this.#ports.values()].some((port) => port.followed === followed)) {
      return;
    }
    this.#log.warn('controller lost; its faders are unknown', { controller: followed.controller.name });
    followed.positions = new FaderPositions(followed.controller);
    this.#changed(this.#levels());
  }

  /** Of two controllers with the same deck, the first one counts. */
  #levels(): ControllerLevels {
    const levels = new Map<number, ControllerLevel>();
    for (const { positions } of this.#followed) {
      for (const [deck, level] of positions.levels) {
        if (!levels.has(deck)) {
          levels.set(deck, level);
        }
      }
    }
    return levels;
  }
}

/** Returns whether the changes moved any of the faders. */
function movesFaders({ positions }: Followed, changes: readonly ControlChange[]): boolean {
  return changes.filter((change) => positions.take(change)).length > 0;
}
