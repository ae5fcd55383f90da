/**
 * Work in a process of its own, which can be ended: native code that reads files from elsewhere may crash, loop or leak
 * memory, and a disk may not answer; none of that affects the show.
 */
import type { ChildProcess } from 'node:child_process';
import type { Clock } from '../../core/tools.ts';
import { Timer } from '../../core/waiting.ts';
import { sendRequest, startHelper } from './start.ts';

export interface HelperOptions<Content extends object = object> {
  /** JavaScript that calls `answerRequests`. */
  readonly script: URL;
  /** Time limit of an answer in milliseconds; the start of the process is not counted. */
  readonly timeLimitMs: number;
  /** The process ends after this many milliseconds without work; when absent, it stays. */
  readonly lingerMs?: number;
  /** All requests wait for the same thing: when one takes too long, those behind it fail, too. */
  readonly failTogether?: true;
  /** Called once for a request that the process has worked on for `afterMs` milliseconds. */
  readonly heldUp?: { readonly afterMs: number; readonly notify: (content: Content) => void };
  readonly clock: Clock;
  /** The process ends when this fires; pending requests fail. */
  readonly closing: AbortSignal;
}

/** A request has no answer. */
export class HelperFailure extends Error {
  override readonly name = 'HelperFailure';
  readonly reason: 'not-started' | 'overtime' | 'ended' | 'closing';
  /** Exit status of a process that ended by itself; otherwise absent. */
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

/**
 * Milliseconds after which a process that does not start is abandoned. A busy computer needs many seconds, and starting it
 * once more would make it busier.
 */
const STARTS_WITHIN_MS = 30_000;

/** `Content` and `Answer` are those of the function that its script hands to `answerRequests`. */
export class HelperProcess<Content extends object = object, Answer = unknown> {
  readonly #options: HelperOptions<Content>;
  /** The process gets one request at a time, so that a crash is the fault of that request. */
  #current: PendingRequest<Content, Answer> | undefined;
  #waiting: PendingRequest<Content, Answer>[] = [];
  #process: ChildProcess | undefined;
  /** Killed, but not gone yet because the system keeps it waiting for a disk: it may still be working. */
  #stuck: ChildProcess | undefined;
  /** The process has started: it reads its messages. */
  #isReady = false;
  /** For what is awaited: the start of the process, its answer, or, without work, its end. */
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

  /** Undefined while there is no process. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  get isIdle(): boolean {
    return this.#current === undefined;
  }

  /** Its process was killed, but the system keeps that waiting for a disk. */
  get isStuck(): boolean {
    return this.#stuck !== undefined;
  }

  /** Starts the process, so that the first request need not wait for it. */
  start(): void {
    if (!this.#isOver && this.#stuck === undefined) {
      this.#process ??= this.#tryToStart();
    }
  }

  /** Resolves to the answer; the `bytes` of the content stay as they are until then. Rejects with HelperFailure. */
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

  /** Moves the waiting requests that `which` selects to another process. */
  handOver(other: HelperProcess<Content, Answer>, which: (content: Content) => boolean): void {
    other.#waiting.push(...this.#waiting.filter(({ content }) => which(content)));
    this.#waiting = this.#waiting.filter(({ content }) => !which(content));
    other.#next();
  }

  /** Ends the process; pending requests fail. */
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
      // Not at once, because those that wait would fail within each other's calls.
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

  /** Undefined when the system has no process for us now: the next request tries again. */
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
    // Ignores late answers of an abandoned process.
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
        // It comes from a process of ours.
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

  /** Kills the process and fails its request. Waiting requests go to a new process. */
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
