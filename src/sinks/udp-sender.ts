import { createSocket, type Socket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Taken } from '../core/contracts/sink.ts';
import { RunError, textOf } from '../core/errors.ts';
import { say, type Text } from '../core/message.ts';
import type { Clock } from '../core/tools.ts';
import { within } from '../core/waiting.ts';

/** A name may get another address, and a network may come back. */
const RESOLVE_EVERY_MS = 30_000;
const RESOLVE_WITHIN_MS = 5_000;

/** Sends many datagrams to one host, which is looked up again now and then. Problems are kept, not thrown. */
export class UdpSender {
  readonly #host: string;
  readonly #port: number;
  readonly #clock: Clock;
  readonly #closing = new AbortController();
  #socket: Socket | undefined;
  #address = '';
  #problem: Text | undefined;
  #sent = 0;
  #lastSentAt: number | undefined;
  #cancelResolve: () => void = () => undefined;

  constructor(host: string, port: number, clock: Clock) {
    this.#host = host;
    this.#port = port;
    this.#clock = clock;
  }

  /** Reason why the last datagram could not be sent. */
  get problem(): Text | undefined {
    return this.#problem;
  }

  get sent(): Taken {
    return {
      delivered: this.#sent,
      queued: 0,
      ...(this.#lastSentAt !== undefined && { lastSuccessAt: this.#lastSentAt }),
    };
  }

  open(): void {
    const family = isIP(this.#host);
    if (family === 0) {
      void this.#resolve();
    } else {
      this.#use(this.#host, family);
    }
  }

  /** Drops the datagram while the host is unknown. */
  send(datagram: Uint8Array): void {
    this.#socket?.send(datagram, this.#port, this.#address, (error) => {
      if (error === null) {
        this.#problem = undefined;
        this.#sent += 1;
        this.#lastSentAt = this.#clock.now();
      } else {
        this.#fail(error);
      }
    });
  }

  close(): void {
    this.#closing.abort();
    this.#cancelResolve();
    this.#socket?.close();
    this.#socket = undefined;
  }

  async #resolve(): Promise<void> {
    const { signal } = this.#closing;
    const late = () =>
      new RunError(say('deliver.no-answer-within-s', { seconds: RESOLVE_WITHIN_MS / 1_000 }));
    try {
      const limit = { clock: this.#clock, ms: RESOLVE_WITHIN_MS, late, signal };
      const { address, family } = await within(limit, () => lookup(this.#host));
      if (!signal.aborted) {
        this.#use(address, family);
      }
    } catch (error) {
      this.#fail(error);
    }
    if (!signal.aborted) {
      this.#cancelResolve = this.#clock.after(RESOLVE_EVERY_MS, () => void this.#resolve());
    }
  }

  #use(address: string, family: number): void {
    this.#problem = undefined;
    if (address === this.#address) {
      return;
    }
    this.#socket?.close();
    this.#address = address;
    const socket = createSocket(family === 6 ? 'udp6' : 'udp4');
    socket.on('error', (error) => this.#fail(error));
    if (family === 4) {
      socket.bind(() => socket.setBroadcast(true));
    }
    this.#socket = socket;
  }

  #fail(error: unknown): void {
    if (!this.#closing.signal.aborted) {
      this.#problem = textOf(error);
    }
  }
}
