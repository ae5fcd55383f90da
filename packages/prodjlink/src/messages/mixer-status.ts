import type { PacketView, PacketWriter } from '../bytes.ts';
import type { DeckHead } from './head.ts';
import { bpmFromWire, bpmToWire, pitchFromWire, pitchToWire } from './quantities.ts';

/**
 * Sent by a mixer about every 200 ms to each announced device; rekordbox sends the same with its own name. It contains
 * no fader and no useful beat. Offsets are hexadecimal.
 *
 * | offset | size | field |
 * |---|---|---|
 * | 24 | 1 | number of the sender again |
 * | 27 | 1 | flags: d0, with bit 20 tempo master |
 * | 28, 30 | 4 | pitch, always 0 % |
 * | 2c | 2 | validity of the tempo, as in a player's status |
 * | 2e | 2 | tempo x 100 |
 * | 36 | 1 | number of the next master during a hand-over; 00 none yet, ff no hand-over |
 * | 37 | 1 | beat in the bar |
 */
export interface MixerStatus extends DeckHead {
  readonly kind: 'mixer-status';
  readonly flags: number;
  readonly pitch: number;
  readonly tempoState: number;
  readonly bpm: number | null;
  readonly handOver: number;
  readonly beatInBar: number;
}

export const MIXER_STATUS_LENGTH = 0x38;

export function readMixerStatus(view: PacketView, head: DeckHead): MixerStatus {
  view.need(MIXER_STATUS_LENGTH);
  return {
    kind: 'mixer-status',
    ...head,
    flags: view.u8(0x27),
    pitch: pitchFromWire(view.u32(0x28)),
    tempoState: view.u16(0x2c),
    bpm: bpmFromWire(view.u16(0x2e)),
    handOver: view.u8(0x36),
    beatInBar: view.u8(0x37),
  };
}

export function writeMixerStatus(writer: PacketWriter, message: MixerStatus): Buffer {
  return writer
    .u8(0x24, message.number)
    .u8(0x27, message.flags)
    .u32(0x28, pitchToWire(message.pitch))
    .u16(0x2c, message.tempoState)
    .u16(0x2e, bpmToWire(message.bpm))
    .u32(0x30, pitchToWire(message.pitch))
    .u8(0x36, message.handOver)
    .u8(0x37, message.beatInBar).bytes;
}
