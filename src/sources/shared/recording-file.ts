/** JSON lines (`@deckcast/wire-kit/recording`) of `--….record`. */

import {
  type RecordedEvent,
  type RecordedSource,
  type RecordingLine,
  type Untimed,
  writeRecordingLine,
} from '@deckcast/wire-kit/recording';
import { messageOf } from '../../core/errors.ts';
import type { Disk, Tools } from '../../core/tools.ts';
import { backoffMs, pause, settlesWithin } from '../../core/waiting.ts';

/** Characters waiting for a slow disk. */
const WAITING_LIMIT = 8 * 1024 * 1024;
/** Recordings never fill a disk, and fit into one string. */
const LONGEST = 256 * 1024 * 1024;
/** Backoff while the disk refuses or does not answer. */
const RETRY = { firstMs: 1_000, longestMs: 60_000 };
/** A slower disk is reported: the program may exit before it answers. */
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
  #stopped = false;
  #problem: string | undefined;
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

  static at(
    path: string,
    source: RecordedSource,
    tools: Pick<Tools, 'clock' | 'disk' | 'log'>,
  ): RecordingFile | undefined {
    return path === '' ? undefined : new RecordingFile(path, source, tools);
  }

  /** Moves an earlier recording aside. Call it before `write`. */
  open(): void {
    const { clock } = this.#tools;
    const at = new Date(clock.now()).toISOString();
    const first = writeRecordingLine({ t: 0, event: 'start', version: 1, source: this.#source, at });
    this.#writing = this.#setAsideEarlier().then(() =>
      this.#persist((disk) => disk.replace(this.#path, `${first}\n`)),
    );
  }

  write(event: Untimed<RecordedEvent>): void {
    if (this.#stopped) {
      return;
    }
    const t = Math.round(this.#tools.clock.monotonic() - this.#startedAt);
    // TypeScript loses the union.
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

  /** Resolves when all is on the disk or the last attempt failed. */
  async close(): Promise<void> {
    const { clock, log } = this.#tools;
    this.#closing.abort();
    if (!(await settlesWithin(clock, SLOW_MS, this.#writing))) {
      log.warn('disk is slow; the end of the recording may be missing', { file: this.#path });
      await this.#writing;
    }
  }

  #setAsideEarlier(): Promise<void> {
    return this.#persist(async (disk) => {
      const earlier = await disk.setAside([this.#path]);
      if (earlier !== undefined) {
        this.#tools.log.info('earlier recording moved aside', { file: earlier });
      }
    });
  }

  async #flush(): Promise<void> {
    const lines = this.#waiting;
    this.#waiting = '';
    await this.#persist((disk) => disk.append(this.#path, lines));
  }

  /** Retries until it succeeds; a last time when closed. */
  async #persist(write: (disk: Disk) => Promise<void>): Promise<void> {
    const { clock, disk, log } = this.#tools;
    const { signal } = this.#closing;
    const file = this.#path;
    // Writing on would leave a gap.
    for (let failures = 1; !this.#isIncomplete; failures += 1) {
      try {
        await write(disk);
        if (this.#problem !== undefined) {
          this.#problem = undefined;
          log.info('writing the recording works again', { file });
        }
        return;
      } catch (error) {
        const reason = messageOf(error);
        if (signal.aborted) {
          this.#isIncomplete = true;
          log.error('end of the recording missing', { file, reason });
          return;
        }
        if (this.#problem !== reason) {
          log.warn('cannot write the recording; retrying', { file, reason });
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
