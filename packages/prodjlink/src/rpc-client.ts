import { randomInt } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { pause } from '@deckcast/wire-kit';
import { clientContext, type PlayerClientOptions } from './client-context.ts';
import { ProDjLinkError } from './errors.ts';
import { type FileCallBody, type FileResult, fileCallCodec, fileResultCodec } from './messages/file-calls.ts';
import { replyId } from './messages/rpc.ts';

/** Options of calls to a player. */
export interface RpcOptions extends PlayerClientOptions {
  /** Milliseconds until an unanswered call is repeated. Default 500. */
  readonly answerMs?: number | undefined;
  /** Times that a call is sent before it fails. Default 4. */
  readonly attempts?: number | undefined;
  /** Returns what to await before each packet, while the player must get none. */
  readonly holdUp?: (() => Promise<void> | undefined) | undefined;
}

/** Limit for an abandoned call to hold back the next. */
const ABANDONED_MS = 500;

const CANCELED_SIGNAL = AbortSignal.abort();

type Result<Call extends FileCallBody> = Extract<FileResult, { readonly kind: Call['kind'] }>;

/**
 * A canceled call ends once its answer has come or is overdue, because until then the player may be working
 * on it and cannot take another.
 */
export class RpcClient {
  readonly #context: ReturnType<typeof clientContext>;
  readonly #answerMs: number;
  readonly #attempts: number;
  readonly #holdUp: () => Promise<void> | undefined;
  #socket: Socket | undefined;
  #stopped = false;
  #closed = false;
  #xid = randomInt(2 ** 32);
  #stopWaiting = () => {};
  #answered: ((bytes: Buffer) => void) | undefined;

  constructor(options: RpcOptions) {
    this.#context = clientContext(options);
    this.#answerMs = options.answerMs ?? 500;
    this.#attempts = options.attempts ?? 4;
    this.#holdUp = options.holdUp ?? (() => undefined);
  }

  /** @throws ProDjLinkError `timeout`, `unreachable`, `refused`, or a decoding error; the signal's reason */
  async call<Call extends FileCallBody>(
    call: Call,
    port: number,
    signal?: AbortSignal,
  ): Promise<Result<Call>> {
    const bytes = this.#encode(call);
    const answer = await this.#exchange(bytes, this.#xid, port, signal);
    return fileResultCodec<Call['kind']>(call.kind).decode(answer);
  }

  /** Waits for any answer. Does nothing after `close`. Never rejects. */
  async send(call: FileCallBody, port: number): Promise<void> {
    if (!this.#closed) {
      await this.#attempt(this.#encode(call), this.#xid, port, CANCELED_SIGNAL);
    }
  }

  stop(): void {
    this.#stopped = true;
    this.#stopWaiting();
  }

  close(): void {
    this.#closed = true;
    this.#socket?.close();
    this.#socket = undefined;
  }

  #encode(call: FileCallBody): Buffer {
    this.#xid = (this.#xid + 1) >>> 0;
    return fileCallCodec.encode({ xid: this.#xid, stamp: randomInt(2 ** 32), ...call });
  }

  async #exchange(bytes: Buffer, xid: number, port: number, signal?: AbortSignal): Promise<Buffer> {
    let error: string | undefined;
    for (let attempt = 0; attempt < this.#attempts; attempt++) {
      await this.#mayBeSent(signal);
      const { answer, ...sent } = await this.#attempt(bytes, xid, port, signal);
      signal?.throwIfAborted();
      if (answer !== undefined) {
        return answer;
      }
      this.#throwIfStopped();
      error = sent.error;
    }
    throw error === undefined
      ? new ProDjLinkError('timeout', `no answer in ${this.#attempts} x ${this.#answerMs} ms`)
      : new ProDjLinkError('unreachable', `nothing can be sent to the player (${error})`);
  }

  /** Waits only briefly once the caller has canceled. */
  async #attempt(
    bytes: Buffer,
    xid: number,
    port: number,
    signal?: AbortSignal,
  ): Promise<{ readonly answer: Buffer | undefined; readonly error: string | undefined }> {
    const { clock, sender, address } = this.#context;
    const socket = await this.#open();
    const waiting = new AbortController();
    const stop = () => waiting.abort();
    let cancel = () => {};
    const abandon = () => {
      cancel();
      cancel = clock.after(ABANDONED_MS, stop);
    };
    let answer: Buffer | undefined;
    this.#answered = (received) => {
      if (replyId(received) === xid) {
        answer = Buffer.from(received);
        stop();
      }
    };
    this.#stopWaiting = abandon;
    signal?.addEventListener('abort', abandon, { once: true });
    const error = await sender.datagram(socket, 'files', bytes, address, port);
    if (this.#stopped || signal?.aborted === true) {
      abandon();
    }
    await pause(clock, this.#answerMs, waiting.signal);
    cancel();
    signal?.removeEventListener('abort', abandon);
    this.#answered = undefined;
    return { answer, error };
  }

  async #mayBeSent(signal?: AbortSignal): Promise<void> {
    const over = this.#stopped ? undefined : this.#holdUp();
    if (over !== undefined && signal?.aborted !== true) {
      await new Promise<void>((resolve) => {
        const stop = () => resolve();
        this.#stopWaiting = stop;
        signal?.addEventListener('abort', stop, { once: true });
        void over.then(() => {
          signal?.removeEventListener('abort', stop);
          resolve();
        });
      });
    }
    signal?.throwIfAborted();
    this.#throwIfStopped();
  }

  #throwIfStopped(): void {
    if (this.#stopped) {
      throw new ProDjLinkError('closed', 'the files of the player were closed');
    }
  }

  async #open(): Promise<Socket> {
    if (this.#socket !== undefined) {
      return this.#socket;
    }
    const socket = createSocket('udp4');
    // `send` reports its own errors; the socket survives others.
    socket.on('error', () => {});
    socket.on('message', (bytes, from) => {
      if (from.address === this.#context.address) {
        this.#answered?.(bytes);
      }
    });
    this.#socket = socket;
    await new Promise<void>((resolve) => {
      // Sending reports it if no port is free or the socket is closed.
      for (const event of ['listening', 'error', 'close']) {
        socket.once(event, resolve);
      }
      socket.bind(0);
    });
    socket.unref();
    return socket;
  }
}
