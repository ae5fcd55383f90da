import type { Clock } from '../core/tools.ts';

/** Characters that may wait for a disk that does not answer, or for a reader who does not read. */
const WAITING_LIMIT = 4 * 1024 * 1024;
const TRY_AGAIN_MS = 1_000;

export interface LineWriterTools {
  readonly clock: Clock;
  /** Puts the text where it belongs, whole. When it rejects, it is called again with the same text. */
  readonly put: (text: string) => Promise<void>;
  /** Told once when `put` begins to fail. */
  readonly failed: (error: unknown) => void;
  /** The line that stands where so many lines are missing. */
  readonly lossOf: (count: number) => string;
}

/** Writes lines in order, all that have come since the last time at once; whoever logs never waits. */
export class LineWriter {
  readonly #tools: LineWriterTools;
  readonly #closing = new AbortController();
  #putting = '';
  #waiting = '';
  #passedOver = 0;
  #fails = false;
  #work: Promise<void> | undefined;

  constructor(tools: LineWriterTools) {
    this.#tools = tools;
  }

  write(line: string): void {
    if (this.#waiting.length > WAITING_LIMIT) {
      this.#passedOver += 1;
      return;
    }
    this.#waiting += line;
    this.#work ??= this.#put();
  }

  /** Gives what is left so many milliseconds, and answers what could not be written in them. */
  async close(ms: number): Promise<string> {
    this.#closing.abort();
    if (this.#work !== undefined) {
      const over = new AbortController();
      await Promise.race([this.#work, this.#tools.clock.sleep(ms, over.signal).catch(() => undefined)]);
      over.abort();
    }
    const rest = this.#putting + this.#waiting;
    this.#putting = '';
    this.#waiting = '';
    return rest;
  }

  async #put(): Promise<void> {
    const { put, failed, clock } = this.#tools;
    while (this.#putting !== '' || this.#waiting !== '') {
      if (this.#putting === '') {
        this.#putting = this.#waiting + this.#gap();
        this.#waiting = '';
      }
      try {
        await put(this.#putting);
        this.#putting = '';
        this.#fails = false;
      } catch (error) {
        if (!this.#fails) {
          this.#fails = true;
          failed(error);
        }
        if (this.#closing.signal.aborted) {
          break;
        }
        await clock.sleep(TRY_AGAIN_MS, this.#closing.signal).catch(() => undefined);
      }
    }
    this.#work = undefined;
  }

  #gap(): string {
    const count = this.#passedOver;
    this.#passedOver = 0;
    return count === 0 ? '' : this.#tools.lossOf(count);
  }
}
