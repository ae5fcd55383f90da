/**
 * Work in a process of its own, which can be ended: native code that reads what strangers made may crash, compute
 * without end or hold on to memory, and none of that touches the show.
 */
import type { ChildProcess } from 'node:child_process';
import type { Clock } from '../core/tools.ts';
import { startHelper } from './start.ts';

export interface HelperOptions {
  /** JavaScript that answers each message with one message. */
  readonly script: URL;
  /** Milliseconds that an answer may take, the start of the process included. */
  readonly timeLimitMs: number;
  /** The process ends after so many milliseconds without work; absent: it stays. */
  readonly lingerMs?: number;
  readonly clock: Clock;
  /** The process ends when this fires, and nothing is answered any more. */
  readonly closing: AbortSignal;
}

/** A question has no answer. */
export class HelperFailure extends Error {
  override readonly name = 'HelperFailure';
  readonly reason: 'overtime' | 'ended' | 'closing';
  /** With which the process ended by itself; absent when something else ended it. */
  readonly status: number | undefined;

  constructor(reason: HelperFailure['reason'], status?: number) {
    super(`the helper process gave no answer: ${reason}`);
    this.reason = reason;
    this.status = status;
  }
}

interface PendingQuestion {
  readonly content: object;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (failure: HelperFailure) => void;
}

export class HelperProcess {
  readonly #options: HelperOptions;
  /** One question at a time is with the process: whatever happens to it then, that question is the reason. */
  #asked: PendingQuestion | undefined;
  #waiting: PendingQuestion[] = [];
  #process: ChildProcess | undefined;
  /** One that was killed and is not gone, because the system keeps it waiting for a disk: it may still be at its work. */
  #stuck: ChildProcess | undefined;
  #cancelTimer: () => void = () => undefined;

  constructor(options: HelperOptions) {
    this.#options = options;
    options.closing.addEventListener('abort', () => this.#close(), { once: true });
  }

  /** Undefined while there is no process. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** Starts the process, so that the first question need not wait for it. */
  start(): void {
    if (!this.#options.closing.aborted && this.#stuck === undefined) {
      this.#process ??= this.#start();
    }
  }

  /** Resolves to the answer. Rejects with HelperFailure. */
  ask(content: object): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#options.closing.aborted) {
        reject(new HelperFailure('closing'));
        return;
      }
      this.#waiting.push({ content, resolve, reject });
      this.#next();
    });
  }

  #next(): void {
    if (this.#asked !== undefined) {
      return;
    }
    const { clock, timeLimitMs, lingerMs } = this.#options;
    this.#cancelTimer();
    this.#asked = this.#waiting.shift();
    if (this.#asked === undefined) {
      if (lingerMs !== undefined && this.#process !== undefined) {
        this.#cancelTimer = clock.after(lingerMs, () => this.#lose('ended'));
      }
      return;
    }
    this.#cancelTimer = clock.after(timeLimitMs, () => this.#lose('overtime'));
    if (this.#stuck === undefined) {
      this.#send(this.#asked);
    }
  }

  #send({ content }: PendingQuestion): void {
    this.#process ??= this.#start();
    // A process that has just died says so by its end; nobody has to be told twice.
    this.#process.send(content, () => undefined);
  }

  #start(): ChildProcess {
    const helper = startHelper(this.#options.script, 1);
    // What a process that was given up says late is nobody's.
    const ifCurrent = (act: () => void): void => {
      if (this.#process === helper) {
        act();
      }
    };
    helper.on('message', (answer) =>
      ifCurrent(() => {
        this.#asked?.resolve(answer);
        this.#asked = undefined;
        this.#next();
      }),
    );
    helper.on('error', () => ifCurrent(() => this.#lose('ended')));
    helper.on('exit', (status) => {
      ifCurrent(() => this.#lose('ended', status ?? undefined));
      if (this.#stuck === helper) {
        this.#stuck = undefined;
        if (this.#asked !== undefined) {
          this.#send(this.#asked);
        }
      }
    });
    return helper;
  }

  /** Ends the process. What waits goes to the next one. */
  #lose(reason: HelperFailure['reason'], status?: number): void {
    this.#cancelTimer();
    if (this.#process?.kill('SIGKILL') === true) {
      this.#stuck = this.#process;
    }
    this.#process = undefined;
    const asked = this.#asked;
    this.#asked = undefined;
    asked?.reject(new HelperFailure(reason, status));
    this.#next();
  }

  #close(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#lose('closing');
    for (const { reject } of waiting) {
      reject(new HelperFailure('closing'));
    }
  }
}
