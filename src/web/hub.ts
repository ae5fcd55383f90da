import { WebSocket } from 'ws';

/** A page with this many bytes waiting no longer reads; it is closed, and reconnects. */
const MAX_BEHIND = 1024 * 1024;
/** WebSocket status codes (RFC 6455, 7.4.1). */
const GOING_AWAY = 1001;

/** A message as all pages get it. */
export function encode(message: object): Buffer {
  return Buffer.from(JSON.stringify(message));
}

/** The pages on one address: all get the same messages. What they send is ignored. */
export class Hub {
  readonly #sockets = new Set<WebSocket>();

  get size(): number {
    return this.#sockets.size;
  }

  /** Sends the greeting, then everything that follows. */
  add(socket: WebSocket, greeting: Buffer | undefined): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    // The library closes the connection after an error (a message that is too long, broken frames).
    socket.on('error', () => undefined);
    if (greeting !== undefined) {
      this.#deliver(socket, greeting);
    }
  }

  /** The message is encoded once for all; a slow reader delays no other. */
  send(message: Buffer): void {
    for (const socket of this.#sockets) {
      this.#deliver(socket, message);
    }
  }

  close(): void {
    for (const socket of this.#sockets) {
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
