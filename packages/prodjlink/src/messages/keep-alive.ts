import type { PacketView, PacketWriter } from '../bytes.ts';
import type { PresenceHead } from './head.ts';

/**
 * "I am here", broadcast to port 50000 by every device about every 2 s. Offsets are hexadecimal.
 *
 * | offset | size | field |
 * |---|---|---|
 * | 24 | 1 | number |
 * | 25 | 1 | 02 the first device on this network, 01 others were here before |
 * | 26 | 6 | hardware address |
 * | 2c | 4 | IP address |
 * | 30 | 1 | devices that the sender knows, itself included |
 * | 34 | 1 | role |
 * | 35 | 1 | generation: 00 nexus, 64 CDJ-3000; seen from one program each: 20, 08 |
 *
 * Two devices that both send 02 disturb each other: the one that hears the other claims its number again and again.
 */
export interface KeepAlive extends PresenceHead {
  readonly kind: 'keep-alive';
  readonly number: number;
  readonly first: boolean;
  readonly mac: string;
  readonly ip: string;
  readonly devices: number;
  readonly role: number;
  readonly generation: number;
}

export const KEEP_ALIVE_LENGTH = 0x36;

/** Longer ones were seen (95 bytes from a bridge): the rest is unknown. */
export function readKeepAlive(view: PacketView, head: PresenceHead): KeepAlive {
  view.need(KEEP_ALIVE_LENGTH);
  return {
    kind: 'keep-alive',
    ...head,
    number: view.u8(0x24),
    first: view.u8(0x25) === 2,
    mac: view.mac(0x26),
    ip: view.ipv4(0x2c),
    devices: view.u8(0x30),
    role: view.u8(0x34),
    generation: view.u8(0x35),
  };
}

export function writeKeepAlive(writer: PacketWriter, message: KeepAlive): Buffer {
  return writer
    .u8(0x24, message.number)
    .u8(0x25, message.first ? 2 : 1)
    .mac(0x26, message.mac)
    .ipv4(0x2c, message.ip)
    .u8(0x30, message.devices)
    .u8(0x34, message.role)
    .u8(0x35, message.generation).bytes;
}
