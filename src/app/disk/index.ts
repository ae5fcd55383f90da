/**
 * The disk, worked on by a process of its own: one that hangs is given up, and neither the pages nor the files on other
 * disks wait for it (`docs/decisions/files-in-a-process.md`).
 */
import { dirname } from 'node:path';
import type { Clock, Disk, FileInfo } from '../../core/tools.ts';
import { type Call, FileProcess } from './file-process-client.ts';

/** Milliseconds after which a folder gets a process of its own, so that nobody else waits behind it. */
const HELD_UP_MS = 250;
/** Milliseconds after which a process is given up. A disk that slept needs up to eight seconds to wake. */
const ANSWERS_WITHIN_MS = 9_000;
/** Processes, those that were given up but cannot end among them. More are never needed by one configuration. */
const MOST_PROCESSES = 32;

/** What a process has as a stream of its own is no other process's. */
const OWN_STREAM = /^\/(?:dev\/(?:std(?:in|out|err)$|fd\/)|proc\/self\/)/;

/** An append that was given up, or whose process died, in the middle. */
interface Unsure {
  readonly content: string;
  /** Where the file ended before, in bytes. */
  readonly from: number;
}

export interface ProcessDisk extends Disk {
  /** Ends every process; what is under way fails. */
  close(): void;
}

/** Starts a process at the first use. Close it, or the process keeps the program alive. */
export function openDisk(clock: Clock): ProcessDisk {
  return new FileProcesses(clock);
}

class FileProcesses implements ProcessDisk {
  readonly #clock: Clock;
  readonly #all = new Set<FileProcess>();
  /** Works on every folder whose disk answers at once. */
  #shared: FileProcess | undefined;
  /** Folders whose disk keeps a process waiting: what comes for them waits there, too. */
  readonly #slow = new Map<string, FileProcess>();
  /** Files whose write was given up, as long as the process that was at it is not gone. */
  readonly #stuck = new Map<string, FileProcess>();
  readonly #unsure = new Map<string, Unsure>();
  #closed = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  prepare(path: string): void {
    this.#run(path, 'tidy', [path]).catch(() => undefined);
  }

  async replace(path: string, content: string | Uint8Array, options?: { readonly mode?: number }) {
    await this.#write(path, 'replace', [path, content, options]);
  }

  async append(path: string, content: string): Promise<void> {
    const earlier = this.#unsure.get(path);
    this.#unsure.delete(path);
    const earlierFrom = earlier?.content === content ? earlier.from : undefined;
    let from = earlierFrom;
    try {
      await this.#write(path, 'append', [path, content, earlierFrom], (end) => {
        from = end;
      });
    } catch (error) {
      if (from !== undefined) {
        this.#unsure.set(path, { content, from });
      }
      throw error;
    }
  }

  async makeFolder(path: string): Promise<void> {
    await this.#run(path, 'makeFolder', [path]);
  }

  async setAside(paths: readonly string[]): Promise<string | undefined> {
    const [first] = paths;
    return first === undefined
      ? undefined
      : ((await this.#run(first, 'setAside', [paths])) as string | undefined);
  }

  async read(path: string): Promise<Uint8Array | undefined> {
    // The process answers what the plain disk does.
    return (await this.#run(path, 'read', [path])) as Uint8Array | undefined;
  }

  async stat(path: string): Promise<FileInfo | undefined> {
    return (await this.#run(path, 'stat', [path])) as FileInfo | undefined;
  }

  async list(folder: string, options?: { readonly recursive?: boolean }): Promise<readonly string[]> {
    return (await this.#run(folder, 'list', [folder, options])) as readonly string[];
  }

  async realpath(path: string): Promise<string> {
    return (await this.#run(path, 'realpath', [path])) as string;
  }

  close(): void {
    this.#closed = true;
    for (const helper of this.#all) {
      helper.end(new Error('the program stops'));
    }
  }

  /** Never two writes to one file at once: the older could come last. */
  async #write(
    path: string,
    operation: Call['operation'],
    args: Call['args'],
    begins?: Call['begins'],
  ): Promise<void> {
    if (this.#stuck.has(path)) {
      throw noAnswer('the disk still does not answer');
    }
    await this.#run(path, operation, args, begins);
  }

  async #run(
    path: string,
    operation: Call['operation'],
    args: Call['args'],
    begins?: Call['begins'],
  ): Promise<unknown> {
    if (OWN_STREAM.test(path)) {
      return runHere(operation, args);
    }
    const folder = dirname(path);
    const helper = this.#slow.get(folder) ?? this.#theShared();
    const cancelHeldUp = this.#clock.after(HELD_UP_MS, () => this.#setAside(helper, folder));
    const cancelLate = this.#clock.after(ANSWERS_WITHIN_MS, () =>
      this.#end(helper, noAnswer('the disk does not answer')),
    );
    try {
      return await new Promise((done, failed) => {
        helper.ask({ operation, args, done, failed, ...(begins === undefined ? {} : { begins }) });
      });
    } catch (error) {
      if (helper.isStuck && (operation === 'replace' || operation === 'append')) {
        this.#stuck.set(path, helper);
      }
      throw error;
    } finally {
      cancelHeldUp();
      cancelLate();
      this.#letGo(helper);
    }
  }

  #theShared(): FileProcess {
    if (this.#closed) {
      throw new Error('the program stops');
    }
    if (this.#shared === undefined && this.#all.size >= MOST_PROCESSES) {
      throw new Error('too many disks do not answer');
    }
    this.#shared ??= this.#start();
    return this.#shared;
  }

  #start(): FileProcess {
    const helper = new FileProcess(() => {
      this.#all.delete(helper);
      if (this.#shared === helper) {
        this.#shared = undefined;
      }
      forget(this.#slow, helper);
      forget(this.#stuck, helper);
    });
    this.#all.add(helper);
    return helper;
  }

  /** Others get a new process, at once: the next write must not wait for its start. */
  #setAside(helper: FileProcess, folder: string): void {
    if (!helper.isReady) {
      return;
    }
    this.#slow.set(folder, helper);
    if (this.#shared === helper) {
      this.#shared = undefined;
      if (!this.#closed && this.#all.size < MOST_PROCESSES) {
        this.#shared = this.#start();
      }
    }
  }

  /** A process that was set aside and has nothing more to do ends. */
  #letGo(helper: FileProcess): void {
    if (this.#shared !== helper && helper.isIdle) {
      this.#end(helper, new Error('the process has ended'));
    }
  }

  #end(helper: FileProcess, why: Error): void {
    if (this.#shared === helper) {
      this.#shared = undefined;
    }
    forget(this.#slow, helper);
    helper.end(why);
  }
}

function noAnswer(message: string): Error {
  return Object.assign(new Error(message), { code: 'ETIMEDOUT' });
}

async function runHere(operation: Call['operation'], args: Call['args']): Promise<unknown> {
  const { operations } = await import('./node-disk.js');
  const run: (...given: never[]) => unknown = operations[operation];
  return run(...(args as never[]));
}

function forget(map: Map<string, FileProcess>, helper: FileProcess): void {
  for (const [key, value] of map) {
    if (value === helper) {
      map.delete(key);
    }
  }
}
