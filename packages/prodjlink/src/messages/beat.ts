import type { PacketView, PacketWriter } from '../bytes.ts';
import type { DeckHead } from './head.ts';
import {
  bpmFromWire,
  bpmToWire,
  optionalFromWire,
  optionalToWire,
  pitchFromWire,
  pitchToWire,
} from './quantities.ts';

/**
 * Broadcast at each beat by a player that plays a track with a beat grid, and by a mixer all the time: 120.00 when
 * nothing plays. Offsets are hexadecimal.
 *
 * | offset | size | field |
 * |---|---|---|
 * | 24 | 4 | ms to the next beat |
 * | 28 | 4 | to the 2nd beat |
 * | 2c | 4 | to the next bar |
 * | 30 | 4 | to the 4th beat |
 * | 34 | 4 | to the 2nd bar |
 * | 38 | 4 | to the 8th beat |
 * | 3c | 18 | ff |
 * | 54 | 4 | pitch |
 * | 5a | 2 | tempo of the track x 100 |
 * | 5c | 1 | beat in the bar, 1 to 4 |
 * | 5f | 1 | number of the sender again |
 *
 * The times are those at 0 % pitch, whatever the fader says: divide by the pitch for real ones.
 */
export interface BeatPacket extends DeckHead {
  readonly kind: 'beat';
  /** Milliseconds at 0 % pitch; null when the track ends before. */
  readonly nextBeat: number | null;
  readonly secondBeat: number | null;
  readonly nextBar: number | null;
  readonly fourthBeat: number | null;
  readonly secondBar: number | null;
  readonly eighthBeat: number | null;
  /** Factor, 1 = 0 %. */
  readonly pitch: number;
  /** Of the track; times the pitch it is what sounds. */
  readonly bpm: number | null;
  readonly beatInBar: number;
}

export function readBeat(view: PacketView, head: DeckHead): BeatPacket {
  view.need(0x60);
  return {
    kind: 'beat',
    ...head,
    nextBeat: optionalFromWire(view.u32(0x24)),
    secondBeat: optionalFromWire(view.u32(0x28)),
    nextBar: optionalFromWire(view.u32(0x2c)),
    fourthBeat: optionalFromWire(view.u32(0x30)),
    secondBar: optionalFromWire(view.u32(0x34)),
    eighthBeat: optionalFromWire(view.u32(0x38)),
    pitch: pitchFromWire(view.u32(0x54)),
    bpm: bpmFromWire(view.u16(0x5a)),
    beatInBar: view.u8(0x5c),
  };
}

export function writeBeat(writer: PacketWriter, message: BeatPacket): Buffer {
  writer.bytes.fill(0xff, 0x3c, 0x54);
  return writer
    .u32(0x24, optionalToWire(message.nextBeat))
    .u32(0x28, optionalToWire(message.secondBeat))
    .u32(0x2c, optionalToWire(message.nextBar))
    .u32(0x30, optionalToWire(message.fourthBeat))
    .u32(0x34, optionalToWire(message.secondBar))
    .u32(0x38, optionalToWire(message.eighthBeat))
    .u32(0x54, pitchToWire(message.pitch))
    .u16(0x5a, bpmToWire(message.bpm))
    .u8(0x5c, message.beatInBar)
    .u8(0x5f, message.number).bytes;
}
