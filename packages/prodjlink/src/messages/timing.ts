import { at, u8, u32, type WireField } from '@deckcast/wire-kit';
import { ProDjLinkError } from '../errors.ts';
import {
  type AnyMessageOf,
  type DeckHead,
  deckHead,
  kind,
  linkCodec,
  type MessageOf,
  type UnknownMessage,
} from './datagram.ts';
import { bpm, optional, pitch } from './fields.ts';
import type { LinkCodec } from './link-codec.ts';

/** Lengths by the number of channels. */
const ON_AIR_LENGTH = { 4: 0x2d, 6: 0x35 } as const;
/** Distances of channels 1 to 6 from the first. */
const CHANNELS = [0, 1, 2, 3, 9, 10] as const;

/**
 * 00 or 01 for each channel. Any other byte means noise, which must not close a channel. The length decides between
 * four and six.
 */
const channels: WireField<readonly boolean[], 9> = {
  size: 9,
  get(bytes, first) {
    const places = bytes.length >= ON_AIR_LENGTH[6] ? CHANNELS : CHANNELS.slice(0, 4);
    return places.map((place) => {
      const on = bytes.readUInt8(first + place);
      if (on > 1) {
        throw new ProDjLinkError('malformed', `${on} does not say whether a channel is on air`);
      }
      return on === 1;
    });
  },
  put(bytes, first, open) {
    for (const [index, on] of open.entries()) {
      bytes.writeUInt8(Number(on), first + (CHANNELS[index] ?? 0));
    }
  },
};

const TIMING = {
  beat: kind(
    0x28,
    0x60,
    {
      number: at(0x21, u8, 0x5f),
      /** Milliseconds at 0 % pitch, whatever the fader says: divide by the pitch. Null if the track ends first. */
      nextBeat: at(0x24, optional),
      /** Factor, 1 = 0 %. */
      pitch: at(0x54, pitch),
      /** Tempo of the track. Multiply by the pitch for the audible tempo. */
      bpm: at(0x5a, bpm),
      /** 1 to 4. */
      beatInBar: at(0x5c, u8),
    },
    { usual: { 40: 'ff'.repeat(0x2c) } },
  ),
  position: kind(0x0b, 0x3c, {
    /** Length of the track in whole seconds. */
    length: at(0x24, u32),
    /** Position in milliseconds. */
    playhead: at(0x28, u32),
  }),
  'on-air': kind(
    0x03,
    ON_AIR_LENGTH[4],
    {
      /** Channel 1 first. Six channels if the packet has 35 bytes (hexadecimal): 5 and 6 are at 2d and 2e. */
      channels: at(0x24, channels),
    },
    { size: ({ channels: { length } }) => ON_AIR_LENGTH[length > 4 ? 6 : 4] },
  ),
  'master-request': kind(0x26, 0x28, { number: at(0x21, u8, 0x27) }),
  'master-answer': kind(0x27, 0x2c, { number: at(0x21, u8, 0x27) }, { usual: { 43: '01' } }),
  /** 2b: 1 becomes tempo master, 10 turns sync on, 20 off (hexadecimal). */
  'sync-control': kind(0x2a, 0x2c, { number: at(0x21, u8, 0x27) }),
};

/**
 * Messages of port 50001. The requests to be tempo master, their answers and sync are commands between devices, as is
 * fader start (02): this library never sends one. No bytes of real hardware are at hand for 0b, 26, 27 and 2a.
 */
export type TimingMessage = DeckHead & AnyMessageOf<typeof TIMING>;

/**
 * Broadcast at each beat by a player that plays a track with a beat grid, and by a mixer all the time, at 120.00 if
 * nothing plays.
 */
export type BeatPacket = DeckHead & MessageOf<typeof TIMING, 'beat'>;

/**
 * Position of a CDJ-3000 in its track, sent to each announced device every 30 ms while a track is loaded, even if
 * paused. Tempo and pitch come from the status. A second packet with a number from 80 to ff and garbage inside was
 * reported: ignore numbers that are not a player's.
 */
export type PositionPacket = DeckHead & MessageOf<typeof TIMING, 'position'>;

/**
 * Channels on air, broadcast every 300 ms and at once on a change. Channel n belongs to player number n. The packet
 * with six channels (DJM-V10) is known from two analyses; no bytes are at hand.
 */
export type OnAirPacket = DeckHead & MessageOf<typeof TIMING, 'on-air'>;

/** Kind that is not in the table of its port. */
export type UnknownDeckMessage = DeckHead & UnknownMessage;

/** UDP port of timing messages. */
export const TIMING_PORT = 50_001;

/** Codec of the messages of port 50001. */
export const timingCodec: LinkCodec<TimingMessage> = linkCodec(deckHead, TIMING);
