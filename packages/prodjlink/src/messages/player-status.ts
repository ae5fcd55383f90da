import type { PacketView, PacketWriter } from '../bytes.ts';
import type { DeckHead } from './head.ts';
import {
  type ExtendedStatus,
  hasExtension,
  readExtension,
  writeExtension,
} from './player-status-extension.ts';
import {
  bpmFromWire,
  bpmToWire,
  optionalFromWire,
  optionalToWire,
  pitchFromWire,
  pitchToWire,
} from './quantities.ts';

/**
 * Sent by a player about every 200 ms to each announced device. Offsets are hexadecimal.
 *
 * | offset | size | field |
 * |---|---|---|
 * | 24 | 1 | number of the sender again |
 * | 28 | 1 | number of the player that holds the medium of the loaded track; 0 none |
 * | 29 | 1 | slot, `SLOT` |
 * | 2a | 1 | type of the track, `TRACK_TYPE` |
 * | 2c | 4 | id of the track: a row of the medium's library |
 * | 32 | 2 | position in the list that it was loaded from |
 * | 6a, 6b | 1 | activity of USB and SD: 04 idle, 06 active |
 * | 6f, 73 | 1 | own USB and SD, `MEDIUM` |
 * | 75 | 1 | 01 when some medium can be reached over the network |
 * | 7b | 1 | play state, `PLAY_STATE` |
 * | 7c | 4 | firmware, ASCII |
 * | 84 | 4 | sync counter |
 * | 89 | 1 | flags, `FLAG`; packets of d0 bytes (before nexus) have none |
 * | 8b | 1 | motion: bit 04 set = stopped |
 * | 8c, c0 | 4 | pitch in effect |
 * | 90 | 2 | validity of the tempo, `TEMPO` |
 * | 92 | 2 | tempo of the track x 100 |
 * | 98, c4 | 4 | pitch of the motion: 0 when stopped, ramps on start and stop |
 * | 9d | 1 | direction and mode: 00 empty, 01 paused or reverse, 09 forward vinyl, 0d forward CDJ, 0b slip |
 * | 9e | 1 | 00 not master, 01 master with tempo, 02 master without |
 * | 9f | 1 | number of the next master during a hand-over, else ff |
 * | a0 | 4 | beat in the track: 0 before the first, ffffffff unknown |
 * | a4 | 2 | beats to the next memory cue, 01ff none |
 * | a6 | 1 | beat in the bar, 1 to 4; 0 unknown |
 * | ba | 1 | 01 emergency loop: the player lost its medium |
 * | c8 | 4 | packet counter; 0 on CDJ-3000 |
 * | cc | 1 | generation: 05 before nexus, 0f nexus and NXS2, 1f CDJ-3000 and XDJ-XZ |
 * | 158.. | | `player-status-extension.ts`, CDJ-3000 |
 *
 * Real packets of d4 and 11c bytes are at hand. Slots 1 and 4, types 2, 5 and 6, the fields 32, 84, 98, 9f, a4 and ba,
 * and all of other lengths are known from two or more analyses only; slots above 4 and c4 from one.
 */
export interface PlayerStatus extends DeckHead, ExtendedStatus {
  readonly kind: 'status';
  /** Bytes of the packet: d0, d4, 11b, 11c, 124 or 200 hexadecimal; newer players may send more. */
  readonly length: number;
  readonly sourcePlayer: number;
  readonly slot: number;
  readonly trackType: number;
  readonly trackId: number;
  readonly listPosition: number;
  readonly usbActivity: number;
  readonly sdActivity: number;
  readonly usb: number;
  readonly sd: number;
  readonly linkAvailable: boolean;
  readonly playState: number;
  /** Such as `1.44`. */
  readonly firmware: string;
  readonly syncCounter: number;
  /** Null where the packet has none. */
  readonly flags: number | null;
  readonly motion: number;
  /** Factor, 1 = 0 %. */
  readonly pitch: number;
  readonly tempoState: number;
  /** Of the track, without the pitch; for up to 2.3 s after a load still the old track's. */
  readonly bpm: number | null;
  readonly motionPitch: number;
  readonly direction: number;
  readonly masterState: number;
  readonly nextMaster: number | null;
  readonly beat: number | null;
  readonly beatsToCue: number | null;
  readonly beatInBar: number;
  readonly emergencyLoop: boolean;
  readonly counter: number;
  readonly generation: number;
}

/** Where a medium is. On XDJ-XZ and XDJ-AZ, 2 is USB 1 and 3 is USB 2. 6, 7 and 9 were seen by one analysis each. */
export const SLOT = {
  none: 0,
  cd: 1,
  sd: 2,
  usb: 3,
  collection: 4,
  streamingDirectPlay: 6,
  secondUsb: 7,
  beatport: 9,
} as const;

export const TRACK_TYPE = { none: 0, rekordbox: 1, file: 2, audioCd: 5, streaming: 6 } as const;

export const MEDIUM = { mounted: 0, removing: 2, removed: 3, empty: 4 } as const;

