import type { Enricher, Enrichment } from '../../core/contracts.ts';
import { messageOf } from '../../core/errors.ts';
import type { Clock, Logger } from '../../core/tools.ts';
import type { NativeArt, ShownTrack } from '../../core/track.ts';
import { Timer } from '../../core/waiting.ts';

/** Milliseconds after the deadline in which an enricher may still return what it has. */
const GRACE_MS = 100;

export interface PictureTools {
  readonly enricher: Enricher;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface Wanted {
  readonly track: ShownTrack;
  readonly nativeArt: NativeArt | undefined;
  /** When the wait ends, on the monotonic clock. */
  readonly deadline: number;
}

/** A publication that waits for its pictures, at most until its deadline. */
export class PictureWait {
  /** Whose pictures. */
  readonly track: ShownTrack;
  readonly #onDone: (pictures: Enrichment) => void;
  readonly #abort: AbortController;
  readonly #timer: Timer;
  #over = false;

  /**
   * Calls `onDone` once, unless canceled. Undefined when there is nothing to wait for; `onDone` was then called before
   * this returns.
   */
  static begin(
    wanted: Wanted,
    tools: PictureTools,
    onDone: (pictures: Enrichment) => void,
  ): PictureWait | undefined {
    const abort = new AbortController();
    const found = tools.enricher.enrich(wanted.track, wanted.nativeArt, abort.signal);
    if (found instanceof Promise) {
      return new PictureWait(found, wanted, abort, tools, onDone);
    }
    onDone(found);
    return undefined;
  }

  private constructor(
    found: Promise<Enrichment>,
    { track, deadline }: Wanted,
    abort: AbortController,
    { clock, log }: PictureTools,
    onDone: (pictures: Enrichment) => void,
  ) {
    this.track = track;
    this.#onDone = onDone;
    this.#abort = abort;
    this.#timer = new Timer(clock);
    this.#timer.set(deadline - clock.monotonic(), () => {
      this.#timer.set(GRACE_MS, () => this.flush());
      abort.abort(new Error('the time for art and codes is over'));
    });
    found.then(
      (pictures) => this.#finish(pictures),
      (error: unknown) => {
        log.warn('art could not be fetched', { reason: messageOf(error) });
        this.flush();
      },
    );
  }

  /** Ends the wait now, without the pictures. */
  flush(): void {
    this.#finish({});
  }

  /** Ends the wait without calling `onDone`. */
  cancel(): void {
    this.#over = true;
    this.#timer.cancel();
    this.#abort.abort(new Error('the pictures are no longer needed'));
  }

  #finish(pictures: Enrichment): void {
    if (!this.#over) {
      this.cancel();
      this.#onDone(pictures);
    }
  }
}
