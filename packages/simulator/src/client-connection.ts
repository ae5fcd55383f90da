import type { Socket } from 'node:net';
import { type Measure, Splitter, StagelinqError } from '@deckcast/stagelinq';
import type { WireClock } from '@deckcast/wire-kit';

export interface SendPace {
  /** 0: whole writes. */
  splitBytes: number;
  /** Milliseconds in which writes are joined; 0: none. */
  gatherMs: number;
}

/** Then the client does not read, and is cut off. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;

export class ClientConnection {
  readonly #socket: Socket;
  readonly #pace: SendPace;
  readonly #clock: WireClock;
  #silent = false;
  #waiting: Buffer[] = [];
  #flushing = false;

  constructor(socket: Socket, pace: SendPace, clock: WireClock) {
    this.#socket = socket;
    this.#pace = pace;
    this.#clock = clock;
    socket.setNoDelay(true);
    // A reset by the other side; 'close' follows.
    socket.on('error', () => undefined);
  }

  get open(): boolean {
    return !this.#socket.destroyed;
  }

  get remoteAddress(): string {
    return this.#socket.remoteAddress ?? '';
  }

  /** An invalid message ends the connection, as on a device. */
  receive(measure: Measure, onMessage: (bytes: Buffer) => void): void {
    const splitter = new Splitter(measure);
    this.#socket.on('data', (chunk: Buffer) => {
      try {
        splitter.push(chunk, (bytes, start, end) => onMessage(bytes.subarray(start, end)));
      } catch (error) {
        if (!(error instanceof StagelinqError)) {
          throw error;
        }
        this.drop();
      }
    });
  }

  onClose(call: () => void): void {
    this.#socket.once('close', call);
  }

  send(bytes: Buffer): void {
    if (this.#silent || this.#socket.destroyed) {
      return;
    }
    if (this.#pace.gatherMs === 0 && this.#pace.splitBytes === 0 && !this.#flushing) {
      this.#write(bytes);
      return;
    }
    this.#waiting.push(bytes);
    if (!this.#flushing) {
      this.#flushing = true;
      this.#clock.after(this.#pace.gatherMs, () => this.#flush());
    }
  }

  /** The OS has taken the sent bytes, or the connection is gone. */
  drained(): Promise<void> {
    if (!this.#socket.writableNeedDrain || this.#socket.destroyed) {
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      this.#socket.once('drain', resolve);
      this.#socket.once('close', resolve);
    });
  }

  silence(): void {
    this.#silent = true;
  }

  /** Ends as by a power cut or crash. */
  drop(): void {
    // A reset of a connection that ends or never opened fails without 'close'.
    if (this.#socket.writableEnded || this.#socket.connecting) {
      this.#socket.destroy();
    } else {
      this.#socket.resetAndDestroy();
    }
  }

  #flush(): void {
    const gathered = Buffer.concat(this.#waiting);
    this.#waiting = [];
    const { splitBytes } = this.#pace;
    if (splitBytes === 0) {
      this.#flushing = false;
      this.#write(gathered);
      return;
    }
    this.#writePieces(gathered, splitBytes, 0);
  }

  /** Turns of the event loop keep the pieces separate writes. */
  #writePieces(bytes: Buffer, size: number, at: number): void {
    if (at < bytes.length) {
      this.#write(bytes.subarray(at, at + size));
      setImmediate(() => this.#writePieces(bytes, size, at + size));
    } else if (this.#waiting.length > 0) {
      this.#flush();
    } else {
      this.#flushing = false;
    }
  }

  #write(bytes: Buffer): void {
    if (this.#silent || this.#socket.destroyed) {
      return;
    }
    this.#socket.write(bytes);
    if (this.#socket.writableLength > MAX_WAITING_BYTES) {
      this.drop();
    }
  }
}
