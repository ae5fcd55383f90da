import type { PageBytes } from './bytes.ts';

/**
 * One page of a table. Offsets are hexadecimal.
 *
 * | offset | size | field |
 * |---|---|---|
 * | 04 | 4 | number of the page |
 * | 08 | 4 | type of the table |
 * | 0c | 4 | next page of the table |
 * | 18 | 3 | bits 0 to 12: rows ever written; bits 13 to 23: existing rows |
 * | 1b | 1 | flags: 24, 34 rows; 64 no rows (the first page of each table); 00 not in use |
 * | 1c, 1e | 2 | free and used bytes |
 * | 28 | | rows |
 *
 * Rows are found from the end of the page backwards, in groups of 16 that take 24 bytes each: which were touched (2), which
 * exist (2, bit 0 the first), and their offsets from 28 (2 each). The bytes of a deleted row may be anything.
 */
export interface PageHead {
  readonly number: number;
  readonly type: number;
  readonly next: number;
  /** Whether it can contain rows. */
  readonly hasRows: boolean;
  /** Rows ever written. */
  readonly slots: number;
}

/** Where rows begin. */
export const PAGE_HEAD_BYTES = 0x28;
export const GROUP_ROWS = 16;
export const GROUP_BYTES = 0x24;

const WITHOUT_ROWS = 0x40;
const SLOT_BITS = 0x1fff;

/** @param bytes at least the head */
export function readPageHead(bytes: PageBytes): PageHead {
  const counts = bytes.u24(0x18);
  const flags = bytes.u8(0x1b);
  return {
    number: bytes.u32(0x04),
    type: bytes.u32(0x08),
    next: bytes.u32(0x0c),
    hasRows: flags !== 0 && (flags & WITHOUT_ROWS) === 0,
    slots: counts & SLOT_BITS,
  };
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
