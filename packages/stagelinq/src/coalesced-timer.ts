import { raise, type WireClock } from '@deckcast/wire-kit';

/** Timers may fire this early; tasks due within it run at once. */
const EARLY_MS = 2;

interface Task {
  readonly everyMs: number;
  readonly run: (lateMs: number) => void;
  due: number;
}

/** Runs recurring tasks; those due together wake the process once. */
export class CoalescedTimer {
  readonly #clock: WireClock;
  readonly #tasks = new Set<Task>();
  #cancel = () => {};

  constructor(clock: WireClock) {
    this.#clock = clock;
  }

  /**
   * Calls `run` with its delay whenever the clock is a multiple of `everyMs`, first after 0.5 to 1.5 times
   * that. Returns a function that ends the calls.
   */
  every(everyMs: number, run: (lateMs: number) => void): () => void {
    const now = this.#clock.monotonic();
    const first = nextMultiple(now, everyMs);
    const task = { everyMs, run, due: first - now < everyMs / 2 ? first + everyMs : first };
    this.#tasks.add(task);
    this.#wait();
    return () => {
      this.#tasks.delete(task);
      this.#wait();
    };
  }

  /** Resolves at the next multiple of `everyMs` with the delay, or as soon as the signal fires. */
  next(everyMs: number, signal: AbortSignal): Promise<number> {
    return new Promise((resolve) => {
      const finish = (lateMs: number) => {
        end();
        signal.removeEventListener('abort', stop);
        resolve(lateMs);
      };
      const stop = () => finish(0);
      const end = this.every(everyMs, finish);
      signal.addEventListener('abort', stop, { once: true });
      if (signal.aborted) {
        stop();
      }
    });
  }

  #wait(): void {
    this.#cancel();
    if (this.#tasks.size > 0) {
      const due = Math.min(...Array.from(this.#tasks, (task) => task.due));
      this.#cancel = this.#clock.after(Math.max(0, due - this.#clock.monotonic()), () => this.#runDue());
    }
  }

  #runDue(): void {
    const now = this.#clock.monotonic();
    for (const task of [...this.#tasks].filter(({ due }) => due <= now + EARLY_MS)) {
      if (!this.#tasks.has(task)) {
        // Ended by an earlier task.
        continue;
      }
      const lateMs = Math.max(0, now - task.due);
      // Skips runs missed while the computer slept.
      task.due = nextMultiple(now + EARLY_MS, task.everyMs);
      try {
        task.run(lateMs);
      } catch (fault) {
        raise(fault);
      }
    }
    this.#wait();
  }
}

function nextMultiple(now: number, everyMs: number): number {
  return (Math.floor(now / everyMs) + 1) * everyMs;
}
