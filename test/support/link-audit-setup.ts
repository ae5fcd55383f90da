/**
 * Checks every packet that a test makes the program send to players. A packet that a guest may not send fails the test.
 */
import { Socket as DatagramSocket } from 'node:dgram';
import { Socket } from 'node:net';
import { afterEach, expect } from 'vitest';
import { impolite, isLink, type OutgoingPacket } from './link-audit.ts';

/** Complaints since the last test. */
const complaints: string[] = [];
/** Bytes written to each connection so far, because a message may come in pieces. */
const written = new WeakMap<Socket, Buffer>();

function audit(packet: OutgoingPacket): void {
  const wrong = isLink(packet) ? impolite(packet) : undefined;
  if (wrong !== undefined) {
    complaints.push(`${packet.to}:${packet.toPort} was sent ${wrong}: ${packet.bytes.toString('hex')}`);
  }
}

/** Simulated players have other addresses, and their replies are not calls. */
const OURS = ['127.0.0.1', '0.0.0.0'];
const PATCHED = Symbol.for('deckcast.link-audit');

/** Patches once per process, because modules stay loaded between test files. */
function watch(): void {
  if (PATCHED in DatagramSocket.prototype) {
    return;
  }
  Object.assign(DatagramSocket.prototype, { [PATCHED]: complaints });
  const { send } = DatagramSocket.prototype;
  DatagramSocket.prototype.send = function (this: DatagramSocket, ...args: unknown[]) {
    const [bytes, toPort, to] = args;
    const from = boundTo(this);
    const isOurs = bytes instanceof Uint8Array && OURS.includes(from);
    if (isOurs && typeof toPort === 'number' && typeof to === 'string') {
      audit({ protocol: 'udp', from, fromPort: 0, to, toPort, bytes: Buffer.from(bytes) });
    }
    // The arguments match one of its overloads.
    return Reflect.apply(send, this, args);
  };
  const { write } = Socket.prototype;
  Socket.prototype.write = function (this: Socket, ...args: unknown[]) {
    const [bytes] = args;
    // Accepted connections belong to a simulated player.
    if (bytes instanceof Uint8Array && !('server' in this && this.server != null)) {
      const all = Buffer.concat([written.get(this) ?? Buffer.alloc(0), bytes]).subarray(0, MAX_CONVERSATION);
      const to = { to: this.remoteAddress ?? '', toPort: this.remotePort ?? 0 };
      const packet = { protocol: 'tcp', from: '', fromPort: 0, ...to, bytes: all } as const;
      // The first bytes tell whether the connection uses this protocol.
      if (isLink(packet)) {
        written.set(this, all);
        audit(packet);
      }
    }
    return Reflect.apply(write, this, args);
  } as typeof write;
}

const MAX_CONVERSATION = 1024 * 1024;

function boundTo(socket: DatagramSocket): string {
  try {
    return socket.address().address;
  } catch {
    return '0.0.0.0';
  }
}

watch();
// Another copy of this module, loaded for another test file, must use the same list.
export const watchedComplaints: string[] = Reflect.get(DatagramSocket.prototype, PATCHED);

afterEach(() => {
  expect(watchedComplaints.splice(0)).toEqual([]);
});
