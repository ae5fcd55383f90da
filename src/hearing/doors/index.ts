/** Where sound comes in: the first door that has some counts. */
import type { Clock, Logger } from '../../core/tools.ts';
import { Timer } from '../../core/waiting.ts';
import type { Sound } from '../sound.ts';
import type { DoorName, DoorProblem, SoundDoor } from './door.ts';
import { LevelMeter, type SoundState } from './level.ts';
import { REST_MS, SoundPace } from './pace.ts';

/** A door is silent after this many milliseconds without sound. */
const PAUSE_MS = 2_000;
/** A door without sound for so long is reported as silent: a program that restarts needs a moment. */
const GONE_AFTER_MS = 10_000;

/** A door as pages and findings show it. */
export interface DoorView {
  readonly name: DoorName;
  /** Its sound is the one that counts. */
  readonly counts: boolean;
  /** Undefined while no sound comes. */
  readonly sound: { readonly level: number; readonly state: SoundState } | undefined;
  /** What comes does so faster than it can have been heard. */
  readonly isFlooded: boolean;
  readonly problem: DoorProblem | undefined;
}

interface OpenDoor {
  readonly door: SoundDoor;
  readonly meter: LevelMeter;
  readonly pace: SoundPace;
  /** Monotonic; of its last sound. */
  heardAt: number;
  /** Set since it was reported that sound is received, until it is lost. */
  readonly gone: Timer;
}

export class Doors {
  readonly #doors: readonly OpenDoor[];
  readonly #clock: Clock;
  readonly #log: Logger;

  /** In the order in which they count. */
  constructor(doors: readonly SoundDoor[], { clock, log }: { readonly clock: Clock; readonly log: Logger }) {
    this.#clock = clock;
    this.#log = log;
    this.#doors = doors.map((door) => ({
      door,
      meter: new LevelMeter(),
      pace: new SoundPace(clock.monotonic()),
      heardAt: Number.NEGATIVE_INFINITY,
      gone: new Timer(clock),
    }));
  }

  /** Hands on what the first door with sound hears, until the signal fires. Never rejects. */
  async run(onSound: (sound: Sound) => void, signal: AbortSignal): Promise<void> {
    if (this.#doors.length > 0) {
      this.#log.info('hearing the room; nothing that is heard is stored or sent on', {
        doors: this.#doors.map(({ door }) => door.name).join(','),
      });
    }
    await Promise.all(
      this.#doors.map((one) => one.door.run((samples) => this.#receive(one, samples, onSound), signal)),
    );
    for (const { gone } of this.#doors) {
      gone.cancel();
    }
  }

  views(): readonly DoorView[] {
    const now = this.#clock.monotonic();
    const counting = this.#counting(now);
    return this.#doors.map((one) => ({
      name: one.door.name,
      counts: one === counting,
      sound: hasSound(one, now) ? { level: one.meter.level, state: stateOf(one) } : undefined,
      isFlooded: one.pace.isFlooded(now),
      problem: one.door.problem(),
    }));
  }

  #receive(one: OpenDoor, samples: Float32Array, onSound: (sound: Sound) => void): number {
    const now = this.#clock.monotonic();
    if (!one.pace.takes(samples.length, now)) {
      return REST_MS;
    }
    if (!hasSound(one, now)) {
      one.meter.reset();
    }
    one.heardAt = now;
    this.#report(one);
    one.meter.push(samples);
    if (one === this.#counting(now)) {
      onSound({ samples, at: now });
    }
    return 0;
  }

  /** A door that hears nothing but silence leaves it to those after it, if they hear more. */
  #counting(now: number): OpenDoor | undefined {
    const open = this.#doors.filter((one) => hasSound(one, now));
    return open.find(({ meter }) => meter.state !== 'silent') ?? open[0];
  }

  #report({ door, gone }: OpenDoor): void {
    const { name } = door;
    if (!gone.isSet) {
      this.#log.info('sound received', { door: name });
    }
    gone.set(GONE_AFTER_MS, () =>
      this.#log.warn('sound lost', { door: name, reason: door.problem()?.finding }),
    );
  }
}

function stateOf({ door, meter }: OpenDoor): SoundState {
  return door.isEightBit ? 'eight-bit' : meter.state;
}

function hasSound({ heardAt }: OpenDoor, now: number): boolean {
  return now <= heardAt + PAUSE_MS;
}
