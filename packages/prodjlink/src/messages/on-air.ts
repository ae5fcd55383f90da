import type { PacketView, PacketWriter } from '../bytes.ts';
import { ProDjLinkError } from '../errors.ts';
import type { DeckHead } from './head.ts';

/**
 * Which channels are on air: broadcast every 300 ms and at once on a change. Channel n belongs to player
 * number n. Offsets are hexadecimal.
 *
 * | offset | size | field |
 * |---|---|---|
 * | 24 | 4 | channels 1 to 4, one byte each: 00 off, 01 on |
 * | 2d | 2 | channels 5 and 6, where the packet has 35 bytes |
 *
 * The packet with six channels (DJM-V10) is known from two analyses, not from bytes at hand. What holds anything but 00 and 01
 * is no such packet: noise must not close a channel.
 */
export interface OnAirPacket extends DeckHead {
  readonly kind: 'on-air';
  /** Channel 1 first; four or six. */
  readonly channels: readonly boolean[];
}

/** Bytes of the packet, by the number of channels. */
export const ON_AIR_LENGTH = { 4: 0x2d, 6: 0x35 } as const;

const CHANNELS = [0x24, 0x25, 0x26, 0x27, 0x2d, 0x2e] as const;

export function readOnAir(view: PacketView, head: DeckHead): OnAirPacket {
  const places = view.length >= ON_AIR_LENGTH[6] ? CHANNELS : CHANNELS.slice(0, 4);
  return { kind: 'on-air', ...head, channels: places.map((at) => isOn(view.u8(at))) };
}

function isOn(flag: number): boolean {
  if (flag > 1) {
    throw new ProDjLinkError('malformed', `${flag} does not say whether a channel is on air`);
  }
  return flag === 1;
}

export function writeOnAir(writer: PacketWriter, message: OnAirPacket): Buffer {
  for (const [channel, at] of CHANNELS.entries()) {
    const on = message.channels[channel];
    if (on !== undefined) {
      writer.u8(at, on ? 1 : 0);
    }
  }
  return writer.bytes;
}
