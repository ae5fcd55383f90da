/** Connected controllers, the positions of their faders, and the lesson in which a user teaches one. */
import type { ControllerLevels } from '../core/contracts/faders.ts';
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
import { type ControlChange, PlainControls } from './messages.ts';
import { FaderPositions } from './positions.ts';
import { presetOf } from './presets.ts';

/** Without a sign of life for this long, a controller's faders are unknown. */
const LOST_AFTER_MS = 2_000;
/** A fader that rests this long has reached its end. */
const RESTS_MS = 300;
/** Ports remembered at once. */
const MOST_PORTS = 32;

interface Followed {
  readonly controller: Controller;
  positions: FaderPositions;
}

interface Port {
  /** Name without the system's additions. */
  readonly name: string;
  readonly lost: Timer;
  readonly controls: PlainControls;
  readonly followed: Followed | undefined;
}

export interface ControllerView {
  readonly name: string;
  /** The user set it up, so its faders count. */
  readonly isSetUp: boolean;
  readonly isConnected: boolean;
  /** In `--midi.controllers`; empty unless it is set up. */
  readonly entry: string;
  /** Position: 0 to 1; null until the fader was moved. */
  readonly faders: readonly { readonly fader: FaderName; readonly position: number | null }[];
  /** Proposal for a controller that is not set up: model, entry, and where its numbers come from. */
  readonly preset: { readonly title: string; readonly entry: string; readonly from: string } | null;
}

export interface Lesson {
  /** Name without the system's additions. */
  readonly port: string;
  readonly fader: FaderName;
  /** Text for `--midi.controllers`; null until it is learned. */
  readonly learned: string | null;
  /** The fader that moves was learned before. */
  readonly isTaken: boolean;
}

interface RunningLesson {
  readonly by: object;
  readonly port: string;
  readonly fader: FaderName;
  readonly learner: FaderLearner;
  movedAt: number;
}

export class ConnectedControllers {
  readonly #followed: readonly Followed[];
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #changed: (levels: ControllerLevels) => void;
  /** Ports with a recent sign of life, by the name that the system gives them. */
  readonly #ports = new Map<string, Port>();
  #lesson: RunningLesson | undefined;

  constructor(
    controllers: readonly Controller[],
    { clock, log }: { readonly clock: Clock; readonly log: Logger },
    changed: (levels: ControllerLevels) => void,
  ) {
    this.#clock = clock;
    this.#log = log;
    this.#changed = changed;
    this.#followed = controllers.map((controller) => ({
      controller,
      positions: new FaderPositions(controller),
    }));
  }

  /** Notes a sign of life. Returns whether one of the ports was unknown until now, and so are its values. */
  seen(names: readonly string[]): boolean {
    return names.filter((name) => this.#isNew(name)).length > 0;
  }

  /** Takes changes that `by` read, and notes a sign of life as `seen`. */
  receive(by: object, name: string, changes: readonly ControlChange[]): boolean {
    const isNew = this.#isNew(name);
    const port = this.#ports.get(name);
    const plain = changes.filter((change) => port?.controls.has(change));
    const lesson = this.#lesson;
    if (lesson?.by === by && port !== undefined && isTaught(port, lesson) && plain.length > 0) {
      for (const change of plain) {
        lesson.learner.take(change);
      }
      lesson.movedAt = this.#clock.monotonic();
    }
    const { followed } = port ?? {};
    if (plain.filter((change) => followed?.positions.take(change)).length > 0) {
      this.#changed(this.#levels());
    }
    return isNew;
  }

  /** Begins a lesson unless it has begun. `taken`: controls of faders that were learned before. */
  teach(by: object, name: string, fader: FaderName, taken: readonly FaderControl[]): void {
    const port = portName(name);
    const lesson = this.#lesson;
    if (lesson?.by !== by || lesson.port !== port || lesson.fader !== fader) {
      this.#lesson = { by, port, fader, learner: new FaderLearner(taken), movedAt: Number.POSITIVE_INFINITY };
    }
  }

  endLesson(by: object): void {
    if (this.#lesson?.by === by) {
      this.#lesson = undefined;
    }
  }

  lesson(): Lesson | null {
    if (this.#lesson === undefined) {
      return null;
    }
    const { port, fader, learner, movedAt } = this.#lesson;
    const rests = this.#clock.monotonic() >= movedAt + RESTS_MS;
    const control = rests ? learner.learned(fader === 'x' ? 'left' : 'open') : undefined;
    const learned = control && printFaders({ faders: new Map([[fader, control]]), isCut: false });
    return { port, fader, learned: learned ?? null, isTaken: !learned && rests && learner.takenMoves };
  }

  views(): readonly ControllerView[] {
    const ports = [...this.#ports.values()];
    const others = new Set(ports.filter(({ followed }) => followed === undefined).map(({ name }) => name));
    return [
      ...this.#followed.map((one) => ({
        name: one.controller.name,
        isSetUp: true,
        isConnected: ports.some(({ followed }) => followed === one),
        entry: `${one.controller.name} = ${printFaders(one.controller)}`,
        faders: [...one.controller.faders.keys()].map((fader) => ({
          fader,
          position: shownPosition(one.positions.position(fader)),
        })),
        preset: null,
      })),
      ...[...others].map((name) => {
        const preset = presetOf(name);
        return {
          name,
          isSetUp: false,
          isConnected: true,
          entry: '',
          faders: [],
          preset: preset
            ? { title: preset.title, entry: `${name} = ${preset.faders}`, from: preset.from }
            : null,
        };
      }),
    ];
  }

  close(): void {
    for (const { lost } of this.#ports.values()) {
      lost.cancel();
    }
    this.#changed(new Map());
  }

  #isNew(name: string): boolean {
    const isNew = !this.#ports.has(name) && this.#ports.size < MOST_PORTS;
    if (isNew) {
      const followed = this.#followed.find(({ controller }) => isPortOf(name, controller.name));
      const lost = new Timer(this.#clock);
      this.#ports.set(name, { name: portName(name), lost, controls: new PlainControls(), followed });
      if (followed !== undefined) {
        this.#log.info('controller connected', { controller: followed.controller.name, port: name });
      }
    }
    this.#ports.get(name)?.lost.set(LOST_AFTER_MS, () => this.#lose(name));
    return isNew;
  }

  /** Its faders may move unseen. */
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
    return new Map(this.#followed.toReversed().flatMap(({ positions }) => [...positions.levels]));
  }
}

/** Pages name a controller that is set up as its entry does, which may be a part of the port's name. */
function isTaught({ name, followed }: Port, lesson: RunningLesson): boolean {
  return (
    lesson.port === name || (followed !== undefined && lesson.port === portName(followed.controller.name))
  );
}

/** Rounded to the resolution of a bar. */
function shownPosition(position: number | undefined): number | null {
  return position === undefined ? null : Math.round(position * 1_000) / 1_000;
}
