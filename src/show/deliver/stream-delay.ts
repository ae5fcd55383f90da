import type { Clock } from '../../core/tools.ts';
import type { PlayId, Publication } from '../../core/track.ts';
import { Timer } from '../../core/waiting.ts';

/** Publications that may wait: with the longest delay, far more than a DJ plays meanwhile. */
const LIMIT = 1_000;

/**
 * Delays publications by as much as viewers hear the stream later than the room. What hides a play that has passed
 * passes at once, and takes what waits of the play with it; a play that waits, waits on without its names.
 */
export class StreamDelay {
  readonly #delayMs: () => number;
  readonly #clock: Clock;
  readonly #pass: (publication: Publication) => void;
  readonly #timer: Timer;
  /** The play that passed last. */
  #last: PlayId | undefined;
  /** The earliest first. Times are on the monotonic clock. */
  #waiting: { publication: Publication; readonly due: number }[] = [];

  /** `delayMs` is read for each publication. `last`: the play that passed last, before there was this one. */
  constructor(delayMs: () => number, clock: Clock, pass: (publication: Publication) => void, last?: PlayId) {
    this.#delayMs = delayMs;
    this.#clock = clock;
    this.#pass = pass;
    this.#last = last;
    this.#timer = new Timer(clock);
  }

  get length(): number {
    return this.#waiting.length;
  }

  publish(publication: Publication): void {
    if (this.#updateWaiting(publication)) {
      return;
    }
    if (publication.hidden && (publication.kind !== 'track' || publication.isResumed)) {
      this.#passNow(publication);
    } else {
      // What an earlier run featured has waited since then.
      const waitedMs = publication.isResumed ? Math.max(0, this.#clock.now() - publication.at) : 0;
      const delayMs = Math.max(0, this.#delayMs() - waitedMs);
      // A shorter delay than before changes no order.
      const due = Math.max(this.#clock.monotonic() + delayMs, this.#waiting.at(-1)?.due ?? 0);
      this.#waiting.push({ publication, due });
      this.#waiting = this.#waiting.slice(-LIMIT);
      this.#passDue();
    }
  }

  /**
   * A play that is over was hidden, or may be shown again. Returns whether it is still shown, because the next one waits, or
   * will: it comes after what it changes of this one.
   */
  publishEarlier(publication: Publication): boolean {
    this.#updateWaiting(publication);
    return this.#last === publication.playId && (this.#waiting.length > 0 || this.#delayMs() > 0);
  }

  /** What waits of the play never passes. */
  withdraw(playId: PlayId): void {
    this.#waiting = this.#waiting.filter(({ publication }) => publication.playId !== playId);
  }

  /** Passes nothing from now on, and returns what waited. */
  close(): readonly Publication[] {
    this.#timer.cancel();
    return this.#waiting.splice(0).map(({ publication }) => publication);
  }

  /**
   * The waiting publication of this play becomes this one. What hides a play that has passed must not wait: what waits of
   * the play never passes.
   */
  #updateWaiting(news: Publication): boolean {
    const waiting = this.#waiting.find(({ publication }) => publication.playId === news.playId);
    if (waiting === undefined) {
      return false;
    }
    if (news.hidden && waiting.publication.kind !== 'track') {
      this.withdraw(news.playId);
      return false;
    }
    waiting.publication = { ...news, kind: waiting.publication.kind };
    return true;
  }

  #passNow(publication: Publication): void {
    this.#last = publication.playId;
    this.#pass(publication);
  }

  #passDue(): void {
    const now = this.#clock.monotonic();
    const due = this.#waiting.filter((one) => one.due <= now);
    this.#waiting = this.#waiting.slice(due.length);
    for (const { publication } of due) {
      this.#passNow(publication);
    }
    const [next] = this.#waiting;
    if (next !== undefined) {
      this.#timer.set(next.due - now, () => this.#passDue());
    }
  }
}
