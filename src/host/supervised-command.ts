/** Runs until deckcast ends: each time it exits, it is started again. */
import type { Clock, Logger } from '../core/tools.ts';
import { backoffMs, pause } from '../core/waiting.ts';
import { type Ending, runCommandLine, type TakeBytes } from './child.ts';

const AGAIN = { firstMs: 1_000, longestMs: 30_000 };
/** A program that ran this long counts as working. */
const WELL_AFTER_MS = 30_000;

export interface SupervisedCommandOptions {
  /** Option that names the command, such as `--midi.command`. */
  readonly option: string;
  readonly command: string;
  readonly clock: Clock;
  readonly log: Logger;
}

export class SupervisedCommand {
  readonly #options: SupervisedCommandOptions;
  #ended: Ending | undefined;

  constructor(options: SupervisedCommandOptions) {
    this.#options = options;
  }

  /** End of the last run, until the next one works. */
  get ended(): Ending | undefined {
    return this.#ended;
  }

  /** Notes that the program prints usable output. */
  works(): void {
    this.#ended = undefined;
  }

  /** `reader` gives each run's reader of its output. Never rejects unless a reader throws. */
  async run(reader: () => TakeBytes, signal: AbortSignal): Promise<void> {
    const { option, command, clock, log } = this.#options;
    for (let failures = 0; !signal.aborted; ) {
      const startedAt = clock.monotonic();
      const ended = await runCommandLine(command, reader(), signal, clock);
      if (signal.aborted) {
        return;
      }
      failures = clock.monotonic() >= startedAt + WELL_AFTER_MS ? 1 : failures + 1;
      const report = failures === 1 ? log.warn : log.debug;
      report.call(log, `the program of ${option} has ended; it is started again`, {
        how: ended.how,
        said: ended.lastWords,
      });
      this.#ended = ended;
      await pause(clock, backoffMs(failures, AGAIN), signal);
    }
  }
}
