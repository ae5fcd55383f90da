import type { WireClock } from '@deckcast/wire-kit';

interface Timer {
  readonly due: number;
  readonly run: () => void;
}

export class ManualClock implements WireClock {
  #now = 0;
  readonly #timers = new Set<Timer>();

  monotonic(): number {
    return this.#now;
  }

  after(ms: number, run: () => void): () => void {
    const timer = { due: this.#now + ms, run };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Runs everything that becomes due, each at its time. */
  advance(ms: number): void {
    const until = this.#now + ms;
    for (;;) {
      const [next] = [...this.#timers].filter((timer) => timer.due <= until).sort((a, b) => a.due - b.due);
      if (next === undefined) {
        break;
      }
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.due);
      next.run();
    }
    this.#now = until;
  }

  /** Runs nothing; due tasks run late. */
  sleep(ms: number): void {
    this.#now += ms;
    this.advance(0);
  }
}
