import type { Socket } from 'node:net';
import { say, type Text } from '../../core/message.ts';
import type { Clock, Logger } from '../../core/tools.ts';
import { Timer } from '../../core/waiting.ts';
import { LineTooLongError } from '../mediacontrol/lines.ts';
import type { Players } from '../mediacontrol/players.ts';
import { MAX_LINE_BYTES, MediaStream } from '../mediacontrol/stream.ts';

/** Limit from a line's first byte to its end. */
const LINE_WITHIN_MS = 30_000;
/** Limit of other lines in a row: the client is not media-control. */
const MAX_STRANGE_LINES = 10;
/** Real streams send a few megabytes of art a minute. */
const MAX_BYTES_PER_SPAN = 64 * 1024 * 1024;
const SPAN_MS = 10_000;

export interface ConnectionOptions {
  readonly id: string;
  readonly bundleId: string;
  readonly players: Players;
  readonly clock: Clock;
  readonly log: Logger;
  readonly onReceived: () => void;
  /** Called once. `fault`: why the client was disconnected; absent if it left. */
  readonly onClosed: (fault?: string) => void;
}

export class Connection {
  readonly name: string;
  readonly host: string;
  readonly #socket: Socket;
  readonly #options: ConnectionOptions;
  readonly #stream: MediaStream;
  readonly #lineLimit: Timer;
  #spanEnds = 0;
  #bytesInSpan = 0;
  #closed = false;

  constructor(socket: Socket, options: ConnectionOptions) {
    this.#socket = socket;
    this.#options = options;
    this.#lineLimit = new Timer(options.clock);
    this.host = socket.remoteAddress ?? 'unknown';
    this.name = `${this.host}:${socket.remotePort ?? 0}`;
    this.#stream = new MediaStream(options);
    socket
      .on('data', (bytes: Buffer) => this.#receive(bytes))
      // Clients may leave with a reset; `close` follows.
      .on('error', () => undefined)
      .on('close', () => this.close());
  }

  get held(): number {
    return this.#stream.held;
  }

  get state(): Text {
    return this.#stream.player === ''
      ? say('sources.connected')
      : say('mediacontroltcp.connected-hears', { player: this.#stream.player });
  }

  close(fault?: string): void {
    if (this.#closed) {
      return;
    }
    this.#closed = true;
    this.#lineLimit.cancel();
    this.#stream.end();
    this.#socket.destroy();
    this.#options.onClosed(fault);
  }

  #receive(bytes: Buffer): void {
    const now = this.#options.clock.monotonic();
    if (now > this.#spanEnds) {
      this.#spanEnds = now + SPAN_MS;
      this.#bytesInSpan = 0;
    }
    this.#bytesInSpan += bytes.length;
    if (this.#bytesInSpan > MAX_BYTES_PER_SPAN) {
      this.close(`it sent more than ${MAX_BYTES_PER_SPAN >> 20} MiB in ${SPAN_MS / 1000} seconds`);
      return;
    }
    try {
      const lines = this.#stream.push(bytes);
      this.#limitLine(lines > 0);
    } catch (error) {
      if (!(error instanceof LineTooLongError)) {
        throw error;
      }
      this.close(`it sent a line of more than ${MAX_LINE_BYTES >> 20} MiB`);
      return;
    }
    if (this.#stream.strangeLines >= MAX_STRANGE_LINES) {
      this.close('what it sends is not the output of media-control stream');
      return;
    }
    this.#options.onReceived();
  }

  #limitLine(lineEnded: boolean): void {
    if (lineEnded || !this.#stream.isInsideLine) {
      this.#lineLimit.cancel();
    }
    if (this.#stream.isInsideLine && !this.#lineLimit.isSet) {
      this.#lineLimit.set(LINE_WITHIN_MS, () =>
        this.close(`a line did not end within ${LINE_WITHIN_MS / 1000} seconds`),
      );
    }
  }
}
