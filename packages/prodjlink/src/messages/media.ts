import type { PacketView, PacketWriter } from '../bytes.ts';
import type { DeckHead } from './head.ts';

/**
 * "What is in this slot?", to port 50002 of a player. The answer goes to port 50002 of the address in it. Offsets are
 * hexadecimal.
 *
 * | offset | size | field |
 * |---|---|---|
 * | 24 | 4 | IP of the sender |
 * | 28 | 4 | player |
 * | 2c | 4 | slot |
 */
export interface MediaQuery extends DeckHead {
  readonly kind: 'media-query';
  readonly ip: string;
  readonly player: number;
  readonly slot: number;
}

export const MEDIA_QUERY_LENGTH = 0x30;

export function readMediaQuery(view: PacketView, head: DeckHead): MediaQuery {
  return {
    kind: 'media-query',
    ...head,
    ip: view.ipv4(0x24),
    player: view.u32(0x28),
    slot: view.u32(0x2c),
  };
}

export function writeMediaQuery(writer: PacketWriter, message: MediaQuery): Buffer {
  return writer.ipv4(0x24, message.ip).u32(0x28, message.player).u32(0x2c, message.slot).bytes;
}

/**
 * What is in a slot. Offsets are hexadecimal.
 *
 * | offset | size | field |
 * |---|---|---|
 * | 24 | 4 | player |
 * | 28 | 4 | slot |
 * | 2c | 40 | name of the medium, UTF-16BE; often empty, with garbage behind the end on CDJ-3000 |
 * | 6c | 18 | creation date, UTF-16BE: `2014-06-21` |
 * | 84 | 20 | `1000`, UTF-16BE; a DJM writes its firmware |
 * | a4 | 4 | tracks |
 * | a8 | 1 | color, 0 to 8 |
 * | aa | 1 | library, `LIBRARY` |
 * | ab | 1 | 01 when settings are on it |
 * | ac | 4 | playlists |
 * | b0, b8 | 8 | size and free bytes |
 */
export interface MediaAnswer extends DeckHead {
  readonly kind: 'media-answer';
  readonly player: number;
  readonly slot: number;
  readonly mediumName: string;
  readonly created: string;
  readonly version: string;
  readonly tracks: number;
  readonly color: number;
  readonly library: number;
  readonly settings: boolean;
  readonly playlists: number;
  readonly size: bigint;
  readonly free: bigint;
}

/** The kind of library on a medium; for slot 5, a DJM answers with its own name and 0. */
export const LIBRARY = { noMedium: 0, rekordbox: 1, none: 2 } as const;

export const MEDIA_ANSWER_LENGTH = 0xc0;

export function readMediaAnswer(view: PacketView, head: DeckHead): MediaAnswer {
  view.need(MEDIA_ANSWER_LENGTH);
  return {
    kind: 'media-answer',
    ...head,
    player: view.u32(0x24),
    slot: view.u32(0x28),
    mediumName: view.utf16(0x2c, 0x40),
    created: view.utf16(0x6c, 0x18),
    version: view.utf16(0x84, 0x20),
    tracks: view.u32(0xa4),
    color: view.u8(0xa8),
    library: view.u8(0xaa),
    settings: view.u8(0xab) === 1,
    playlists: view.u32(0xac),
    size: view.u64(0xb0),
    free: view.u64(0xb8),
  };
}

export function writeMediaAnswer(writer: PacketWriter, message: MediaAnswer): Buffer {
  return writer
    .u32(0x24, message.player)
    .u32(0x28, message.slot)
    .utf16(0x2c, 0x40, message.mediumName)
    .utf16(0x6c, 0x18, message.created)
    .utf16(0x84, 0x20, message.version)
    .u32(0xa4, message.tracks)
    .u8(0xa8, message.color)
    .u8(0xaa, message.library)
    .u8(0xab, message.settings ? 1 : 0)
    .u32(0xac, message.playlists)
    .u64(0xb0, message.size)
    .u64(0xb8, message.free).bytes;
}
