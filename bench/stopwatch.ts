import { watch } from 'node:fs';
import { Socket } from 'node:net';
import { WebSocket } from 'ws';

export interface Latency {
  readonly message: number[];
  readonly file: number[];
}

/** Time from the first bytes of `trigger` to the WebSocket message and the renamed file. */
export class Stopwatch {
  readonly latency: Latency = { message: [], file: [] };
  #arrived: ((what: keyof Latency, message?: string) => void) | undefined;
  readonly #page: WebSocket;
  readonly #watcher: ReturnType<typeof watch>;

  constructor(webSocketUrl: string, folder: string, name: string) {
    this.#page = new WebSocket(webSocketUrl);
    this.#page.on('message', (data) => this.#arrived?.('message', String(data)));
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

  /** @param holds text of the expected message; skips others, such as an earlier track's late cover */
  async sample(trigger: () => void, holds = ''): Promise<void> {
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
      this.#arrived = (what, message = holds) => {
        if (message.includes(holds) && open.delete(what)) {
          this.latency[what].push(performance.now() - start);
        }
        if (open.size === 0) {
          clearTimeout(late);
          resolve();
        }
      };
      onNextSend((at) => {
        start = at;
      });
      trigger();
    });
    this.#arrived = undefined;
  }

  close(): void {
    this.#page.terminate();
    this.#watcher.close();
  }
}

/** Calls `onSend` at a TCP socket's next write, which excludes the simulator's computing. */
export function onNextSend(onSend: (at: number) => void): void {
  const sockets: { write: (...args: never[]) => unknown } = Socket.prototype;
  const { write } = sockets;
  sockets.write = function (this: unknown, ...args: never[]) {
    sockets.write = write;
    onSend(performance.now());
    return Reflect.apply(write, this, args);
  };
}
