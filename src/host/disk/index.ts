/**
 * Disk access in a process of its own: one that hangs is abandoned, and neither the pages nor the files on other disks
 * wait for it (`docs/decisions/helper-processes.md`).
 */
import { dirname } from 'node:path';
import type { Clock, Disk, Durability } from '../../core/tools.ts';
import { pause } from '../../core/waiting.ts';
import { HelperFailure, HelperProcess } from '../helper-process/index.ts';
import { noAnswer } from './errors.js';
import type { operations } from './file-process.js';
import { nodeDisk } from './node-disk.js';

/** Milliseconds after which a folder gets a process of its own, so that other folders do not wait behind it. */
const HELD_UP_MS = 250;
/** Milliseconds after which a process is abandoned. A sleeping disk needs up to eight seconds to wake. */
const ANSWERS_WITHIN_MS = 9_000;
/** Milliseconds between attempts to remove what a killed process left. */
const TIDIED_EVERY_MS = 2_000;
/** The most abandoned processes that cannot end. No configuration names so many folders, but players may name any. */
const MOST_STUCK = 16;
/** Standard streams belong to one process and mean something else in another. */
const OWN_STREAM = /^\/(?:dev\/(?:std(?:in|out|err)$|fd\/)|proc\/self\/)/;

type Operations = typeof operations;
type OnPath = {
  [Name in keyof Operations]: Parameters<Operations[Name]> extends [string, ...unknown[]] ? Name : never;
}[keyof Operations];

interface Task {
  /** One folder is on one disk: its files hang together. */
  readonly folder: string;
  readonly operation: keyof Operations;
  readonly args: readonly unknown[];
  /** The last argument, where it is bytes. */
  readonly bytes?: Uint8Array;
}

interface TaskAnswer {
  readonly value?: unknown;
  readonly problem?: { readonly message: string };
}

/** An append that was abandoned, or whose process died, part way through. */
interface Unsure {
  readonly content: string;
  /** Where the file ended before, in bytes. */
  readonly from: number;
}

export interface ProcessDisk extends Disk {
  /** Ends every process; operations under way fail. */
  close(): void;
}

/** Starts a process at the first use. Close it, or the process keeps the program alive. */
export function openDisk(clock: Clock): ProcessDisk {
  const closing = new AbortController();
  const quick = new FileProcesses(clock, closing.signal);
  /** Waiting for a flush must not hold up what the audience sees. */
  const durable = new FileProcesses(clock, closing.signal);
  const unsure = new Map<string, Unsure>();
  /** Files that are being tidied up. */
  const untidy = new Set<string>();

  const processesFor = (options: Durability): FileProcesses => (options.durable ? durable : quick);
  /** What begins with the path that it is about. */
  const quickly =
    <Name extends OnPath>(operation: Name) =>
    (...args: Parameters<Operations[Name]>) =>
      quick.request(args[0], operation, ...args);

  /** Until nothing is left: a killed process that waits for a disk ends when that answers. */
  async function tidyUp(path: string, options: Durability): Promise<void> {
    if (untidy.has(path)) {
      return;
    }
    untidy.add(path);
    for (let isTidy = false; !isTidy && !closing.signal.aborted; ) {
      isTidy = await processesFor(options)
        .request(path, 'tidy', path)
        .catch(() => false);
      if (!isTidy) {
        await pause(clock, TIDIED_EVERY_MS, closing.signal);
      }
    }
    untidy.delete(path);
  }

  return {
    prepare: (path, options = {}) => void tidyUp(path, options),
    async replace(path, content, options = {}) {
      if (isOwnStream(path)) {
        return nodeDisk.replace(path, content);
      }
      try {
        await processesFor(options).request(path, 'replace', path, options, content);
      } catch (error) {
        // A process that was ended in the middle of it cannot remove what it had written.
        void tidyUp(path, options);
        throw error;
      }
    },
    async append(path, content, options = {}) {
      if (isOwnStream(path)) {
        return nodeDisk.append(path, content);
      }
      const processes = processesFor(options);
      const earlier = unsure.get(path);
      unsure.delete(path);
      const from = earlier?.content === content ? earlier.from : await processes.request(path, 'end', path);
      try {
        await processes.request(path, 'append', path, content, from, options);
      } catch (error) {
        // It is unknown whether the text was written: an abandoned process may have got that far.
        unsure.set(path, { content, from });
        throw error;
      }
    },
    writeAt: async (path, at, content, options = {}) =>
      quick.request(path, 'writeAt', path, at, options, content),
    setAside: (paths) => quick.request(paths[0] ?? '', 'setAside', paths),
    tryOut: quickly('tryOut'),
    rename: quickly('rename'),
    remove: quickly('remove'),
    freeBytes: quickly('freeBytes'),
    makeFolder: quickly('makeFolder'),
    read: quickly('read'),
    stat: quickly('stat'),
    list: quickly('list'),
    realpath: quickly('realpath'),
    close: () => closing.abort(),
  };
}

