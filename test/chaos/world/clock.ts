import type { Clock } from '../../../src/core/tools.ts';
import { sleepOn } from '../../support/clock.ts';

interface Alarm {
  readonly due: number;
  readonly run: () => void;
}

/** Advances only while no real work is under way. */
export class WorldClock {
  #elapsed = 0;
  #epoch = Date.UTC(2026, 0, 1, 20);
  readonly #alarms = new Set<Alarm>();
  readonly #busy = new Set<Promise<unknown>>();
  readonly #hasArrived: () => boolean;

  /** `hasArrived`: real sockets have delivered all. */
  constructor(hasArrived: () => boolean) {
    this.#hasArrived = hasArrived;
  }

  get elapsed(): number {
    return this.#elapsed;
  }

  /** In whole milliseconds, like `Date.now`: the session store refuses others. */
  get wall(): number {
    return Math.trunc(this.#epoch + this.#elapsed);
  }

  setWall(by: number): void {
    this.#epoch += by;
  }

  track<Result>(work: Promise<Result>): Promise<Result> {
    const over = work.catch(() => undefined).finally(() => this.#busy.delete(over));
    this.#busy.add(over);
    return work;
  }

  after(ms: number, run: () => void): () => void {
    const alarm = { due: this.#elapsed + Math.max(0, ms), run };
    this.#alarms.add(alarm);
    return () => this.#alarms.delete(alarm);
  }

  async advanceTo(end: number): Promise<void> {
    await this.quiet();
    for (;;) {
      let next: Alarm | undefined;
      for (const alarm of this.#alarms) {
        if (alarm.due <= end && (next === undefined || alarm.due < next.due)) {
          next = alarm;
        }
      }
      if (next === undefined) {
        break;
      }
      this.#alarms.delete(next);
      this.#elapsed = next.due;
      next.run();
      await this.quiet();
    }
    this.#elapsed = end;
  }

  async quiet(): Promise<void> {
    do {
      await nextTurn();
      await nextTurn();
      await Promise.all(this.#busy);
    } while (this.#busy.size > 0 || !this.#hasArrived());
  }

  get asClock(): Clock {
    return clockOn(
      () => this.wall,
      () => this.#elapsed,
      (ms, run) => this.after(ms, run),
    );
  }
}

/** Clock of one start, which may stall or be killed. */
export class ProgramClock {
  readonly clock: Clock;
  #state: 'runs' | 'stalls' | 'dead' = 'runs';
  readonly #late: (() => void)[] = [];

  constructor(world: WorldClock) {
    this.clock = clockOn(
      () => world.wall,
      () => world.elapsed,
      (ms, run) => {
        if (this.#state === 'dead') {
          setImmediate(run);
          return () => undefined;
        }
        let canceled = false;
        const cancel = world.after(ms, () => {
          if (this.#state === 'stalls') {
            this.#late.push(() => !canceled && run());
          } else if (this.#state === 'runs') {
            run();
          }
        });
        return () => {
          canceled = true;
          cancel();
        };
      },
    );
  }

  get stalls(): boolean {
    return this.#state === 'stalls';
  }

  get isDead(): boolean {
    return this.#state === 'dead';
  }

  stall(): void {
    this.#state = 'stalls';
  }

  resume(): void {
    this.#state = 'runs';
    for (const run of this.#late.splice(0)) {
      run();
    }
  }

  kill(): void {
    this.#state = 'dead';
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function clockOn(now: () => number, monotonic: () => number, after: Clock['after']): Clock {
  return { now, monotonic, after, sleep: sleepOn(after) };
}
