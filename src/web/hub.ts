import { WebSocket } from 'ws';

/** A page with more pending bytes no longer reads; it is closed, and reconnects. */
const MAX_BEHIND = 1024 * 1024;

export function encode(message: object): Buffer {
  return Buffer.from(JSON.stringify(message));
}

/** Pages that get the same messages; their own are ignored. */
export class Hub {
  readonly #sockets = new Set<WebSocket>();

  get size(): number {
    return this.#sockets.size;
  }

  add(socket: WebSocket, greeting: Buffer | undefined, left: () => void = () => undefined): void {
    this.#sockets.add(socket);
    socket.on('close', () => {
      this.#sockets.delete(socket);
      left();
    });
    // The library closes the connection itself.
    socket.on('error', () => undefined);
    if (greeting !== undefined) {
      this.#deliver(socket, greeting);
    }
  }

  send(message: Buffer): void {
    for (const socket of this.#sockets) {
      this.#deliver(socket, message);
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
