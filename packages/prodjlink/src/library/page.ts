import { at, block, u8, u16le, u32le, type WireField } from '@deckcast/wire-kit';
import type { PageBytes } from './bytes.ts';

/** What the flags of a page say about its rows. */
export const ROWS = { present: 0x24, someDeleted: 0x34, none: 0x64 } as const;

/** Part of the three bytes that count rows. */
function rowCount(firstBit: number, bits: number): WireField<number, 3> {
  const mask = (1 << bits) - 1;
  return {
    size: 3,
    get: (bytes, at) => (bytes.readUIntLE(at, 3) >> firstBit) & mask,
    put: (bytes, at, value) =>
      bytes.writeUIntLE((bytes.readUIntLE(at, 3) & ~(mask << firstBit)) | (value << firstBit), at, 3),
  };
}

/**
 * The head of a page of one table; rows follow.
 *
 * They are found from the end of the page backwards, in groups of 16 that take 24 bytes (hexadecimal) each: which were
 * touched (2), which exist (2, bit 0 the first), and their offsets from 28 (2 each). The bytes of a deleted row may be
 * anything.
 */
export const pageHead = block(0x28, {
  number: at(0x04, u32le),
  /** Of the table. */
  type: at(0x08, u32le),
  /** The next page of the table. */
  next: at(0x0c, u32le),
  /** Rows ever written. */
  slots: at(0x18, rowCount(0, 13)),
  existing: at(0x18, rowCount(13, 11)),
  /** Of `ROWS`; zero when the page is not in use. The first page of each table has none. */
  flags: at(0x1b, u8),
  /** Bytes. */
  free: at(0x1c, u16le),
  used: at(0x1e, u16le),
});

export type PageHead = ReturnType<typeof pageHead.get>;

/** Where rows begin. */
export const PAGE_HEAD_BYTES = pageHead.size;
export const GROUP_ROWS = 16;
export const GROUP_BYTES = 0x24;

const WITHOUT_ROWS = 0x40;

/** Whether rows were ever written to this page. */
export function hasRows({ flags, slots }: PageHead): boolean {
  return flags !== 0 && (flags & WITHOUT_ROWS) === 0 && slots > 0;
}

/** Offsets of the existing rows, in bytes from the start of the page. @param page all of it */
export function rowOffsets(page: PageBytes, { slots }: PageHead): number[] {
  const offsets: number[] = [];
  for (let slot = 0; slot < slots; slot++) {
    const end = page.length - GROUP_BYTES * Math.floor(slot / GROUP_ROWS);
    const bit = slot % GROUP_ROWS;
    const at = end - 6 - 2 * bit;
    if (at < PAGE_HEAD_BYTES) {
      // More rows than the page can hold: the rest is not an index.
      break;
    }
    if ((page.u16(end - 4) & (1 << bit)) !== 0) {
      offsets.push(PAGE_HEAD_BYTES + page.u16(at));
    }
  }
  return offsets;
}
