/** Pages and files on other disks don't wait for one that hangs (`docs/decisions/helper-processes.md`). */

import { dirname } from 'node:path';
import { RunError } from '../../core/errors.ts';
import { say } from '../../core/message.ts';
import type { Clock, Disk, Durability } from '../../core/tools.ts';
import { pause } from '../../core/waiting.ts';
import { HelperFailure, HelperProcess } from '../helper-process/index.ts';
import type { operations } from './file-process.js';
import { nodeDisk } from './node-disk.js';
import { silent } from './silent.ts';

/** A slower folder gets its own process. */
const HELD_UP_MS = 250;
/** A sleeping disk takes up to eight seconds to wake. */
const ANSWERS_WITHIN_MS = 9_000;
/** Pause until a killed process's partial files are sought again. */
const TIDIED_EVERY_MS = 2_000;
/**
 * Abandoned processes that cannot end. Configurations name fewer folders, but players may name any number.
 */
const MOST_STUCK = 16;
/** A helper's own streams would answer these paths. */
const OWN_STREAM = /^\/(?:dev\/(?:std(?:in|out|err)$|fd\/)|proc\/self\/)/;

type Operations = typeof operations;
type OnPath = {
  [Name in keyof Operations]: Parameters<Operations[Name]> extends [string, ...unknown[]] ? Name : never;
}[keyof Operations];

interface Task {
  /** Files of a folder share a disk and hang together. */
  readonly folder: string;
  readonly operation: keyof Operations;
  readonly args: readonly unknown[];
  readonly bytes?: Uint8Array;
}

interface TaskAnswer {
  readonly value?: unknown;
  readonly problem?: { readonly message: string };
}

/** Append that was abandoned, or whose process died. */
interface Unsure {
  readonly content: string;
  readonly from: number;
}

export interface ProcessDisk extends Disk {
  close(): void;
}

/** The first use starts a process, which keeps the program alive. */
export function openDisk(clock: Clock): ProcessDisk {
  const closing = new AbortController();
  const quick = new FileProcesses(clock, closing.signal);
  /** Separate: a flush must not delay other files. */
  const durable = new FileProcesses(clock, closing.signal);
  const unsure = new Map<string, Unsure>();
  const untidy = new Set<string>();

  const processesFor = (options: Durability): FileProcesses => (options.durable ? durable : quick);
  const quickly =
    <Name extends OnPath>(operation: Name) =>
    (...args: Parameters<Operations[Name]>) =>
      quick.request(args[0], operation, ...args);

  /**
   * A killed process that waits for a disk ends only when that answers, so this repeats until no partial file
   * is left.
   */
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
        // The killed process left its partial file.
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
        // The abandoned process may have written the text.
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

/** Shared process, and one per folder on a slow disk. */
class FileProcesses {
  readonly #clock: Clock;
  readonly #closing: AbortSignal;
  #shared: HelperProcess<Task, TaskAnswer>;
  /** Later operations on these folders queue there. */
  readonly #slow = new Map<string, HelperProcess<Task, TaskAnswer>>();

  constructor(clock: Clock, closing: AbortSignal) {
    this.#clock = clock;
    this.#closing = closing;
    this.#shared = this.#helper();
  }

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
      throw silent(say('disk.too-many'));
    }
    const last = args.at(-1);
    const written = last instanceof Uint8Array ? { args: args.slice(0, -1), bytes: last } : { args };
    const answer = await helper.request({ folder, operation, ...written }).catch((failure: unknown) => {
      throw failure instanceof HelperFailure ? errorOf(failure) : failure;
    });
    // The disk works again. Another entry, if `helper` handed the request over.
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

  /** Another shared process starts at once, so that the next write doesn't wait. */
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
      return silent(say('disk.writer-does-not-start'));
    case 'overtime':
      return silent(say('disk.not-responding'));
    case 'ended':
      return new RunError(say('disk.writer-ended'));
    case 'closing':
      return new RunError(say('database.stopping'));
  }
}
