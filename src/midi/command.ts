/** Program that prints the messages of a controller, a line each. */
import type { Clock, Logger } from '../core/tools.ts';
import { backoffMs, pause } from '../core/waiting.ts';
import { type Ending, runCommandLine } from '../host/child.ts';
import { readLine } from './line.ts';
import { type ControlChange, MidiReader } from './messages.ts';

const AGAIN = { firstMs: 1_000, longestMs: 30_000 };
/** A program that ran this long counts as working. */
const WELL_AFTER_MS = 30_000;
/** A running program is a sign of life. */
const ALIVE_EVERY_MS = 500;
/** Longer lines are no messages. */
const MAX_LINE = 4_096;

export interface MidiCommandOptions {
  readonly command: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly alive: () => void;
  readonly receive: (changes: readonly ControlChange[]) => void;
}

export class MidiCommand {
  readonly #options: MidiCommandOptions;
  #ended: Ending | undefined;
  /** A line that was no message; empty if none. */
  #strange = '';
  #messages = 0;

  constructor(options: MidiCommandOptions) {
    this.#options = options;
  }

  /** End of its last run, until it is started again and prints a message. */
  get ended(): Ending | undefined {
    return this.#ended;
  }

  /** A line that is no message, while none was understood. */
  get strange(): string {
    return this.#messages === 0 ? this.#strange : '';
  }

  /** Runs the program, and starts it again when it ends. Never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#options;
    for (let failures = 0; !signal.aborted; ) {
      const startedAt = clock.monotonic();
      const ended = await this.#runOnce(signal);
      if (signal.aborted) {
        return;
      }
      failures = clock.monotonic() >= startedAt + WELL_AFTER_MS ? 1 : failures + 1;
      const report = failures === 1 ? log.warn : log.debug;
      report.call(log, 'the program of --midi.command has ended; it is started again', {
        how: ended.how,
        said: ended.lastWords,
      });
      this.#ended = ended;
      await pause(clock, backoffMs(failures, AGAIN), signal);
    }
  }

  async #runOnce(signal: AbortSignal): Promise<Ending> {
    const { command, clock, alive, receive } = this.#options;
    const reader = new MidiReader();
    const ending = new AbortController();
    let rest = '';
    const living = this.#live(ending.signal, alive);
    try {
      return await runCommandLine(
        command,
        (bytes) => {
          const lines = (rest + bytes.toString('latin1')).split(/[\r\n]+/);
          rest = (lines.pop() ?? '').slice(-MAX_LINE);
          const changes = lines.flatMap((line) => this.#changesIn(line, reader));
          if (changes.length > 0) {
            this.#ended = undefined;
            receive(changes);
          }
        },
        signal,
        clock,
      );
    } finally {
      ending.abort();
      await living;
    }
  }

  async #live(signal: AbortSignal, alive: () => void): Promise<void> {
    while (!signal.aborted) {
      alive();
      await pause(this.#options.clock, ALIVE_EVERY_MS, signal);
    }
  }

  #changesIn(line: string, reader: MidiReader): readonly ControlChange[] {
    const read = readLine(line);
    if (read === undefined) {
      if (line.trim() !== '') {
        this.#strange = line.trim();
      }
      return [];
    }
    this.#messages += 1;
    return 'channel' in read ? [read] : reader.push(read);
  }
}
