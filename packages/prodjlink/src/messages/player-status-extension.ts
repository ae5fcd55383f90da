import type { PacketView, PacketWriter } from '../bytes.ts';

/**
 * What a CDJ-3000 adds to its status. No bytes of real hardware are at hand. Offsets are hexadecimal.
 *
 * | offset | size | field |
 * |---|---|---|
 * | 158 | 1 | master tempo on |
 * | 15c | 1 | key that is heard: semitones up from A |
 * | 15d | 1 | 00 minor, 01 major |
 * | 15e | 1 | accidental: 00, 01 sharp, ff flat, 64 shifted off |
 * | 164 | 8 | shift of the key in cents, signed |
 * | 1b6, 1be | 4 | start and end of the loop: ms = value x 65536 / 1000 |
 * | 1c8 | 2 | length of the loop in beats |
 */
export interface ExtendedStatus {
  readonly masterTempo?: boolean;
  readonly key?: { readonly note: number; readonly major: boolean; readonly accidental: number };
  /** Cents. */
  readonly keyShift?: bigint;
  /** In the device's unit: 65.536 ms each. */
  readonly loop?: { readonly start: number; readonly end: number; readonly beats: number };
}

const EXTENDED = 0x200;

export function hasExtension(length: number): boolean {
  return length >= EXTENDED;
}

export function readExtension(view: PacketView): ExtendedStatus {
  return {
    masterTempo: view.u8(0x158) === 1,
    key: { note: view.u8(0x15c), major: view.u8(0x15d) === 1, accidental: view.u8(0x15e) },
    keyShift: view.i64(0x164),
    loop: { start: view.u32(0x1b6), end: view.u32(0x1be), beats: view.u16(0x1c8) },
  };
}

export function writeExtension(writer: PacketWriter, status: ExtendedStatus): void {
  if (status.masterTempo !== undefined) {
    writer.u8(0x158, status.masterTempo ? 1 : 0);
  }
  if (status.key !== undefined) {
    const { note, major, accidental } = status.key;
    writer
      .u8(0x15c, note)
      .u8(0x15d, major ? 1 : 0)
      .u8(0x15e, accidental);
  }
  if (status.keyShift !== undefined) {
    writer.i64(0x164, status.keyShift);
  }
  if (status.loop !== undefined) {
    const { start, end, beats } = status.loop;
    writer.u32(0x1b6, start).u32(0x1be, end).u16(0x1c8, beats);
  }
}
