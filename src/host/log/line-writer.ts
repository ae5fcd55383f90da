import { messageOf } from '../../core/errors.ts';
import type { Clock } from '../../core/tools.ts';
import { pause, settlesWithin } from '../../core/waiting.ts';

/** Characters kept while a disk hangs or a pipe has no reader. */
const WAITING_LIMIT = 4 * 1024 * 1024;
const TRY_AGAIN_MS = 1_000;

export interface LineWriterTools {
  readonly clock: Clock;
  /** Called again with the same text after a rejection. */
  readonly put: (text: string) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
  readonly lossOf: (count: number) => string;
}

/**
 * Logging never waits. Pino's writer opens the file in the background, so a short run would lose lines, and a
 * disk that hangs would keep the program from ending.
 */
export class LineWriter {
  readonly #tools: LineWriterTools;
  readonly #closing = new AbortController();
  #writing = '';
  #waiting = '';
  #lost = 0;
  #failure: string | undefined;
  #work: Promise<void> | undefined;

  constructor(tools: LineWriterTools) {
    this.#tools = tools;
  }

  write(line: string): void {
    if (line === '') {
      return;
    }
    if (this.#waiting.length > WAITING_LIMIT) {
      this.#lost += 1;
      return;
    }
    this.#waiting += line;
    this.#work ??= this.#writeAll();
  }

  /**
   * Waits `ms`, or as long as `put` takes. Resolves to the unwritten text. Another call may shorten the time.
   */
  async close(ms?: number): Promise<string> {
    this.#closing.abort();
    if (ms === undefined) {
      await this.#work;
    } else if (this.#work !== undefined) {
      await settlesWithin(this.#tools.clock, ms, this.#work);
    }
    const rest = this.#writing + this.#waiting;
    this.#writing = '';
    this.#waiting = '';
    return rest;
  }

  async #writeAll(): Promise<void> {
    const { put, onFailure, clock } = this.#tools;
    while (this.#writing !== '' || this.#waiting !== '') {
      if (this.#writing === '') {
        this.#writing = this.#waiting + this.#gap();
        this.#waiting = '';
      }
      try {
        await put(this.#writing);
        this.#writing = '';
        this.#failure = undefined;
      } catch (error) {
        const failure = messageOf(error);
        if (failure !== this.#failure) {
          this.#failure = failure;
          onFailure(error);
        }
        if (this.#closing.signal.aborted) {
          break;
        }
        await pause(clock, TRY_AGAIN_MS, this.#closing.signal);
      }
    }
    this.#work = undefined;
  }

  #gap(): string {
    const count = this.#lost;
    this.#lost = 0;
    return count === 0 ? '' : this.#tools.lossOf(count);
  }
}
