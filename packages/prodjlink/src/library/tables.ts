import { at, block, u32le } from '@deckcast/wire-kit';
import { PageBytes } from './bytes.ts';
import { LibraryError } from './errors.ts';

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

const fileHead = block(0x1c, {
  zero: at(0x00, u32le),
  pageBytes: at(0x04, u32le),
  count: at(0x08, u32le),
  nextUnused: at(0x0c, u32le),
  sequence: at(0x14, u32le),
});

const tablePointer = block(0x10, {
  type: at(0x00, u32le),
  /** Page numbers. */
  first: at(0x08, u32le),
  last: at(0x0c, u32le),
});

export type TablePointer = ReturnType<typeof tablePointer.get>;

export interface LibraryHead extends Omit<ReturnType<typeof fileHead.get>, 'zero' | 'count'> {
  readonly tables: readonly TablePointer[];
}

/** Real files have 20. */
const MAX_TABLES = 64;

export const LIBRARY_HEAD_BYTES = fileHead.size + MAX_TABLES * tablePointer.size;

/** Real files have 4096. */
const PAGE_BYTES = { smallest: 512, largest: 65_536 };

/** @throws LibraryError `malformed` if the bytes are no such library */
export function readLibraryHead(bytes: Uint8Array): LibraryHead {
  const file = new PageBytes(bytes);
  const { zero, count, ...head } = file.field(fileHead, 0);
  const isPowerOfTwo = (head.pageBytes & (head.pageBytes - 1)) === 0;
  if (
    zero !== 0 ||
    !isPowerOfTwo ||
    head.pageBytes < PAGE_BYTES.smallest ||
    head.pageBytes > PAGE_BYTES.largest ||
    count > MAX_TABLES
  ) {
    throw new LibraryError('malformed', 'not a rekordbox library');
  }
  const tables = Array.from({ length: count }, (_, index) => file.field(tablePointer, pointerAt(index)));
  return { ...head, tables };
}

/** `background`: fills places of unknown meaning. */
export function writeLibraryHead(head: LibraryHead, background?: Uint8Array): Buffer {
  const { tables } = head;
  const bytes = Buffer.alloc(pointerAt(tables.length));
  bytes.set(background?.subarray(0, bytes.length) ?? []);
  fileHead.put(bytes, 0, { ...head, zero: 0, count: tables.length });
  for (const [index, table] of tables.entries()) {
    tablePointer.put(bytes, pointerAt(index), table);
  }
  return bytes;
}

function pointerAt(index: number): number {
  return fileHead.size + index * tablePointer.size;
}
