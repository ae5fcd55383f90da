/** A process that works on the disk (`file-process.js`), as the program sees it. */
import type { ChildProcess } from 'node:child_process';
import { startHelper } from '../../helper-process/start.ts';
import type { operations } from './node-disk.js';

/** Something that the process is asked to do. Exactly one of `done` and `failed` is called, once. */
export interface Call {
  readonly operation: keyof typeof operations;
  readonly args: readonly unknown[];
  done(value: unknown): void;
  failed(error: Error): void;
  /** The process begins to append where the file ends now, in bytes. */
  begins?(from: number): void;
}

/** Whatever one of its threads waits for costs the others nothing, up to this many. */
const THREADS = 16;

export class FileProcess {
  readonly #child: ChildProcess;
  readonly #calls = new Map<number, Call>();
  #asked = 0;
  #isReady = false;
  #isGone = false;
  #ended: Error | undefined;

  /** `onGone`: the process has ended, and nothing that it was asked for is under way any more. */
  constructor(onGone: () => void) {
    const script = new URL('./file-process.js', import.meta.url);
    this.#child = startHelper(script, THREADS);
    const gone = (why: string): void => {
      if (!this.#isGone) {
        this.#isGone = true;
        this.end(new Error(why));
        onGone();
      }
    };
    this.#child.on('message', (message) => this.#take(message));
    this.#child.on('error', (error) => {
      // It could not be started. Any other trouble ends it, and is told then.
      if (this.#child.pid === undefined) {
        gone(`the process that writes files could not be started: ${error.message}`);
      }
    });
    this.#child.on('exit', () => gone('the process that writes files has ended'));
  }

  /** It has started, so what is not answered now is the disk's doing. */
  get isReady(): boolean {
    return this.#isReady;
  }

  get isIdle(): boolean {
    return this.#calls.size === 0;
  }

  /** It was ended, but what it is at keeps it. */
  get isStuck(): boolean {
    return this.#ended !== undefined && !this.#isGone;
  }

  ask(call: Call): void {
    if (this.#ended !== undefined) {
      call.failed(this.#ended);
      return;
    }
    this.#asked += 1;
    this.#calls.set(this.#asked, call);
    const { operation, args } = call;
    // A process that has just died says so by its end; nobody has to be told twice.
    this.#child.send({ id: this.#asked, operation, args }, () => undefined);
  }

  /** Ends it, whatever it is at; what it was asked for fails with this error. */
  end(error: Error): void {
    this.#ended ??= error;
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    this.#child.kill('SIGKILL');
    for (const call of calls) {
      call.failed(error);
    }
  }

  #take(message: unknown): void {
    if (typeof message !== 'object' || message === null) {
      return;
    }
    if (!('id' in message)) {
      this.#isReady = true;
      return;
    }
    const id = Number(message.id);
    const call = this.#calls.get(id);
    if ('from' in message) {
      call?.begins?.(Number(message.from));
      return;
    }
    this.#calls.delete(id);
    if ('problem' in message) {
      call?.failed(errorOf(message.problem));
    } else {
      call?.done('value' in message ? message.value : undefined);
    }
  }
}

/** An error of Node's that crossed from the process. */
function errorOf(problem: unknown): Error {
  const { message, ...fields } = Object(problem) as { message: string };
  return Object.assign(new Error(message), fields);
}
