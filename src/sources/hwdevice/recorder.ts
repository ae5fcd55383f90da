import { messageOf } from '../../core/errors.ts';
import { type RecordingLine, type StateJson, writeRecordingLine } from '../../core/recording.ts';
import type { Tools } from '../../core/tools.ts';
import {
  type DeviceInfo,
  formatStateValue,
  type NetworkReceiver,
  type StateValue,
} from '../../stagelinq/index.ts';

/** Characters that may wait for a slow disk. */
const WAITING_LIMIT = 8 * 1024 * 1024;

/** Records what devices send in a file of JSON lines (`core/recording.ts`). */
export class Recorder {
  readonly #path: string;
  readonly #tools: Pick<Tools, 'clock' | 'disk' | 'log'>;
  readonly #startedAt: number;
  #waiting = '';
  #writing: Promise<void> = Promise.resolve();
  #broken = false;

  constructor(path: string, tools: Pick<Tools, 'clock' | 'disk' | 'log'>) {
    this.#path = path;
    this.#tools = tools;
    this.#startedAt = tools.clock.monotonic();
  }

  /** Begins the file; an earlier recording of that name is moved aside. Call it before anything is received. */
  open(): void {
    this.#writing = this.#begin().catch((error: unknown) => this.#stopAfter(error));
  }

  async #begin(): Promise<void> {
    const { clock, disk, log } = this.#tools;
    const at = new Date(clock.now()).toISOString();
    const first = writeRecordingLine({ t: 0, event: 'start', version: 1, at });
    const earlier = await disk.setAside([this.#path]);
    if (earlier !== undefined) {
      log.info('an earlier recording was moved aside', { file: earlier });
    }
    await disk.replace(this.#path, `${first}\n`);
  }

  readonly receiver: NetworkReceiver = {
    found: ({ token, source, software, version, address, port }) => {
      const who = { name: source, software, softwareVersion: version, address, port };
      this.#write({ ...this.#head(token), event: 'found', ...who });
    },
    connected: ({ token }) => this.#write({ ...this.#head(token), event: 'connected' }),
    services: ({ token }, services) => {
      const offered = [...services].map(([name, port]) => ({ name, port }));
      this.#write({ ...this.#head(token), event: 'services', services: offered });
    },
    state: ({ token }, path, value) => {
      this.#write({ ...this.#head(token), event: 'state', path, value: jsonOf(value) });
    },
    lost: ({ token }, { code }) => this.#write({ ...this.#head(token), event: 'lost', reason: code }),
    gone: ({ token }) => this.#write({ ...this.#head(token), event: 'gone' }),
  };

  /** Resolves when everything is on the disk. */
  async close(): Promise<void> {
    await this.#writing;
  }

  #head(token: DeviceInfo['token']): { readonly t: number; readonly device: string } {
    return { t: Math.round(this.#tools.clock.monotonic() - this.#startedAt), device: token };
  }

  #write(line: RecordingLine): void {
    if (this.#broken) {
      return;
    }
    if (this.#waiting.length > WAITING_LIMIT) {
      this.#stopAfter(new Error('the disk is too slow'));
      return;
    }
    const idle = this.#waiting === '';
    this.#waiting += `${writeRecordingLine(line)}\n`;
    if (idle) {
      this.#writing = this.#writing.then(() => this.#flush());
    }
  }

  /** One write for all lines that have come since the last one. */
  async #flush(): Promise<void> {
    const lines = this.#waiting;
    this.#waiting = '';
    try {
      if (!this.#broken) {
        await this.#tools.disk.append(this.#path, lines);
      }
    } catch (error) {
      this.#stopAfter(error);
    }
  }

  #stopAfter(error: unknown): void {
    if (!this.#broken) {
      this.#broken = true;
      this.#waiting = '';
      this.#tools.log.error('recording stopped', { file: this.#path, reason: messageOf(error) });
    }
  }
}

function jsonOf(value: StateValue): StateJson | null {
  const text = formatStateValue(value);
  return text === null ? null : JSON.parse(text);
}
