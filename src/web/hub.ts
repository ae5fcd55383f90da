import { WebSocket } from 'ws';

/** A page with more pending bytes no longer reads; it is closed, and reconnects. */
const MAX_BEHIND = 1024 * 1024;
/** RFC 6455, 7.4.1. */
const GOING_AWAY = 1001;

export function encode(message: object): Buffer {
  return Buffer.from(JSON.stringify(message));
}

/** Pages that get the same messages; their own are ignored. */
export class Hub {
  /** Whether each page is an overlay in OBS. */
  readonly #sockets = new Map<WebSocket, boolean>();

  get size(): number {
    return this.#sockets.size;
  }

  get inObs(): number {
    return [...this.#sockets.values()].filter(Boolean).length;
  }

  add(socket: WebSocket, greeting: Buffer | undefined, isInObs = false): void {
    this.#sockets.set(socket, isInObs);
    socket.on('close', () => this.#sockets.delete(socket));
    // The library closes the connection itself.
    socket.on('error', () => undefined);
    if (greeting !== undefined) {
      this.#deliver(socket, greeting);
    }
  }

  send(message: Buffer): void {
    for (const socket of this.#sockets.keys()) {
      this.#deliver(socket, message);
    }
  }

  close(): void {
    for (const socket of this.#sockets.keys()) {
      socket.close(GOING_AWAY, 'the server stops');
    }
  }

  #deliver(socket: WebSocket, message: Buffer): void {
    if (socket.readyState !== WebSocket.OPEN) {
      return;
    }
    if (socket.bufferedAmount > MAX_BEHIND) {
      socket.terminate();
      return;
    }
    socket.send(message, { binary: false });
  }
}
