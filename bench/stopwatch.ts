import { watch } from 'node:fs';
import { Socket } from 'node:net';
import { WebSocket } from 'ws';

export interface Latency {
  readonly message: number[];
  readonly file: number[];
}

/** Measures from what `trigger` sends first to the WebSocket message and to the renamed file. */
export class Stopwatch {
  readonly latency: Latency = { message: [], file: [] };
  #arrived: ((what: keyof Latency) => void) | undefined;
  readonly #page: WebSocket;
  readonly #watcher: ReturnType<typeof watch>;

  constructor(webSocketUrl: string, folder: string, name: string) {
    this.#page = new WebSocket(webSocketUrl);
    this.#page.on('message', () => this.#arrived?.('message'));
    this.#watcher = watch(folder, (_event, file) => {
      if (file === name) {
        this.#arrived?.('file');
      }
    });
  }

  async ready(): Promise<void> {
    await new Promise((resolve, reject) => {
      this.#page.once('open', resolve);
      this.#page.once('error', reject);
    });
  }

  async sample(trigger: () => void): Promise<void> {
    const open = new Set<keyof Latency>(['message', 'file']);
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(
        () =>
          reject(
            new Error(`sample ${this.latency.message.length}: no ${[...open].join(' and no ')} within 10 s`),
          ),
        10_000,
      );
      let start = 0;
      this.#arrived = (what) => {
        if (open.delete(what)) {
          this.latency[what].push(performance.now() - start);
        }
        if (open.size === 0) {
          clearTimeout(late);
          resolve();
        }
      };
      onNextWrite((at) => {
        start = at;
      });
      trigger();
    });
    this.#arrived = undefined;
  }

  /** When the next message comes. */
  message(): Promise<void> {
    return new Promise((resolve) => {
      this.#page.once('message', () => resolve());
    });
  }

  close(): void {
    this.#page.terminate();
    this.#watcher.close();
  }
}

/** Calls `onWrite` once, when something is written to a connection next: what the device computes before does not count. */
function onNextWrite(onWrite: (at: number) => void): void {
  const { write } = Socket.prototype;
  Socket.prototype.write = function (this: Socket, ...args: Parameters<typeof write>) {
    Socket.prototype.write = write;
    onWrite(performance.now());
    return write.apply(this, args);
  } as typeof write;
}
