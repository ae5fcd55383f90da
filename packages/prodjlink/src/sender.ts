import type { Socket as DatagramSocket } from 'node:dgram';
import type { Socket } from 'node:net';
import { classifyOutgoing, type OutgoingChannel, type OutgoingKind } from './outgoing.ts';

/** Packet that was sent. */
export interface SentPacket {
  readonly kind: OutgoingKind;
  readonly address: string;
  readonly port: number;
  readonly bytes: Uint8Array;
}

/** Sends packets, except those that a guest may not send. */
export class Sender {
  readonly #ownNumber: number | undefined;
  readonly #onSent: (packet: SentPacket) => void;

  /** @param ownNumber player's number, 1 to 6, if the user chose one */
  constructor(onSent: (packet: SentPacket) => void = () => {}, ownNumber?: number) {
    this.#onSent = onSent;
    this.#ownNumber = ownNumber;
  }

  /**
   * Resolves to the error code of a failed attempt, or undefined.
   * @throws RangeError if a guest may not send this: a bug of ours, and nothing was sent
   */
  datagram(
    socket: DatagramSocket,
    channel: OutgoingChannel,
    bytes: Uint8Array,
    address: string,
    port: number,
  ): Promise<string | undefined> {
    this.#note(channel, bytes, address, port);
    return new Promise((resolve) => {
      try {
        socket.send(bytes, port, address, (error) => resolve(error === null ? undefined : codeOf(error)));
      } catch (error) {
        // The socket is closed.
        resolve(codeOf(error));
      }
    });
  }

  /** @throws RangeError as `datagram` */
  message(socket: Socket, channel: OutgoingChannel, bytes: Uint8Array): void {
    this.#note(channel, bytes, socket.remoteAddress ?? '', socket.remotePort ?? 0);
    socket.write(bytes);
  }

  #note(channel: OutgoingChannel, bytes: Uint8Array, address: string, port: number): void {
    const kind = classifyOutgoing(channel, bytes, this.#ownNumber);
    if (kind === undefined) {
      throw new RangeError(`a guest may not send this (${channel})`);
    }
    this.#onSent({ kind, address, port, bytes });
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
