/**
 * Native code that reads foreign files may crash, loop or leak, and a disk may hang. A process can be ended.
 */
import type { ChildProcess } from 'node:child_process';
import type { Clock } from '../../core/tools.ts';
import { Timer } from '../../core/waiting.ts';
import { sendRequest, startHelper } from './start.ts';

export interface HelperOptions<Content extends object = object> {
  readonly script: URL;
  /** Excludes the process's start. */
  readonly timeLimitMs: number;
  /** Idle time until the process ends; absent: it stays. */
  readonly lingerMs?: number;
  /** A request that times out fails those behind it, which depend on the same resource. */
  readonly failTogether?: true;
  readonly heldUp?: { readonly afterMs: number; readonly notify: (content: Content) => void };
  readonly clock: Clock;
  readonly closing: AbortSignal;
}

export class HelperFailure extends Error {
  override readonly name = 'HelperFailure';
  readonly reason: 'not-started' | 'overtime' | 'ended' | 'closing';
  readonly status: number | undefined;

  constructor(reason: HelperFailure['reason'], status?: number) {
    super(`the helper process gave no answer: ${reason}`);
    this.reason = reason;
    this.status = status;
  }
}

interface PendingRequest<Content, Answer> {
  readonly content: Content;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (failure: HelperFailure) => void;
}

/** A busy computer needs many seconds, and a second start would make it busier. */
const STARTS_WITHIN_MS = 30_000;

/** Types of the function passed to `answerRequests`. */
export class HelperProcess<Content extends object = object, Answer = unknown> {
  readonly #options: HelperOptions<Content>;
  /** Single, so that it can be blamed for a crash. */
  #current: PendingRequest<Content, Answer> | undefined;
  #waiting: PendingRequest<Content, Answer>[] = [];
  #process: ChildProcess | undefined;
  /** Killed, but waiting for a disk, and perhaps working. */
  #stuck: ChildProcess | undefined;
  #isReady = false;
  readonly #limit: Timer;
  readonly #heldUp: Timer;
  readonly #ended = new AbortController();

  constructor(options: HelperOptions<Content>) {
    this.#options = options;
    this.#limit = new Timer(options.clock);
    this.#heldUp = new Timer(options.clock);
    const until = { once: true, signal: this.#ended.signal };
    options.closing.addEventListener('abort', () => this.end(), until);
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  get isIdle(): boolean {
    return this.#current === undefined;
  }

  get isStuck(): boolean {
    return this.#stuck !== undefined;
  }

  start(): void {
    if (!this.#isOver && this.#stuck === undefined) {
      this.#process ??= this.#tryToStart();
    }
  }

  /** Rejects with HelperFailure. `bytes` must not change before. */
  request(content: Content): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#isOver) {
        reject(new HelperFailure('closing'));
        return;
      }
      this.#waiting.push({ content, resolve, reject });
      this.#next();
    });
  }

  handOver(other: HelperProcess<Content, Answer>, which: (content: Content) => boolean): void {
    other.#waiting.push(...this.#waiting.filter(({ content }) => which(content)));
    this.#waiting = this.#waiting.filter(({ content }) => !which(content));
    other.#next();
  }

  end(): void {
    this.#ended.abort();
    this.#abandon('closing');
  }

  get #isOver(): boolean {
    return this.#ended.signal.aborted || this.#options.closing.aborted;
  }

  #next(): void {
    if (this.#current !== undefined) {
      return;
    }
    const { timeLimitMs, lingerMs } = this.#options;
    this.#limit.cancel();
    this.#current = this.#waiting.shift();
    if (this.#current === undefined) {
      if (lingerMs !== undefined && this.#process !== undefined) {
        this.#limit.set(lingerMs, () => this.#abandon('ended'));
      }
      return;
    }
    if (this.#stuck === undefined) {
      this.#send(this.#current);
    } else {
      this.#limit.set(timeLimitMs, () => this.#abandon('overtime'));
    }
  }

  #send(request: PendingRequest<Content, Answer>): void {
    this.#process ??= this.#tryToStart();
    if (this.#process === undefined) {
      // Deferred, so that waiting requests don't fail within each other's calls.
      this.#limit.set(0, () => this.#abandon('not-started'));
      return;
    }
    if (this.#isReady) {
      this.#expectAnswer(request);
    } else {
      this.#limit.set(STARTS_WITHIN_MS, () => this.#abandon('not-started'));
    }
    sendRequest(this.#process, request.content);
  }

  #expectAnswer({ content }: PendingRequest<Content, Answer>): void {
    const { timeLimitMs, heldUp } = this.#options;
    this.#limit.set(timeLimitMs, () => this.#abandon('overtime'));
    if (heldUp !== undefined) {
      this.#heldUp.set(heldUp.afterMs, () => heldUp.notify(content));
    }
  }

  /** Undefined if the OS cannot start a process now; the next request retries. */
  #tryToStart(): ChildProcess | undefined {
    try {
      return this.#start();
    } catch {
      return undefined;
    }
  }

  #start(): ChildProcess {
    this.#isReady = false;
    const helper = startHelper(this.#options.script);
    // Ignores an abandoned process.
    const ifCurrent = (act: () => void): void => {
      if (this.#process === helper) {
        act();
      }
    };
    helper.on('message', (answer) =>
      ifCurrent(() => {
        if (!this.#isReady) {
          this.#isReady = true;
          if (this.#current !== undefined) {
            this.#expectAnswer(this.#current);
          }
          return;
        }
        this.#heldUp.cancel();
        this.#current?.resolve(answer as Answer);
        this.#current = undefined;
        this.#next();
      }),
    );
    helper.on('error', () => ifCurrent(() => this.#abandon('ended')));
    helper.on('exit', (status) => {
      ifCurrent(() => this.#abandon('ended', status ?? undefined));
      if (this.#stuck === helper) {
        this.#stuck = undefined;
        if (this.#current !== undefined) {
          this.#send(this.#current);
        }
      }
    });
    return helper;
  }

  /** Fails the current request; a new process gets the waiting ones. */
  #abandon(reason: HelperFailure['reason'], status?: number): void {
    this.#limit.cancel();
    this.#heldUp.cancel();
    if (this.#process?.kill('SIGKILL') === true) {
      this.#stuck = this.#process;
    }
    this.#process = undefined;
    const lost = this.#current === undefined ? [] : [this.#current];
    this.#current = undefined;
    if (reason === 'closing' || (reason !== 'ended' && this.#options.failTogether === true)) {
      lost.push(...this.#waiting.splice(0));
    }
    for (const { reject } of lost) {
      reject(new HelperFailure(reason, status));
    }
    this.#next();
  }
}
