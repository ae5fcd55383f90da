/**
 * Ogg page (RFC 3533), little-endian.
 *
 * | offset | size | field |
 * |---|---|---|
 * | 0 | 4 | `OggS` |
 * | 4 | 1 | version, 0 |
 * | 5 | 1 | flags: 1 begins inside a packet, 2 first of its stream, 4 last of its stream |
 * | 6 | 8 | position, which only players need |
 * | 14 | 4 | serial number of its stream |
 * | 18 | 4 | number of the page in its stream |
 * | 22 | 4 | checksum of the whole page, with these four bytes 0 |
 * | 26 | 1 | number of segments |
 * | 27 | | length of each segment; a packet ends with the first one below 255 |
 * | | | the segments |
 */
export interface OggPage {
  /** The first segment continues a packet of the page before. */
  readonly continued: boolean;
  readonly first: boolean;
  readonly last: boolean;
  readonly serial: number;
  readonly number: number;
  readonly lengths: Uint8Array;
  readonly body: Buffer;
}

/** Bytes before the lengths. */
export const HEAD_BYTES = 27;
/** Most segments of a page. */
export const MAX_SEGMENTS = 255;
export const MAX_PAGE_BYTES = HEAD_BYTES + MAX_SEGMENTS + MAX_SEGMENTS * 255;
export const CAPTURE = Buffer.from('OggS');

const CHECKSUM_AT = 22;
const FLAG = { continued: 1, first: 2, last: 4 } as const;

export function isIntact(bytes: Buffer): boolean {
  return bytes.readUInt32LE(CHECKSUM_AT) === checksumOf(bytes);
}

/** `bytes`: the page, or only its head. */
export function readPage(bytes: Buffer): OggPage {
  const flags = bytes.readUInt8(5);
  const body = HEAD_BYTES + bytes.readUInt8(26);
  return {
    continued: (flags & FLAG.continued) !== 0,
    first: (flags & FLAG.first) !== 0,
    last: (flags & FLAG.last) !== 0,
    serial: bytes.readUInt32LE(14),
    number: bytes.readUInt32LE(18),
    lengths: bytes.subarray(HEAD_BYTES, body),
    body: bytes.subarray(body),
  };
}

/** Encodes a page with its checksum. */
export function writePage(page: OggPage): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  CAPTURE.copy(head);
  head.writeUInt8(
    (page.continued ? FLAG.continued : 0) | (page.first ? FLAG.first : 0) | (page.last ? FLAG.last : 0),
    5,
  );
  head.writeUInt32LE(page.serial, 14);
  head.writeUInt32LE(page.number, 18);
  head.writeUInt8(page.lengths.length, 26);
  const bytes = Buffer.concat([head, page.lengths, page.body]);
  bytes.writeUInt32LE(checksumOf(bytes), CHECKSUM_AT);
  return bytes;
}

/** Remainders of bytes by 0x04c11db7, highest bit first. */
const REMAINDERS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte << 24;
  for (let bit = 0; bit < 8; bit++) {
    rest = (rest << 1) ^ (rest < 0 ? 0x04c11db7 : 0);
  }
  return rest;
});

function checksumOf(bytes: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < bytes.length; at++) {
    const counted = at >= CHECKSUM_AT && at < CHECKSUM_AT + 4 ? 0 : (bytes[at] ?? 0);
    sum = (sum << 8) ^ (REMAINDERS[((sum >>> 24) ^ counted) & 0xff] ?? 0);
  }
  return sum >>> 0;
}
