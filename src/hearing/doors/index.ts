/** Inputs of sound. The first door that has sound counts. */
import type { Clock, Logger } from '../../core/tools.ts';
import { Timer } from '../../core/waiting.ts';
import type { Sound } from '../sound.ts';
import type { DoorName, DoorProblem, SoundDoor } from './door.ts';
import { LevelMeter, type SoundState } from './level.ts';
import { REST_MS, SoundPace } from './pace.ts';

/** A door has no sound after this time without any. */
const PAUSE_MS = 2_000;
/** A door without sound for this long is reported, because a restart takes a moment. */
const GONE_AFTER_MS = 10_000;

export interface DoorView {
  readonly name: DoorName;
  /** Whether this door's sound is used. */
  readonly counts: boolean;
  readonly isLost: boolean;
  /** Undefined without sound. */
  readonly sound: { readonly level: number; readonly state: SoundState } | undefined;
  /** Sound arrives faster than it plays. */
  readonly isFlooded: boolean;
  readonly problem: DoorProblem | undefined;
}

interface OpenDoor {
  readonly door: SoundDoor;
  readonly meter: LevelMeter;
  readonly pace: SoundPace;
  /** Monotonic time of its last sound. */
  heardAt: number;
  /** Set from the report that sound is received until the report that it is lost. */
  readonly gone: Timer;
}

export class Doors {
  readonly #doors: readonly OpenDoor[];
  readonly #clock: Clock;
  readonly #log: Logger;

  /** `doors`: in order of preference. */
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

  /** Passes on the sound of the first door that has any, until the signal fires. Never rejects. */
  async run(onSound: (sound: Sound) => void, signal: AbortSignal): Promise<void> {
    if (this.#doors.length > 0) {
      this.#log.info('waiting for the sound of the room; it is not stored or sent', {
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
    return this.#doors.map((one) => {
      const problem = one.door.problem();
      // A page that has stopped still counts for a moment.
      const sound = problem === undefined && hasSound(one, now);
      return {
        name: one.door.name,
        counts: sound && one === counting,
        isLost: one.heardAt > Number.NEGATIVE_INFINITY && now > one.heardAt + GONE_AFTER_MS,
        sound: sound ? { level: one.meter.level, state: stateOf(one) } : undefined,
        isFlooded: one.pace.isFlooded(now),
        problem,
      };
    });
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

  /** A silent door leaves the turn to later ones that hear something. */
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
