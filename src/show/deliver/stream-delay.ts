import type { Clock } from '../../core/tools.ts';
import type { PlayId, Publication } from '../../core/track.ts';
import { Timer } from '../../core/waiting.ts';

/** Far more than a DJ plays within the longest delay. */
const LIMIT = 1_000;

/**
 * Delays publications by the stream's lag behind the room. A hide of a play that has passed passes at once, and drops
 * waiting ones of that play; a waiting play waits on without its names.
 */
export class StreamDelay {
  readonly #delayMs: () => number;
  readonly #clock: Clock;
  readonly #pass: (publication: Publication) => void;
  readonly #timer: Timer;
  #last: PlayId | undefined;
  /** Earliest first; monotonic ms. */
  #waiting: { publication: Publication; readonly due: number }[] = [];

  /** `delayMs`: read for each publication. `last`: play that the predecessor passed last. */
  constructor(delayMs: () => number, clock: Clock, pass: (publication: Publication) => void, last?: PlayId) {
    this.#delayMs = delayMs;
    this.#clock = clock;
    this.#pass = pass;
    this.#last = last;
    this.#timer = new Timer(clock);
  }

  publish(publication: Publication): void {
    if (this.#updateWaiting(publication)) {
      return;
    }
    if (publication.hidden && (publication.kind !== 'track' || publication.isResumed)) {
      this.#passNow(publication);
    } else {
      // Plays of an earlier run have waited since they were featured.
      const waitedMs = publication.isResumed ? Math.max(0, this.#clock.now() - publication.at) : 0;
      const delayMs = Math.max(0, this.#delayMs() - waitedMs);
      // Keeps the order if the delay gets shorter.
      const due = Math.max(this.#clock.monotonic() + delayMs, this.#waiting.at(-1)?.due ?? 0);
      this.#waiting.push({ publication, due });
      this.#waiting = this.#waiting.slice(-LIMIT);
      this.#passDue();
    }
  }

  /** Returns whether viewers still see the play, because the next one is delayed. */
  publishEarlier(publication: Publication): boolean {
    this.#updateWaiting(publication);
    return this.#last === publication.playId && (this.#waiting.length > 0 || this.#delayMs() > 0);
  }

  withdraw(playId: PlayId): void {
    this.#waiting = this.#waiting.filter(({ publication }) => publication.playId !== playId);
  }

  close(): readonly Publication[] {
    this.#timer.cancel();
    return this.#waiting.splice(0).map(({ publication }) => publication);
  }

  /**
   * Replaces the play's waiting publication. Returns false if none waits, or if the play has passed and is now hidden:
   * the waiting one is then dropped, and the hide must pass at once.
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
