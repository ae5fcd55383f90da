import { PageBytes } from './bytes.ts';
import { LibraryError } from './errors.ts';

/** Types of tables. */
export const TABLE = {
  tracks: 0x00,
  genres: 0x01,
  artists: 0x02,
  albums: 0x03,
  labels: 0x04,
  keys: 0x05,
  colors: 0x06,
  playlists: 0x07,
  artwork: 0x0d,
} as const;

/**
 * The head of the file. Offsets are hexadecimal.
 *
 * | offset | size | field |
 * |---|---|---|
 * | 04 | 4 | bytes of a page |
 * | 08 | 4 | tables |
 * | 0c | 4 | next page that is not in use |
 * | 14 | 4 | sequence, which grows with each change |
 * | 1c | 10 each | type, candidate for an empty page, first page, last page |
 */
export interface LibraryHead {
  readonly pageBytes: number;
  readonly nextUnused: number;
  readonly sequence: number;
  readonly tables: readonly TablePointer[];
}

export interface TablePointer {
  readonly type: number;
  readonly candidate: number;
  readonly first: number;
  readonly last: number;
}

const TABLES_START = 0x1c;
const POINTER_BYTES = 0x10;
/** Real files have 20. */
const MAX_TABLES = 64;

/** Enough to hold the head of any library. */
export const LIBRARY_HEAD_BYTES = TABLES_START + MAX_TABLES * POINTER_BYTES;

/** Real files have 4096. */
const PAGE_BYTES = { smallest: 512, largest: 65_536 };

/** @throws LibraryError `malformed` when this is not such a library */
export function readLibraryHead(bytes: Uint8Array): LibraryHead {
  const head = new PageBytes(bytes);
  const pageBytes = head.u32(0x04);
  const count = head.u32(0x08);
  const isPowerOfTwo = (pageBytes & (pageBytes - 1)) === 0;
  if (
    head.u32(0) !== 0 ||
    !isPowerOfTwo ||
    pageBytes < PAGE_BYTES.smallest ||
    pageBytes > PAGE_BYTES.largest ||
    count > MAX_TABLES
  ) {
    throw new LibraryError('malformed', 'not a rekordbox library');
  }
  return {
    pageBytes,
    nextUnused: head.u32(0x0c),
    sequence: head.u32(0x14),
    tables: Array.from({ length: count }, (_, index) => {
      const at = TABLES_START + index * POINTER_BYTES;
      return {
        type: head.u32(at),
        candidate: head.u32(at + 4),
        first: head.u32(at + 8),
        last: head.u32(at + 12),
      };
    }),
  };
}

/** @param background bytes for the places whose meaning is unknown */
export function writeLibraryHead(head: LibraryHead, background?: Uint8Array): Buffer {
  const bytes = Buffer.alloc(TABLES_START + head.tables.length * POINTER_BYTES);
  bytes.set(background?.subarray(0, bytes.length) ?? []);
  bytes.writeUInt32LE(0, 0);
  bytes.writeUInt32LE(head.pageBytes, 0x04);
  bytes.writeUInt32LE(head.tables.length, 0x08);
  bytes.writeUInt32LE(head.nextUnused, 0x0c);
  bytes.writeUInt32LE(head.sequence, 0x14);
  for (const [index, { type, candidate, first, last }] of head.tables.entries()) {
    const at = TABLES_START + index * POINTER_BYTES;
    bytes.writeUInt32LE(type, at);
    bytes.writeUInt32LE(candidate, at + 4);
    bytes.writeUInt32LE(first, at + 8);
    bytes.writeUInt32LE(last, at + 12);
  }
  return bytes;
}
