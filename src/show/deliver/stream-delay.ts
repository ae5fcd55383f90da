import type { Clock } from '../../core/tools.ts';
import type { PlayId, Publication } from '../../core/track.ts';
import { Timer } from '../../core/waiting.ts';

/** Publications that may wait: with the longest delay, far more than a DJ plays meanwhile. */
const LIMIT = 1_000;

/**
 * Delays publications by as much as viewers hear the stream later than the room. Nothing but what may be shown waits: a
 * hide passes at once, and takes what waits of its play with it.
 */
export class StreamDelay {
  readonly #delayMs: () => number;
  readonly #clock: Clock;
  readonly #pass: (publication: Publication) => void;
  readonly #timer: Timer;
  /** The earliest first. Times are on the monotonic clock. */
  #waiting: { publication: Publication; readonly due: number }[] = [];

  /** `delayMs` is read for each publication. */
  constructor(delayMs: () => number, clock: Clock, pass: (publication: Publication) => void) {
    this.#delayMs = delayMs;
    this.#clock = clock;
    this.#pass = pass;
    this.#timer = new Timer(clock);
  }

  get length(): number {
    return this.#waiting.length;
  }

  publish(publication: Publication): void {
    const waiting = this.#waiting.find((one) => one.publication.playId === publication.playId);
    if (publication.hidden) {
      this.withdraw(publication.playId);
      this.#pass(publication);
    } else if (waiting !== undefined) {
      waiting.publication = { ...publication, kind: waiting.publication.kind };
    } else {
      // A shorter delay than before changes no order.
      const due = Math.max(this.#clock.monotonic() + this.#delayMs(), this.#waiting.at(-1)?.due ?? 0);
      this.#waiting.push({ publication, due });
      this.#waiting = this.#waiting.slice(-LIMIT);
      this.#passDue();
    }
  }

  /** The play was hidden. */
  withdraw(playId: PlayId): void {
    this.#waiting = this.#waiting.filter(({ publication }) => publication.playId !== playId);
  }

  /** Passes nothing any more, and returns what waited. */
  close(): readonly Publication[] {
    this.#timer.cancel();
    return this.#waiting.splice(0).map(({ publication }) => publication);
  }

  #passDue(): void {
    const now = this.#clock.monotonic();
    const due = this.#waiting.filter((one) => one.due <= now);
    this.#waiting = this.#waiting.slice(due.length);
    for (const { publication } of due) {
      this.#pass(publication);
    }
    const [next] = this.#waiting;
    if (next !== undefined) {
      this.#timer.set(next.due - now, () => this.#passDue());
    }
  }
}
