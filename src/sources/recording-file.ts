/** What a source receives, written to a file of JSON lines (`core/recording.ts`): its `--….record`. */
import { messageOf } from '../core/errors.ts';
import {
  type RecordedEvent,
  type RecordedSource,
  type RecordingLine,
  type Untimed,
  writeRecordingLine,
} from '../core/recording.ts';
import type { Tools } from '../core/tools.ts';

/** Characters that may wait for a slow disk. */
const WAITING_LIMIT = 8 * 1024 * 1024;
/** A recording ends at this many bytes: it never fills a disk, and can be read as one text. */
const LONGEST = 256 * 1024 * 1024;

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
    this.#writing = this.#begin().catch((error: unknown) => this.#fail(error));
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
      this.#stop('the disk is too slow');
      return;
    }
    const idle = this.#waiting === '';
    this.#waiting += line;
    if (idle) {
      this.#writing = this.#writing.then(() => this.#flush());
    }
  }

  /** Resolves when everything is on the disk. */
  async close(): Promise<void> {
    await this.#writing;
  }

  async #begin(): Promise<void> {
    const { clock, disk, log } = this.#tools;
    const at = new Date(clock.now()).toISOString();
    const first = writeRecordingLine({ t: 0, event: 'start', version: 1, source: this.#source, at });
    const earlier = await disk.setAside([this.#path]);
    if (earlier !== undefined) {
      log.info('an earlier recording was moved aside', { file: earlier });
    }
    await disk.replace(this.#path, `${first}\n`);
  }

  /** One write for all lines that have come since the last one. */
  async #flush(): Promise<void> {
    const lines = this.#waiting;
    this.#waiting = '';
    if (lines !== '') {
      await this.#tools.disk.append(this.#path, lines).catch((error: unknown) => this.#fail(error));
    }
  }

  #fail(error: unknown): void {
    // What waits would leave a gap.
    this.#waiting = '';
    this.#stop(messageOf(error));
  }

  #stop(reason: string): void {
    if (!this.#stopped) {
      this.#stopped = true;
      this.#tools.log.error('recording stopped', { file: this.#path, reason });
    }
  }
}
