import { messageOf, RunError } from '../core/errors.ts';
import { say } from '../core/message.ts';
import type { Clock } from '../core/tools.ts';
import { settlesWithin } from '../core/waiting.ts';
import { STOP_WITHIN_MS, Stopping } from '../host/lifetime.ts';

export interface Runs<Input = void> {
  run(signal: AbortSignal, input: Input): Promise<void>;
  /** Settles when the part has started or failed to. If absent, a part that ran for a moment has started. */
  readonly listening?: Promise<unknown>;
}

/** A failure to open a port or file comes sooner. */
const STARTS_WITHIN_MS = 400;

interface Running {
  readonly stop: AbortController;
  readonly ended: Promise<void>;
}

interface ServiceRun<Input> {
  readonly input: Input;
  readonly signal: AbortSignal;
  readonly end: () => void;
  readonly fail: (error: unknown) => void;
}

/** Service that can be made again while the rest of the program continues. */
export class Replaceable<Made extends Runs<Input>, Input = void> {
  readonly name: string;
  readonly #make: () => Made | Promise<Made>;
  readonly #clock: Clock;
  #current: Made;
  #running: Running | undefined;
  #whole: ServiceRun<Input> | undefined;

  private constructor(name: string, make: () => Made | Promise<Made>, made: Made, clock: Clock) {
    this.name = name;
    this.#make = make;
    this.#current = made;
    this.#clock = clock;
  }

  static async create<Made extends Runs<Input>, Input = void>(
    name: string,
    make: () => Made | Promise<Made>,
    { clock }: { readonly clock: Clock },
  ): Promise<Replaceable<Made, Input>> {
    return new Replaceable(name, make, await make(), clock);
  }

  /** Read at each use: it may be replaced. */
  get current(): Made {
    return this.#current;
  }

  async run(signal: AbortSignal, input: Input): Promise<void> {
    try {
      await new Promise<void>((end, fail) => {
        this.#whole = { input, signal, end, fail };
        signal.addEventListener('abort', () => end(), { once: true });
        if (signal.aborted) {
          end();
        } else {
          this.#watch(this.#begin(input));
        }
      });
    } finally {
      this.#whole = undefined;
      await this.#end(signal.reason);
    }
  }

  /**
   * Ends the running version, then starts a new one. With `handOver`, starts the new one, calls `handOver`, then ends
   * the old one. Rejects if the new one cannot start; the caller then restores the settings and calls `replace` again.
   */
  async replace(handOver?: () => void): Promise<void> {
    const stopping = new Stopping(`${this.name} restarts`, this.#clock.monotonic() + STOP_WITHIN_MS);
    if (handOver === undefined) {
      await this.#end(stopping);
    }
    const before = { made: this.#current, running: this.#running };
    this.#current = await this.#make();
    if (this.#whole === undefined || this.#whole.signal.aborted) {
      return;
    }
    const running = this.#begin(this.#whole.input);
    const failed = running.ended.then(() => {
      throw new RunError(say('app.exited-immediately', { part: this.name }));
    });
    const started = this.#current.listening ?? settlesWithin(this.#clock, STARTS_WITHIN_MS, running.ended);
    try {
      // A failure says more than a rejected `listening`.
      await Promise.race([failed, started]);
    } catch (error) {
      await this.#end(new Stopping(messageOf(error), stopping.deadline));
      this.#current = before.made;
      this.#running = before.running;
      throw error;
    }
    failed.catch(() => undefined);
    this.#watch(running);
    if (handOver !== undefined) {
      handOver();
      await end(before.running, stopping);
    }
  }

  #begin(input: Input): Running {
    const stop = new AbortController();
    this.#running = { stop, ended: this.#current.run(stop.signal, input) };
    return this.#running;
  }

  #watch(running: Running): void {
    const finish = (end: (whole: ServiceRun<Input>) => void): void => {
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
    await end(running, reason);
  }
}

async function end(running: Running | undefined, reason: unknown): Promise<void> {
  running?.stop.abort(reason);
  await running?.ended.catch(() => undefined);
}
