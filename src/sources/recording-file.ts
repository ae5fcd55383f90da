/** What a source receives, written to a file of JSON lines (`@deckcast/recording`): its `--….record`. */

import {
  type RecordedEvent,
  type RecordedSource,
  type RecordingLine,
  type Untimed,
  writeRecordingLine,
} from '@deckcast/recording';
import { messageOf } from '../core/errors.ts';
import type { Disk, Tools } from '../core/tools.ts';
import { backoffMs, pause, settlesWithin } from '../core/waiting.ts';

/** Characters that may wait for a disk that is slow or does not answer, besides those that it is being given. */
const WAITING_LIMIT = 8 * 1024 * 1024;
/** A recording ends at this many bytes: it never fills a disk, and can be read as one text. */
const LONGEST = 256 * 1024 * 1024;
/** A disk that refuses or does not answer: the lines wait for it. */
const RETRY = { firstMs: 1_000, longestMs: 60_000 };
/** The program stops soon, and may be gone before a disk has answered that takes longer than this many milliseconds. */
const SLOW_MS = 250;

export class RecordingFile {
  readonly #path: string;
  readonly #source: RecordedSource;
  readonly #tools: Pick<Tools, 'clock' | 'disk' | 'log'>;
  readonly #longest: number;
  readonly #startedAt: number;
  #length = 0;
  #waiting = '';
  #writing: Promise<void> = Promise.resolve();
  /** Nothing more is recorded. */
  #stopped = false;
  /** Why the latest attempt to write failed; undefined when it succeeded. */
  #problem: string | undefined;
  /** Something was given up. */
  #isIncomplete = false;
  readonly #closing = new AbortController();

  /** `longest`: bytes. */
  constructor(
    path: string,
    source: RecordedSource,
    tools: Pick<Tools, 'clock' | 'disk' | 'log'>,
    longest = LONGEST,
  ) {
    this.#path = path;
    this.#source = source;
    this.#tools = tools;
    this.#longest = longest;
    this.#startedAt = tools.clock.monotonic();
  }

  /** Undefined where the path is empty: nothing is recorded. */
  static at(
    path: string,
    source: RecordedSource,
    tools: Pick<Tools, 'clock' | 'disk' | 'log'>,
  ): RecordingFile | undefined {
    return path === '' ? undefined : new RecordingFile(path, source, tools);
  }

  /** Begins the file; an earlier recording of that name is moved aside. Call it before anything is received. */
  open(): void {
    const { clock } = this.#tools;
    const at = new Date(clock.now()).toISOString();
    const first = writeRecordingLine({ t: 0, event: 'start', version: 1, source: this.#source, at });
    this.#writing = this.#setAsideEarlier().then(() =>
      this.#persist((disk) => disk.replace(this.#path, `${first}\n`)),
    );
  }

  /** With the time of now. Lines are in the file in the order of these calls. */
  write(event: Untimed<RecordedEvent>): void {
    if (this.#stopped) {
      return;
    }
    const t = Math.round(this.#tools.clock.monotonic() - this.#startedAt);
    // One of the lines again, now that it has its time.
    const line = `${writeRecordingLine({ t, ...event } as RecordingLine)}\n`;
    this.#length += Buffer.byteLength(line);
    if (this.#length > this.#longest) {
      this.#stop('the file is as long as a recording may be');
      return;
    }
    if (this.#waiting.length > WAITING_LIMIT) {
      this.#stop(this.#problem ?? 'the disk is too slow');
      return;
    }
    const idle = this.#waiting === '';
    this.#waiting += line;
    if (idle) {
      this.#writing = this.#writing.then(() => this.#flush());
    }
  }

  /** Resolves when everything is on the disk, or has been tried a last time. */
  async close(): Promise<void> {
    const { clock, log } = this.#tools;
    this.#closing.abort();
    if (!(await settlesWithin(clock, SLOW_MS, this.#writing))) {
      log.warn('the disk is slow: the end of the recording may be missing', { file: this.#path });
      await this.#writing;
    }
  }

  #setAsideEarlier(): Promise<void> {
    return this.#persist(async (disk) => {
      const earlier = await disk.setAside([this.#path]);
      if (earlier !== undefined) {
        this.#tools.log.info('an earlier recording was moved aside', { file: earlier });
      }
    });
  }

  /** One write for all lines that have come since the last one. */
  async #flush(): Promise<void> {
    const lines = this.#waiting;
    this.#waiting = '';
    await this.#persist((disk) => disk.append(this.#path, lines));
  }

  /** Until it succeeds, and a last time when the recording is closed. */
  async #persist(write: (disk: Disk) => Promise<void>): Promise<void> {
    const { clock, disk, log } = this.#tools;
    const { signal } = this.#closing;
    const file = this.#path;
    // After a write that was given up, the next one would leave a gap.
    for (let failures = 1; !this.#isIncomplete; failures += 1) {
      try {
        await write(disk);
        if (this.#problem !== undefined) {
          this.#problem = undefined;
          log.info('the recording is written again', { file });
        }
        return;
      } catch (error) {
        const reason = messageOf(error);
        if (signal.aborted) {
          this.#isIncomplete = true;
          log.error('the end of the recording is missing', { file, reason });
          return;
        }
        if (this.#problem === undefined) {
          log.warn('cannot write the recording; its lines are kept and tried again', { file, reason });
        }
        this.#problem = reason;
        await pause(clock, backoffMs(failures, RETRY), signal);
      }
    }
  }

  #stop(reason: string): void {
    if (!this.#stopped) {
      this.#stopped = true;
      this.#tools.log.error('recording stopped', { file: this.#path, reason });
    }
  }
}
