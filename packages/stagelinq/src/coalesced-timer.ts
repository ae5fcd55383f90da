import { raise, type WireClock } from '@deckcast/wire-kit';

/** A timer may fire this many milliseconds early: what is due that soon is due now. */
const EARLY_MS = 2;

interface Task {
  readonly everyMs: number;
  readonly run: (lateMs: number) => void;
  due: number;
}

/** One timer for all recurring tasks: those that are due together wake the process once, not each on its own. */
export class CoalescedTimer {
  readonly #clock: WireClock;
  readonly #tasks = new Set<Task>();
  #cancel = () => {};

  constructor(clock: WireClock) {
    this.#clock = clock;
  }

  /**
   * Calls `run` when the clock's reading is a multiple of `everyMs`, the first time half to one and a half times that from
   * now, with how late it is; the result ends it.
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

  /** Waits until then; resolves with how late it is, or as soon as the signal fires. Never rejects. */
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
        // One before it has ended it.
        continue;
      }
      const lateMs = Math.max(0, now - task.due);
      // What was missed while the computer slept does not come several times.
      task.due = nextMultiple(now + EARLY_MS, task.everyMs);
      try {
        task.run(lateMs);
      } catch (fault) {
        // A mistake in one must not end all others.
        raise(fault);
      }
    }
    this.#wait();
  }
}

function nextMultiple(now: number, everyMs: number): number {
  return (Math.floor(now / everyMs) + 1) * everyMs;
}
