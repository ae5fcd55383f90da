import { Socket as DatagramSocket } from 'node:dgram';
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

  /**
   * @param by what the device sends first by
   * @param holds what the message holds: a cover that comes late for the track before is another message
   */
  async sample(trigger: () => void, by: 'connection' | 'datagram' = 'connection', holds = ''): Promise<void> {
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
      onNextSend(by, (at) => {
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

/** Calls `onSend` once, when the next bytes go out by any socket of this kind: what the device computes before does not count. */
export function onNextSend(by: 'connection' | 'datagram', onSend: (at: number) => void): void {
  if (by === 'datagram') {
    onNextCall(DatagramSocket.prototype, 'send', onSend);
  } else {
    onNextCall(Socket.prototype, 'write', onSend);
  }
}

function onNextCall<Name extends string>(
  sockets: Record<Name, (...args: never[]) => unknown>,
  name: Name,
  onCall: (at: number) => void,
): void {
  const send = sockets[name];
  sockets[name] = function (this: unknown, ...args: never[]) {
    sockets[name] = send;
    onCall(performance.now());
    return Reflect.apply(send, this, args);
  };
}
