import type { Enricher, Enrichment } from '../core/contracts.ts';
import { messageOf } from '../core/errors.ts';
import type { Clock, Logger } from '../core/tools.ts';
import type { NativeArt, ShownTrack } from '../core/track.ts';

/** Milliseconds that an enricher has, once its time is over, to hand out what it has got. */
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

/** A publication that waits for its pictures, until its deadline and no longer. */
export class PictureWait {
  /** Whose pictures. */
  readonly track: ShownTrack;
  readonly #done: (pictures: Enrichment) => void;
  readonly #abort: AbortController;
  #cancelTimer: () => void;
  #over = false;

  /** Calls `done` once, unless cancelled: in this call when nothing has to be waited for; then there is no wait. */
  static begin(
    wanted: Wanted,
    tools: PictureTools,
    done: (pictures: Enrichment) => void,
  ): PictureWait | undefined {
    const abort = new AbortController();
    const found = tools.enricher.enrich(wanted.track, wanted.nativeArt, abort.signal);
    if (found instanceof Promise) {
      return new PictureWait(found, wanted, abort, tools, done);
    }
    done(found);
    return undefined;
  }

  private constructor(
    found: Promise<Enrichment>,
    { track, deadline }: Wanted,
    abort: AbortController,
    { clock, log }: PictureTools,
    done: (pictures: Enrichment) => void,
  ) {
    this.track = track;
    this.#done = done;
    this.#abort = abort;
    this.#cancelTimer = clock.after(deadline - clock.monotonic(), () => {
      this.#cancelTimer = clock.after(GRACE_MS, () => this.flush());
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

  /** Publishes now, without the pictures. */
  flush(): void {
    this.#finish({});
  }

  /** Publishes nothing. */
  cancel(): void {
    this.#over = true;
    this.#cancelTimer();
    this.#abort.abort(new Error('the pictures are no longer wanted'));
  }

  #finish(pictures: Enrichment): void {
    if (!this.#over) {
      this.cancel();
      this.#done(pictures);
    }
  }
}
