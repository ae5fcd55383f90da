import type { PageBytes } from './bytes.ts';
import { readText, writeText } from './strings.ts';

/**
 * One table's rows, both ways. Offsets in the tables are hexadecimal, from the start of the row.
 */
export interface RowCodec<Row> {
  /** Offset of the id, which is all that an index of the table needs. */
  readonly idAt: number;
  /** Bytes of the id; 4 unless given. */
  readonly idBytes?: 2;
  /** @throws LibraryError */
  read(page: PageBytes, at: number): Row;
  /** @param background bytes for the places whose meaning is unknown */
  write(row: Row, background?: Uint8Array): Buffer;
}

export interface NamedRow {
  readonly id: number;
  readonly name: string;
}

/** Genres and labels: 00 id, 04 name. Artwork: the same, with the path of a picture. */
export const namedRow: RowCodec<NamedRow> = {
  idAt: 0x00,
  read: (page, at) => ({ id: page.u32(at), name: readText(page, at + 4) }),
  write({ id, name }) {
    return Buffer.concat([u32(id), writeText(name)]);
  },
};

/** Keys: 00 id, 04 id again, 08 name. */
export const keyRow: RowCodec<NamedRow> = {
  idAt: 0x00,
  read: (page, at) => ({ id: page.u32(at), name: readText(page, at + 8) }),
  write({ id, name }) {
    return Buffer.concat([u32(id), u32(id), writeText(name)]);
  },
};

/** Colors: 05 id (2), 08 name. */
export const colorRow: RowCodec<NamedRow> = {
  idAt: 0x05,
  idBytes: 2,
  read: (page, at) => ({ id: page.u16(at + 5), name: readText(page, at + 8) }),
  write({ id, name }, background) {
    const head = start(8, background);
    head.writeUInt16LE(id, 5);
    return Buffer.concat([head, writeText(name)]);
  },
};

/** A subtype with this bit holds the offset of its name in two bytes, at another place. */
const FAR = 0x04;

export interface ArtistRow extends NamedRow {
  /** Whether the name's offset is held in two bytes. */
  readonly far: boolean;
}

/** Artists: 00 subtype (2) 60 or 64, 04 id, 09 offset of the name (1); in 64 the offset is at 0a (2). */
export const artistRow: RowCodec<ArtistRow> = {
  idAt: 0x04,
  read(page, at) {
    const far = (page.u16(at) & FAR) !== 0;
    const offset = far ? page.u16(at + 0x0a) : page.u8(at + 0x09);
    return { id: page.u32(at + 4), name: readText(page, at + offset), far };
  },
  write({ id, name, far }, background) {
    const text = writeText(name);
    const offset = aligned(far ? 0x0c : 0x0a, text);
    const head = start(offset, background);
    head.writeUInt16LE(far ? 0x64 : 0x60, 0);
    head.writeUInt32LE(id, 4);
    head.writeUInt8(0x03, 8);
    if (far) {
      head.writeUInt16LE(offset, 0x0a);
    } else {
      head.writeUInt8(offset, 9);
    }
    return Buffer.concat([head, text]);
  },
};

export interface AlbumRow extends ArtistRow {
  readonly artistId: number;
}

/** Albums: 00 subtype (2) 80 or 84, 08 id of the artist, 0c id, 15 offset of the name (1); in 84 it is at 16 (2). */
export const albumRow: RowCodec<AlbumRow> = {
  idAt: 0x0c,
  read(page, at) {
    const far = (page.u16(at) & FAR) !== 0;
    const offset = far ? page.u16(at + 0x16) : page.u8(at + 0x15);
    return {
      id: page.u32(at + 0x0c),
      name: readText(page, at + offset),
      far,
      artistId: page.u32(at + 8),
    };
  },
  write({ id, name, far, artistId }, background) {
    const text = writeText(name);
    const offset = aligned(far ? 0x18 : 0x16, text);
    const head = start(offset, background);
    head.writeUInt16LE(far ? 0x84 : 0x80, 0);
    head.writeUInt32LE(artistId, 8);
    head.writeUInt32LE(id, 0x0c);
    head.writeUInt8(0x03, 0x14);
    if (far) {
      head.writeUInt16LE(offset, 0x16);
    } else {
      head.writeUInt8(offset, 0x15);
    }
    return Buffer.concat([head, text]);
  },
};

export interface PlaylistRow extends NamedRow {
  readonly parent: number;
  readonly order: number;
  readonly folder: boolean;
}

/** Playlists: 00 parent, 08 order, 0c id, 10 folder, 14 name. */
export const playlistRow: RowCodec<PlaylistRow> = {
  idAt: 0x0c,
  read: (page, at) => ({
    id: page.u32(at + 0x0c),
    name: readText(page, at + 0x14),
    parent: page.u32(at),
    order: page.u32(at + 8),
    folder: page.u32(at + 0x10) !== 0,
  }),
  write({ id, name, parent, order, folder }, background) {
    const head = start(0x14, background);
    head.writeUInt32LE(parent, 0);
    head.writeUInt32LE(order, 8);
    head.writeUInt32LE(id, 0x0c);
    head.writeUInt32LE(folder ? 1 : 0, 0x10);
    return Buffer.concat([head, writeText(name)]);
  },
};

/** UTF-16 begins at a multiple of four. */
function aligned(offset: number, text: Buffer): number {
  const isLong = (text[0] ?? 1) % 2 === 0;
  return isLong ? Math.ceil(offset / 4) * 4 : offset;
}

/** The first bytes of a row, on their background. */
export function start(length: number, background: Uint8Array | undefined): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.set(background?.subarray(0, length) ?? []);
  return bytes;
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
