/**
 * Turns image bytes from anywhere into the one form of art that we publish. The work is done in a process of its
 * own, because image libraries are native code that reads whatever strangers made: what crashes them, or makes
 * them hold on to memory, does not touch the show.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { UpstreamError } from '../../core/errors.ts';
import type { Clock } from '../../core/tools.ts';
import type { Picture } from '../../core/track.ts';
import { formatOf } from './format.ts';

/** Bytes of encoded image beyond which nothing is decoded. */
export const MAX_IMAGE_BYTES = 20 * 1024 * 1024;
/** The process ends after so long without work; a track in this time is not unusual. */
const LINGER_MS = 15 * 60_000;
/** The process gives each image ten seconds; one that takes longer is stuck. */
const STUCK_MS = 15_000;

/** Small heaps, and one place for native memory instead of one for each thread: its work is always the same. */
const PROCESS_OPTIONS = {
  serialization: 'advanced',
  stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  execArgv: ['--max-semi-space-size=1', '--max-old-space-size=128'],
} as const;
const PROCESS_ENVIRONMENT = { MALLOC_ARENA_MAX: '1', UV_THREADPOOL_SIZE: '1' };

interface Waiting {
  readonly resolve: (picture: Picture) => void;
  readonly reject: (error: UpstreamError) => void;
}

export class Pictures {
  readonly #clock: Clock;
  readonly #closing: AbortSignal;
  readonly #waiting = new Map<number, Waiting>();
  #process: ChildProcess | undefined;
  #asked = 0;
  #cancelTimer: () => void = () => undefined;

  /** The process ends when `closing` fires. */
  constructor(clock: Clock, closing: AbortSignal) {
    this.#clock = clock;
    this.#closing = closing;
    closing.addEventListener('abort', () => this.#end('the program stops'), { once: true });
  }

  /**
   * JPEG, PNG, WebP or GIF in; a PNG of 256x256 out, cut to a square around the middle.
   * Rejects with UpstreamError (`drop`) for what is too large or no such image.
   */
  async draw(bytes: Uint8Array): Promise<Picture> {
    if (bytes.byteLength > MAX_IMAGE_BYTES) {
      throw new UpstreamError(`the image has more than ${MAX_IMAGE_BYTES} bytes`, 'drop');
    }
    if (formatOf(bytes) === undefined) {
      throw new UpstreamError('the image is no JPEG, PNG, WebP or GIF', 'drop');
    }
    this.#closing.throwIfAborted();
    this.#process ??= this.#start();
    const worker = this.#process;
    this.#asked += 1;
    const id = this.#asked;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#watch();
      // A process that has just died says so by its end; nobody has to be told twice.
      worker.send({ id, bytes }, () => undefined);
    });
  }

  /** Of the process that draws; undefined while there is none. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  #start(): ChildProcess {
    const script = new URL('./picture-process.js', import.meta.url);
    const env = { ...process.env, ...PROCESS_ENVIRONMENT };
    const worker = fork(script, {
      ...PROCESS_OPTIONS,
      stdio: [...PROCESS_OPTIONS.stdio],
      execArgv: [...PROCESS_OPTIONS.execArgv],
      env,
    });
    worker.on('message', (message) => {
      // What a process that was given up says late is nobody's.
      if (this.#process === worker) {
        this.#take(message);
      }
    });
    const ended = (why: string): void => {
      if (this.#process === worker) {
        this.#end(why);
      }
    };
    worker.on('error', (error) => ended(error.message));
    worker.on('exit', (status) => {
      ended(
        status === null
          ? 'the image cannot be read: it ended the process that reads images'
          : `the process that reads images ended with status ${status}: is the package sharp installed?`,
      );
    });
    return worker;
  }

  #take(message: unknown): void {
    if (typeof message !== 'object' || message === null || !('id' in message)) {
      return;
    }
    const waiting = this.#waiting.get(Number(message.id));
    this.#waiting.delete(Number(message.id));
    this.#watch();
    if ('png' in message && message.png instanceof Uint8Array) {
      waiting?.resolve({ png: message.png });
    } else {
      const problem = 'problem' in message ? String(message.problem) : 'no answer';
      waiting?.reject(new UpstreamError(`the image cannot be read: ${problem}`, 'drop'));
    }
  }

  /** Ends a process that is stuck, or has not been needed for long. */
  #watch(): void {
    this.#cancelTimer();
    this.#cancelTimer =
      this.#waiting.size > 0
        ? this.#clock.after(STUCK_MS, () => this.#end('the image takes too long'))
        : this.#clock.after(LINGER_MS, () => this.#end('nothing to do'));
  }

  #end(why: string): void {
    this.#cancelTimer();
    this.#process?.kill('SIGKILL');
    this.#process = undefined;
    const all = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of all) {
      reject(new UpstreamError(why, 'drop'));
    }
  }
}
