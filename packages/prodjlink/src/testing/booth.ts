import { createSocket, type Socket } from 'node:dgram';
import { type PresenceMessage, presenceCodec } from '../messages/presence.ts';
import { type MediaQuery, type PlayerStatus, type StatusMessage, statusCodec } from '../messages/status.ts';
import { type TimingMessage, timingCodec } from '../messages/timing.ts';
import type { LinkPorts } from '../options.ts';
import { PLAYING } from './status-fixtures.ts';

const EVERYBODY = '127.255.255.255';

/** A device at an address of its own on loopback; it sends what a test wants and records what it receives. */
export class TestDevice {
  readonly address: string;
  readonly queries: MediaQuery[] = [];
  readonly #ports: LinkPorts;
  readonly #socket: Socket;

  private constructor(address: string, ports: LinkPorts, socket: Socket) {
    this.address = address;
    this.#ports = ports;
    this.#socket = socket;
    socket.on('message', (bytes) => {
      const message = statusCodec.decode(bytes);
      if (message.kind === 'media-query') {
        this.queries.push(message);
      }
    });
  }

  static async open(address: string, ports: LinkPorts): Promise<TestDevice> {
    const socket = createSocket('udp4');
    await new Promise<void>((resolve) => socket.bind(ports.status, address, resolve));
    socket.setBroadcast(true);
    return new TestDevice(address, ports, socket);
  }

  close(): void {
    this.#socket.close();
  }

  presence(message: PresenceMessage): void {
    this.#socket.send(presenceCodec.encode(message), this.#ports.presence, EVERYBODY);
  }

  keepAlive(number: number, name = 'CDJ-2000nexus', role = 1): void {
    this.presence({
      kind: 'keep-alive',
      name,
      format: 2,
      number,
      first: false,
      mac: `02:00:00:00:00:${number.toString(16).padStart(2, '0')}`,
      ip: this.address,
      devices: 1,
      role,
      generation: 0,
    });
  }

  timing(message: TimingMessage): void {
    this.#socket.send(timingCodec.encode(message), this.#ports.timing, EVERYBODY);
  }

  /** To a guest on this computer. */
  status(message: StatusMessage): void {
    this.#socket.send(statusCodec.encode(message), this.#ports.status, '127.0.0.1');
  }

  raw(port: keyof LinkPorts, bytes: Uint8Array): void {
    this.#socket.send(bytes, this.#ports[port], port === 'status' ? '127.0.0.1' : EVERYBODY);
  }
}

/** The status of a playing player, as recorded, except for what a test changes. */
export function playingStatus(changes: Partial<PlayerStatus>): PlayerStatus {
  return { ...PLAYING, ...changes };
}
