import type { Socket } from 'node:net';
import { type Measure, Splitter, StagelinqError } from '@deckcast/stagelinq';
import type { WireClock } from '@deckcast/wire-kit';

export interface SendPace {
  /** 0: whole writes. */
  splitBytes: number;
  /** Joins the writes of this time; 0: none. */
  gatherMs: number;
}

/** A client that does not read is cut off. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;

export class ClientConnection {
  readonly #socket: Socket;
  readonly #pace: SendPace;
  readonly #clock: WireClock;
  #silent = false;
  /** Joined bytes, or pieces that wait for their turn. */
  #waiting: Buffer[] = [];
  #flushing = false;

  constructor(socket: Socket, pace: SendPace, clock: WireClock) {
    this.#socket = socket;
    this.#pace = pace;
    this.#clock = clock;
    socket.setNoDelay(true);
    // The other side may reset the connection; 'close' follows.
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

  /** Stays open and sends nothing more. */
  silence(): void {
    this.#silent = true;
  }

  /** Ends as by a power cut or crash. */
  drop(): void {
    // If the other side is leaving at this moment or never came, a reset fails without 'close'.
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

  /** One piece in each turn of the event loop, so that the pieces stay separate writes. */
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
