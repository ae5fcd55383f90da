import type { SourceListener } from './contracts/source.ts';
import type { Clock } from './tools.ts';
import type { Transition } from './track.ts';
import { Timer } from './waiting.ts';

/** Short pauses, restarts and reconnections are no end. */
export const ENDED_AFTER_MS = 10_000;

/** Announces plays, and reports the end of the last one once nothing has played for a while. */
export class PlayEnd {
  readonly #clock: Clock;
  readonly #listener: Pick<SourceListener, 'transition' | 'ended'>;
  readonly #silence: Timer;
  #dueAt = 0;
  #silentSince: number | undefined;
  #last: Transition | undefined;
  #hasEnded = false;

  constructor(clock: Clock, listener: Pick<SourceListener, 'transition' | 'ended'>) {
    this.#clock = clock;
    this.#listener = listener;
    this.#silence = new Timer(clock);
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Epoch milliseconds; undefined while the last play is known to go on. */
  get silentSince(): number | undefined {
    return this.#silentSince;
  }

  announce(transition: Transition): void {
    this.plays();
    this.#hasEnded = false;
    this.#last = transition;
    this.#listener.transition(transition);
  }

  /** Something plays, perhaps the next track, which is not known yet. */
  plays(): void {
    this.#silentSince = undefined;
    this.#silence.cancel();
  }

  /** Something plays, but not the last play, or its player can't be asked. Without news, the play ended now. */
  doubted(): void {
    this.#silence.cancel();
    this.#silentSince ??= this.#clock.now();
  }

  /** The last play goes on. */
  goesOn(): void {
    this.plays();
    if (this.#hasEnded && this.#last !== undefined) {
      this.announce(this.#last);
    }
  }

  /** May be called again while it lasts; the shortest wait counts. */
  stopped(afterMs = ENDED_AFTER_MS): void {
    this.#silentSince ??= this.#clock.now();
    const dueAt = this.#clock.monotonic() + afterMs;
    if (this.#last === undefined || this.#hasEnded || (this.#silence.isSet && dueAt >= this.#dueAt)) {
      return;
    }
    this.#dueAt = dueAt;
    this.#silence.set(afterMs, () => this.#end());
  }

  /** Reports an end that is due, because the next version of the source does not know the play. */
  close(): void {
    if (this.#silence.isSet) {
      this.#silence.cancel();
      this.#end();
    }
    this.#last = undefined;
  }

  #end(): void {
    if (this.#last !== undefined && this.#silentSince !== undefined) {
      this.#hasEnded = true;
      this.#listener.ended(this.#last.playId, this.#silentSince);
    }
  }
}
