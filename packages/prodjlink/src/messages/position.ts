import type { PacketView, PacketWriter } from '../bytes.ts';
import type { DeckHead } from './head.ts';
import { optionalFromWire, optionalToWire } from './quantities.ts';

/**
 * Where a CDJ-3000 is in its track: to each announced device every 30 ms while a track is loaded, also when paused. No
 * bytes of real hardware are at hand. Offsets are hexadecimal.
 *
 * | offset | size | field |
 * |---|---|---|
 * | 24 | 4 | length of the track in whole seconds |
 * | 28 | 4 | playhead in ms |
 * | 2c | 4 | pitch of the fader in % x 100, signed |
 * | 38 | 4 | tempo that is heard x 10 |
 *
 * Four readings agree on this table and one contradicts it; pitch is reported to be always 0. So use tempo and pitch
 * from the status. A second packet with a number from 80 to ff and garbage inside was reported too: ignore numbers that
 * are not a player's.
 */
export interface PositionPacket extends DeckHead {
  readonly kind: 'position';
  /** Seconds. */
  readonly length: number;
  /** Milliseconds. */
  readonly playhead: number;
  /** Percent. */
  readonly pitchPercent: number;
  /** As heard; null when unknown. */
  readonly bpm: number | null;
}

export const POSITION_LENGTH = 0x3c;

export function readPosition(view: PacketView, head: DeckHead): PositionPacket {
  const bpm = optionalFromWire(view.u32(0x38));
  return {
    kind: 'position',
    ...head,
    length: view.u32(0x24),
    playhead: view.u32(0x28),
    pitchPercent: view.i32(0x2c) / 100,
    bpm: bpm === null ? null : bpm / 10,
  };
}

export function writePosition(writer: PacketWriter, message: PositionPacket): Buffer {
  const { bpm } = message;
  return writer
    .u32(0x24, message.length)
    .u32(0x28, message.playhead)
    .i32(0x2c, Math.round(message.pitchPercent * 100))
    .u32(0x38, optionalToWire(bpm === null ? null : Math.round(bpm * 10))).bytes;
}
