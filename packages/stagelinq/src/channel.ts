import type { Socket } from 'node:net';
import { raise } from '@deckcast/wire-kit';
import { asStagelinqError, StagelinqError } from './errors.ts';
import { type Measure, type OnMessage, Splitter } from './framing.ts';

/** Options of a channel. */
export interface ChannelOptions {
  /** Framing of incoming messages. */
  readonly measure: Measure;
  /** Limit of bytes waiting to be sent; more close the channel. */
  readonly unsentBytes: number;
  /** Called even if the bytes complete no message. */
  readonly onBytes?: (() => void) | undefined;
}

/** Delivers whole messages of a connected socket; ends once, with a reason. */
export class MessageChannel {
  readonly #socket: Socket;
  readonly #options: ChannelOptions;
  readonly #end: (reason: StagelinqError) => void;
  /** Resolves when either side ended the connection. */
  readonly ended: Promise<StagelinqError>;

  constructor(socket: Socket, options: ChannelOptions) {
    this.#socket = socket;
    this.#options = options;
    let resolveEnded: (reason: StagelinqError) => void = () => {};
    this.ended = new Promise((resolve) => {
      resolveEnded = resolve;
    });
    this.#end = (reason) => {
      socket.destroy();
      resolveEnded(reason);
    };
    socket.on('error', (cause) => {
      this.#end(new StagelinqError('closed', `the connection broke: ${cause.message}`, { cause }));
    });
    socket.on('close', () => this.#end(new StagelinqError('closed', 'the device closed the connection')));
  }

  /**
   * Starts to deliver, also what arrived before. Call it once, soon after connecting.
   * @param onMessage ends the channel by throwing a StagelinqError; anything else that it throws is raised as
   * our mistake, and costs that message
   */
  receive(onMessage: OnMessage): void {
    const splitter = new Splitter(this.#options.measure);
    const deliver: OnMessage = (bytes, start, end) => {
      // The rest of the chunk stays unread once a message has ended the channel.
      if (this.#socket.destroyed) {
        return;
      }
      try {
        onMessage(bytes, start, end);
      } catch (cause) {
        if (cause instanceof StagelinqError) {
          throw cause;
        }
        raise(cause);
      }
    };
    this.#socket.on('data', (chunk) => {
      this.#options.onBytes?.();
      try {
        splitter.push(chunk, deliver);
      } catch (cause) {
        this.#end(asStagelinqError(cause, 'malformed', 'a message could not be handled'));
      }
    });
  }

  get localPort(): number {
    return this.#socket.localPort ?? 0;
  }

  send(message: Uint8Array): void {
    if (this.#socket.destroyed) {
      return;
    }
    this.#socket.write(message);
    if (this.#socket.writableLength > this.#options.unsentBytes) {
      this.#end(new StagelinqError('closed', 'the device does not read what it is sent'));
    }
  }

  close(reason: StagelinqError): void {
    this.#end(reason);
  }
}

export function closeWith(signal: AbortSignal, channel: MessageChannel): void {
  const abort = () => channel.close(asStagelinqError(signal.reason, 'closed', 'stopped'));
  if (signal.aborted) {
    abort();
    return;
  }
  signal.addEventListener('abort', abort, { once: true });
  channel.ended.then(() => signal.removeEventListener('abort', abort));
}