export const PLAY_STATE = {
  empty: 0x00,
  loading: 0x02,
  playing: 0x03,
  looping: 0x04,
  paused: 0x05,
  cued: 0x06,
  cuePlay: 0x07,
  cueScratch: 0x08,
  searching: 0x09,
  cannotPlay: 0x0e,
  ended: 0x11,
  emergencyLoop: 0x12,
} as const;

/** Bits of `flags`. 84 is set in every packet. */
export const FLAG = { playing: 0x40, master: 0x20, sync: 0x10, onAir: 0x08, bpmSync: 0x02 } as const;

export const TEMPO = { valid: 0x8000, noTrack: 0x7fff, noGrid: 0 } as const;

/** Shorter ones are not accepted: every field up to the counter is inside. */
const SHORTEST = 0xcc;
/** Packets up to this length have no flags. */
const WITHOUT_FLAGS = 0xd0;
const NO_NEXT_MASTER = 0xff;
const NO_CUE = 0x1ff;

export function readPlayerStatus(view: PacketView, head: DeckHead): PlayerStatus {
  view.need(SHORTEST);
  const nextMaster = view.u8(0x9f);
  const beatsToCue = view.u16(0xa4);
  // Written out, because it is decoded most often: an object that begins with a spread takes ten times as long.
  const status: PlayerStatus = {
    kind: 'status',
    name: head.name,
    format: head.format,
    number: head.number,
    length: view.length,
    sourcePlayer: view.u8(0x28),
    slot: view.u8(0x29),
    trackType: view.u8(0x2a),
    trackId: view.u32(0x2c),
    listPosition: view.u16(0x32),
    usbActivity: view.u8(0x6a),
    sdActivity: view.u8(0x6b),
    usb: view.u8(0x6f),
    sd: view.u8(0x73),
    linkAvailable: view.u8(0x75) === 1,
    playState: view.u8(0x7b),
    firmware: view.ascii(0x7c, 4),
    syncCounter: view.u32(0x84),
    flags: view.length > WITHOUT_FLAGS ? view.u8(0x89) : null,
    motion: view.u8(0x8b),
    pitch: pitchFromWire(view.u32(0x8c)),
    tempoState: view.u16(0x90),
    bpm: bpmFromWire(view.u16(0x92)),
    motionPitch: pitchFromWire(view.u32(0x98)),
    direction: view.u8(0x9d),
    masterState: view.u8(0x9e),
    nextMaster: nextMaster === NO_NEXT_MASTER ? null : nextMaster,
    beat: optionalFromWire(view.u32(0xa0)),
    beatsToCue: beatsToCue === NO_CUE ? null : beatsToCue,
    beatInBar: view.u8(0xa6),
    emergencyLoop: view.u8(0xba) === 1,
    counter: view.u32(0xc8),
    generation: view.length > SHORTEST ? view.u8(0xcc) : 0,
  };
  if (head.statedLength === undefined && !hasExtension(view.length)) {
    return status;
  }
  return { ...status, ...head, ...(hasExtension(view.length) && readExtension(view)) };
}

export function writePlayerStatus(writer: PacketWriter, message: PlayerStatus): Buffer {
  writer
    .u8(0x24, message.number)
    .u8(0x28, message.sourcePlayer)
    .u8(0x29, message.slot)
    .u8(0x2a, message.trackType)
    .u32(0x2c, message.trackId)
    .u16(0x32, message.listPosition)
    .u8(0x6a, message.usbActivity)
    .u8(0x6b, message.sdActivity)
    .u8(0x6f, message.usb)
    .u8(0x73, message.sd)
    .u8(0x75, message.linkAvailable ? 1 : 0)
    .u8(0x7b, message.playState)
    .ascii(0x7c, 4, message.firmware)
    .u32(0x84, message.syncCounter)
    .u8(0x8b, message.motion)
    .u32(0x8c, pitchToWire(message.pitch))
    .u16(0x90, message.tempoState)
    .u16(0x92, bpmToWire(message.bpm))
    .u32(0x98, pitchToWire(message.motionPitch))
    .u8(0x9d, message.direction)
    .u8(0x9e, message.masterState)
    .u8(0x9f, message.nextMaster ?? NO_NEXT_MASTER)
    .u32(0xa0, optionalToWire(message.beat))
    .u16(0xa4, message.beatsToCue ?? NO_CUE)
    .u8(0xa6, message.beatInBar)
    .u8(0xba, message.emergencyLoop ? 1 : 0)
    .u32(0xc0, pitchToWire(message.pitch))
    .u32(0xc4, pitchToWire(message.motionPitch))
    .u32(0xc8, message.counter);
  if (message.length > SHORTEST) {
    writer.u8(0xcc, message.generation);
  }
  if (message.flags !== null) {
    writer.u8(0x89, message.flags);
  }
  if (hasExtension(message.length)) {
    writeExtension(writer, message);
  }
  return writer.bytes;
}
