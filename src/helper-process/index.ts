/**
 * Work in a process of its own, which can be ended: native code that reads what strangers made may crash, compute
 * without end or hold on to memory, and a disk may not answer; none of that touches the show.
 */
import type { ChildProcess } from 'node:child_process';
import type { Clock } from '../core/tools.ts';
import { startHelper } from './start.ts';

export interface HelperOptions<Content extends object = object> {
  /** JavaScript that answers each message with one message. */
  readonly script: URL;
  /** Milliseconds that an answer may take, the start of the process included. */
  readonly timeLimitMs: number;
  /** The process ends after so many milliseconds without work; absent: it stays. */
  readonly lingerMs?: number;
  /** What one question waits for, all wait for: when it takes too long, so do those behind it. */
  readonly failTogether?: true;
  /** Told once of a question that has been with the process for so many milliseconds. */
  readonly heldUp?: { readonly afterMs: number; readonly tell: (content: Content) => void };
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

interface PendingQuestion<Content> {
  readonly content: Content;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (failure: HelperFailure) => void;
}

/** Milliseconds that a process takes to start on a busy computer: only then is a question held up. */
const STARTS_WITHIN_MS = 1_000;

export class HelperProcess<Content extends object = object> {
  readonly #options: HelperOptions<Content>;
  /** One question at a time is with the process: whatever happens to it then, that question is the reason. */
  #asked: PendingQuestion<Content> | undefined;
  #waiting: PendingQuestion<Content>[] = [];
  #process: ChildProcess | undefined;
  /** One that was killed and is not gone, because the system keeps it waiting for a disk: it may still be at its work. */
  #stuck: ChildProcess | undefined;
  /** The process has started, and has answered something. */
  #hasAnswered = false;
  #cancelTimer: () => void = () => undefined;
  #cancelHeldUp: () => void = () => undefined;
  readonly #ended = new AbortController();

  constructor(options: HelperOptions<Content>) {
    this.#options = options;
    const until = { once: true, signal: this.#ended.signal };
    options.closing.addEventListener('abort', () => this.end(), until);
  }

  /** Undefined while there is no process. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  get isIdle(): boolean {
    return this.#asked === undefined;
  }

  /** Its process was killed, but the system keeps that waiting for a disk. */
  get isStuck(): boolean {
    return this.#stuck !== undefined;
  }

  /** Starts the process, so that the first question need not wait for it. */
  start(): void {
    if (!this.#isOver && this.#stuck === undefined) {
      this.#process ??= this.#start();
    }
  }

  /** Resolves to the answer. Rejects with HelperFailure. */
  ask(content: Content): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#isOver) {
        reject(new HelperFailure('closing'));
        return;
      }
      this.#waiting.push({ content, resolve, reject });
      this.#next();
    });
  }

  /** Questions that still wait, and that `which` chooses, are asked of the other one. */
  handOver(other: HelperProcess<Content>, which: (content: Content) => boolean): void {
    other.#waiting.push(...this.#waiting.filter(({ content }) => which(content)));
    this.#waiting = this.#waiting.filter(({ content }) => !which(content));
    other.#next();
  }

  /** Ends the process; nothing is answered any more. */
  end(): void {
    this.#ended.abort();
    this.#lose('closing');
  }

  get #isOver(): boolean {
    return this.#ended.signal.aborted || this.#options.closing.aborted;
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

  #send({ content }: PendingQuestion<Content>): void {
    this.#process ??= this.#start();
    const { clock, heldUp } = this.#options;
    if (heldUp !== undefined) {
      const afterMs = this.#hasAnswered ? heldUp.afterMs : Math.max(heldUp.afterMs, STARTS_WITHIN_MS);
      this.#cancelHeldUp = clock.after(afterMs, () => heldUp.tell(content));
    }
    // A process that has just died says so by its end; nobody has to be told twice.
    this.#process.send(content, () => undefined);
  }

  #start(): ChildProcess {
    this.#hasAnswered = false;
    const helper = startHelper(this.#options.script);
    // What a process that was given up says late is nobody's.
    const ifCurrent = (act: () => void): void => {
      if (this.#process === helper) {
        act();
      }
    };
    helper.on('message', (answer) =>
      ifCurrent(() => {
        this.#hasAnswered = true;
        this.#cancelHeldUp();
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
    this.#cancelHeldUp();
    if (this.#process?.kill('SIGKILL') === true) {
      this.#stuck = this.#process;
    }
    this.#process = undefined;
    const lost = this.#asked === undefined ? [] : [this.#asked];
    this.#asked = undefined;
    if (reason === 'closing' || (reason === 'overtime' && this.#options.failTogether === true)) {
      lost.push(...this.#waiting.splice(0));
    }
    for (const { reject } of lost) {
      reject(new HelperFailure(reason, status));
    }
    this.#next();
  }
}