/** Processes for files: a shared one, and one for each folder whose disk does not answer at once. */
class FileProcesses {
  readonly #clock: Clock;
  readonly #closing: AbortSignal;
  /** Serves every folder whose disk answers at once. */
  #shared: HelperProcess<Task, TaskAnswer>;
  /** Folders whose disk does not, each with the process that waits for it; their later operations wait there, too. */
  readonly #slow = new Map<string, HelperProcess<Task, TaskAnswer>>();

  constructor(clock: Clock, closing: AbortSignal) {
    this.#clock = clock;
    this.#closing = closing;
    this.#shared = this.#helper();
  }

  /** What the operation returns in `file-process.js`. */
  async request<Name extends keyof Operations>(
    path: string,
    operation: Name,
    ...args: Parameters<Operations[Name]>
  ): Promise<Awaited<ReturnType<Operations[Name]>>> {
    const folder = dirname(path);
    const helper = this.#slow.get(folder) ?? this.#shared;
    if (
      helper === this.#shared &&
      [...this.#slow.values()].filter((each) => each.isStuck).length >= MOST_STUCK
    ) {
      throw noAnswer('too many disks do not answer');
    }
    const last = args.at(-1);
    const written = last instanceof Uint8Array ? { args: args.slice(0, -1), bytes: last } : { args };
    const answer = await helper.request({ folder, operation, ...written }).catch((failure: unknown) => {
      throw failure instanceof HelperFailure ? errorOf(failure) : failure;
    });
    // Its disk works again. Not `helper`, which may have handed the request over.
    const slow = this.#slow.get(folder);
    if (slow?.isIdle === true) {
      this.#slow.delete(folder);
      slow.end();
    }
    const { value, problem } = answer;
    if (problem !== undefined) {
      throw Object.assign(new Error(problem.message), problem);
    }
    return value as Awaited<ReturnType<Operations[Name]>>;
  }

  #helper(): HelperProcess<Task, TaskAnswer> {
    const helper: HelperProcess<Task, TaskAnswer> = new HelperProcess({
      script: new URL('./file-process.js', import.meta.url),
      timeLimitMs: ANSWERS_WITHIN_MS,
      failTogether: true,
      heldUp: { afterMs: HELD_UP_MS, notify: (task) => this.#setAside(helper, task.folder) },
      clock: this.#clock,
      closing: this.#closing,
    });
    return helper;
  }

  /** Starts a new process for the others at once: the next write must not wait for that. */
  #setAside(helper: HelperProcess<Task, TaskAnswer>, folder: string): void {
    if (helper === this.#shared) {
      this.#slow.set(folder, helper);
      this.#shared = this.#helper();
      this.#shared.start();
      helper.handOver(this.#shared, (task) => task.folder !== folder);
    }
  }
}

function isOwnStream(path: string): boolean {
  return OWN_STREAM.test(path);
}

function errorOf({ reason }: HelperFailure): Error {
  switch (reason) {
    case 'not-started':
      return noAnswer('the process that writes files does not start');
    case 'overtime':
      return noAnswer('the disk does not answer');
    case 'ended':
      return new Error('the process that writes files has ended');
    case 'closing':
      return new Error('the program is stopping');
  }
}
