import { ascii, at, flag, orNull, u8, u32, utf16, type WireField } from '@deckcast/wire-kit';
import { type AnyMessageOf, type DeckHead, deckHead, kind, linkCodec, type MessageOf } from './datagram.ts';
import { bpm, ipv4, optional, pitch } from './fields.ts';
import type { LinkCodec } from './link-codec.ts';

/** Slots. On XDJ-XZ and XDJ-AZ, 2 is USB 1 and 3 is USB 2. 6, 7 and 9 are known from one analysis each. */
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

/** Kinds of loaded tracks. */
export const TRACK_TYPE = { none: 0, rekordbox: 1, file: 2, audioCd: 5, streaming: 6 } as const;

/** States of a slot. */
export const MEDIUM = { mounted: 0, removing: 2, removed: 3, empty: 4 } as const;

/** States of a deck. */
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

/** Bits of `flags`; 84 is always set. */
export const FLAG = { playing: 0x40, master: 0x20, sync: 0x10, onAir: 0x08, bpmSync: 0x02 } as const;

/** Kinds of libraries. For slot 5, a DJM answers its name and 0. */
export const LIBRARY = { noMedium: 0, rekordbox: 1, none: 2 } as const;

const packetLength: WireField<number, 0> = { size: 0, get: ({ length }) => length, put() {} };

/** Missing before nexus (up to d0 bytes). */
const flags: WireField<number | null, 1> = {
  size: 1,
  get: (bytes, offset) => (bytes.length > 0xd0 ? bytes.readUInt8(offset) : null),
  put: (bytes, offset, value) => value !== null && bytes.writeUInt8(value, offset),
};

const STATUS = {
  status: kind(
    0x0a,
    0xcc,
    {
      number: at(0x21, u8, 0x24),
      /** Bytes: d0, d4, 11b, 11c, 124 or 200 hexadecimal; newer players may send more. */
      length: at(0, packetLength),
      /** Player that holds the loaded track's medium; 0: none. */
      sourcePlayer: at(0x28, u8),
      /** Value of `SLOT`. */
      slot: at(0x29, u8),
      /** Value of `TRACK_TYPE`. */
      trackType: at(0x2a, u8),
      /** Row in the medium's library. */
      trackId: at(0x2c, u32),
      /** Value of `MEDIUM`, in the player's own slot. */
      usb: at(0x6f, u8),
      sd: at(0x73, u8),
      /** Value of `PLAY_STATE`. */
      playState: at(0x7b, u8),
      /** `1.44` */
      firmware: at(0x7c, ascii(4)),
      /** Bits of `FLAG`; null before nexus. */
      flags: at(0x89, flags),
      /** Bit 04: stopped. */
      motion: at(0x8b, u8),
      /** Factor in effect; 1 is 0 %. */
      pitch: at(0x8c, pitch, 0xc0),
      /** Tempo of the track, without pitch; up to 2.3 s after a load still the old track's. */
      bpm: at(0x92, bpm),
      /** Next tempo master during a hand-over. */
      nextMaster: at(0x9f, orNull(u8, 0xff)),
      /** Beat in the track; 0 before the first; null: unknown. */
      beat: at(0xa0, optional),
      /** 1 to 4; 0: unknown. */
      beatInBar: at(0xa6, u8),
      /** The player lost its medium. */
      emergencyLoop: at(0xba, flag),
    },
    {
      // USB and SD idle, networked medium, valid tempo, no memory cue ahead.
      usual: { 106: '0404', 117: '01', 144: '8000', 164: '01ff' },
      size: ({ length }) => length,
    },
  ),
  'mixer-status': kind(
    0x29,
    0x38,
    {
      number: at(0x21, u8, 0x24),
      /** d0, with bit 20 tempo master (hexadecimal). */
      flags: at(0x27, u8),
      bpm: at(0x2e, bpm),
      beatInBar: at(0x37, u8),
    },
    // 0 % twice, valid tempo, no hand-over.
    { usual: { 40: '00100000', 44: '8000', 48: '00100000', 54: 'ff' } },
  ),
  'media-query': kind(0x05, 0x30, {
    /** IPv4 address of the sender; the answer goes to its port 50002. */
    ip: at(0x24, ipv4),
    player: at(0x28, u32),
    slot: at(0x2c, u32),
  }),
  'media-answer': kind(
    0x06,
    0xc0,
    {
      player: at(0x24, u32),
      slot: at(0x28, u32),
      /** Often empty. */
      mediumName: at(0x2c, utf16(0x40)),
      /** `2014-06-21` */
      created: at(0x6c, utf16(0x18)),
      tracks: at(0xa4, u32),
      /** Value of `LIBRARY`. */
      library: at(0xaa, u8),
      playlists: at(0xac, u32),
    },
    // "1000".
    { usual: { 132: '0031003000300030' } },
  ),
  /** Sent between players; ignored. */
  'settings-query': kind(0x35, 0x28, {}),
};

/**
 * Messages of port 50002. Each packet comes from a new port, so never answer to it. Commands on this port are
 * `unknown`.
 */
export type StatusMessage = DeckHead & AnyMessageOf<typeof STATUS>;

/**
 * Sent by a player about every 200 ms to each announced device.
 *
 * Known from real packets: d4 and 11c bytes; from two or more analyses: slots 1 and 4, types 2, 5 and 6,
 * fields 9f and ba, other lengths; from one: slots above 4.
 */
export type PlayerStatus = DeckHead & MessageOf<typeof STATUS, 'status'>;

/**
 * Sent by a mixer, or rekordbox, about every 200 ms to each announced device. Contains no fader and no useful
 * beat.
 */
export type MixerStatus = DeckHead & MessageOf<typeof STATUS, 'mixer-status'>;

/**
 * Asks port 50002 of a player for a slot's content. The answer goes to port 50002 of the address in the
 * query.
 */
export type MediaQuery = DeckHead & MessageOf<typeof STATUS, 'media-query'>;

/** Content of a slot. */
export type MediaAnswer = DeckHead & MessageOf<typeof STATUS, 'media-answer'>;

/** UDP port of status messages. */
export const STATUS_PORT = 50_002;

/** Codec of the messages of port 50002. */
export const statusCodec: LinkCodec<StatusMessage> = linkCodec(deckHead, STATUS);
