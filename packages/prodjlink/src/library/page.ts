import { at, block, u8, u16le, u32le, type WireField } from '@deckcast/wire-kit';
import type { PageBytes } from './bytes.ts';

export const ROWS = { present: 0x24, someDeleted: 0x34, none: 0x64 } as const;

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
 * Head of a page of one table; rows follow.
 *
 * The index of rows grows backwards from the end of the page, in groups of 16 rows and 24 bytes
 * (hexadecimal): touched rows (2), existing rows (2, bit 0 the first), and their offsets from 28 (2 each). A
 * deleted row may hold anything.
 */
export const pageHead = block(0x28, {
  number: at(0x04, u32le),
  type: at(0x08, u32le),
  next: at(0x0c, u32le),
  /** Rows ever written. */
  slots: at(0x18, rowCount(0, 13)),
  existing: at(0x18, rowCount(13, 11)),
  /** Value of `ROWS`; zero if unused. The first page of a table has no rows. */
  flags: at(0x1b, u8),
  /** Bytes. */
  free: at(0x1c, u16le),
  used: at(0x1e, u16le),
});

export type PageHead = ReturnType<typeof pageHead.get>;

export const PAGE_HEAD_BYTES = pageHead.size;
export const GROUP_ROWS = 16;
export const GROUP_BYTES = 0x24;

const WITHOUT_ROWS = 0x40;

export function hasRows({ flags, slots }: PageHead): boolean {
  return flags !== 0 && (flags & WITHOUT_ROWS) === 0 && slots > 0;
}

export function rowOffsets(page: PageBytes, { slots }: PageHead): number[] {
  const offsets: number[] = [];
  for (let slot = 0; slot < slots; slot++) {
    const end = page.length - GROUP_BYTES * Math.floor(slot / GROUP_ROWS);
    const bit = slot % GROUP_ROWS;
    const at = end - 6 - 2 * bit;
    if (at < PAGE_HEAD_BYTES) {
      // The page cannot hold so many: the rest is no index.
      break;
    }
    if ((page.u16(end - 4) & (1 << bit)) !== 0) {
      offsets.push(PAGE_HEAD_BYTES + page.u16(at));
    }
  }
  return offsets;
}
