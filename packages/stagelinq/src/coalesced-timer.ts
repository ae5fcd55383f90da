import { raise, type WireClock } from '@deckcast/wire-kit';

/** A timer may fire this early. Tasks due within it run now. */
const EARLY_MS = 2;

interface Task {
  readonly everyMs: number;
  readonly run: (lateMs: number) => void;
  due: number;
}

/** Shared timer of all recurring tasks. Tasks that are due together wake the process once. */
export class CoalescedTimer {
  readonly #clock: WireClock;
  readonly #tasks = new Set<Task>();
  #cancel = () => {};

  constructor(clock: WireClock) {
    this.#clock = clock;
  }

  /**
   * Calls `run` with its delay whenever the clock is a multiple of `everyMs`, the first time after half to one and a
   * half times `everyMs`. Returns a function that ends the calls.
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

  /** Resolves at the next multiple of `everyMs` with the delay, or as soon as the signal fires. Never rejects. */
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
        // An earlier task has ended this one.
        continue;
      }
      const lateMs = Math.max(0, now - task.due);
      // Skips runs that were missed while the computer slept.
      task.due = nextMultiple(now + EARLY_MS, task.everyMs);
      try {
        task.run(lateMs);
      } catch (fault) {
        // A mistake in one task must not end the others.
        raise(fault);
      }
    }
    this.#wait();
  }
}

function nextMultiple(now: number, everyMs: number): number {
  return (Math.floor(now / everyMs) + 1) * everyMs;
}
