import { messageOf, RunError } from '../core/errors.ts';
import { say } from '../core/message.ts';
import type { Clock } from '../core/tools.ts';
import { settlesWithin } from '../core/waiting.ts';
import { type Service, STOP_WITHIN_MS, Stopping } from '../host/lifetime.ts';

/** What a replaceable part is made of. */
export interface Runs {
  run(signal: AbortSignal): Promise<void>;
  /** Settles when it has started, or could not; absent when it has started once it has run for a moment. */
  readonly listening?: Promise<unknown>;
}

/** A part that cannot open its port or file fails within this many milliseconds. */
const STARTS_WITHIN_MS = 400;

interface Running {
  readonly stop: AbortController;
  readonly ended: Promise<void>;
}

/** The run of the service as a whole, through all replacements. */
interface ServiceRun {
  readonly signal: AbortSignal;
  readonly end: () => void;
  readonly fail: (error: unknown) => void;
}

/** A service that can be made again, with other settings, while the rest of the program goes on. */
export class Replaceable<Made extends Runs> implements Service {
  readonly name: string;
  readonly #make: () => Made | Promise<Made>;
  readonly #clock: Clock;
  #current: Made;
  #running: Running | undefined;
  #whole: ServiceRun | undefined;

  private constructor(name: string, make: () => Made | Promise<Made>, made: Made, clock: Clock) {
    this.name = name;
    this.#make = make;
    this.#current = made;
    this.#clock = clock;
  }

  static async create<Made extends Runs>(
    name: string,
    make: () => Made | Promise<Made>,
    { clock }: { readonly clock: Clock },
  ): Promise<Replaceable<Made>> {
    return new Replaceable(name, make, await make(), clock);
  }

  /** The one that runs now. Read it at each use: it may be replaced. */
  get current(): Made {
    return this.#current;
  }

  async run(signal: AbortSignal): Promise<void> {
    try {
      await new Promise<void>((end, fail) => {
        this.#whole = { signal, end, fail };
        signal.addEventListener('abort', () => end(), { once: true });
        if (signal.aborted) {
          end();
        } else {
          this.#watch(this.#begin());
        }
      });
    } finally {
      this.#whole = undefined;
      await this.#end(signal.reason);
    }
  }

  /**
   * Ends the current one, makes another and starts it. Rejects when that cannot start; call it again then, with the
   * settings of before.
   */
  async replace(): Promise<void> {
    const stopping = new Stopping(`${this.name} starts again`, this.#clock.monotonic() + STOP_WITHIN_MS);
    await this.#end(stopping);
    this.#current = await this.#make();
    if (this.#whole === undefined || this.#whole.signal.aborted) {
      // It has not started, or has ended.
      return;
    }
    const running = this.#begin();
    const failed = running.ended.then(() => {
      throw new RunError(say('app.exited-immediately', { part: this.name }));
    });
    const started = this.#current.listening ?? settlesWithin(this.#clock, STARTS_WITHIN_MS, running.ended);
    try {
      // The failure first: it says more than that nothing listens.
      await Promise.race([failed, started]);
    } catch (error) {
      await this.#end(new Stopping(messageOf(error), stopping.deadline));
      throw error;
    }
    failed.catch(() => undefined);
    this.#watch(running);
  }

  #begin(): Running {
    const stop = new AbortController();
    this.#running = { stop, ended: this.#current.run(stop.signal) };
    return this.#running;
  }

  /** When it ends by itself, so does the service. */
  #watch(running: Running): void {
    const finish = (end: (whole: ServiceRun) => void): void => {
      if (this.#running === running && this.#whole !== undefined) {
        end(this.#whole);
      }
    };
    running.ended.then(
      () => finish(({ end }) => end()),
      (error: unknown) => finish(({ fail }) => fail(error)),
    );
  }

  async #end(reason: unknown): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    if (running !== undefined) {
      running.stop.abort(reason);
      await running.ended.catch(() => undefined);
    }
  }
}
