import {
  at,
  block,
  mapped,
  type Places,
  u16le,
  u32le,
  type ValuesAt,
  type WireField,
  type WirePlace,
} from '@deckcast/wire-kit';
import type { PageBytes } from './bytes.ts';
import { EMPTY_TEXT, plainText } from './strings.ts';

/** Offsets are hexadecimal, from the row's start. */
export interface RowCodec<Row> {
  /** An index needs only this. */
  readonly id: WirePlace<number>;
  /** @throws LibraryError */
  read(page: PageBytes, at: number): Row;
  /** `background`: fills places of unknown meaning. */
  write(row: Row, background?: Uint8Array): Buffer;
}

type RowFields = Places & { readonly id: WirePlace<number> };

type Named<Fields extends Places> = ValuesAt<Fields> & { readonly name: string };

/** The name follows `bytes` bytes of fields. */
function nameAfter<Fields extends RowFields>(bytes: number, fields: Fields): RowCodec<Named<Fields>> {
  const head = block(bytes, fields);
  return {
    id: fields.id,
    read: (page, at) => Object.assign(page.field(head, at), { name: plainText.read(page, at + bytes) }),
    write: (row, background) =>
      Buffer.concat([start(bytes, head, row, background), plainText.write(row.name)]),
  };
}

/** Two bytes hold the name's offset, behind the place for one. */
const FAR = 0x04;

function isFar(subtype: number): WireField<boolean> {
  return mapped(
    u16le,
    (raw) => (raw & FAR) !== 0,
    (far) => (far ? subtype | FAR : subtype),
  );
}

/** The name is at an offset, held in the last of `bytes` bytes or the two after them. */
function nameAtOffset<Fields extends RowFields & { readonly far: WirePlace<boolean> }>(
  bytes: number,
  fields: Fields,
): RowCodec<Named<Fields>> {
  const head = block(bytes, fields);
  return {
    id: fields.id,
    read(page, at) {
      const values = page.field(head, at);
      const offset = values.far ? page.u16(at + bytes) : page.u8(at + bytes - 1);
      return Object.assign(values, { name: plainText.read(page, at + offset) });
    },
    write(row, background) {
      const text = plainText.write(row.name);
      const offset = aligned(row.far ? bytes + 2 : bytes, text);
      const written = start(offset, head, row, background);
      written.writeUInt8(EMPTY_TEXT, bytes - 2);
      if (row.far) {
        written.writeUInt16LE(offset, bytes);
      } else {
        written.writeUInt8(offset, bytes - 1);
      }
      return Buffer.concat([written, text]);
    },
  };
}

/** Genres, labels, and artwork, whose names are picture paths. */
export const namedRow = nameAfter(0x04, { id: at(0x00, u32le) });
export const keyRow = nameAfter(0x08, { id: at(0x00, u32le, 0x04) });
export const colorRow = nameAfter(0x08, { id: at(0x05, u16le) });
export const playlistRow = nameAfter(0x14, { id: at(0x0c, u32le) });
export const artistRow = nameAtOffset(0x0a, { far: at(0x00, isFar(0x60)), id: at(0x04, u32le) });
export const albumRow = nameAtOffset(0x16, {
  far: at(0x00, isFar(0x80)),
  artistId: at(0x08, u32le),
  id: at(0x0c, u32le),
});

export type NamedRow = ReturnType<typeof namedRow.read>;

function aligned(offset: number, text: Buffer): number {
  const isLong = (text[0] ?? 1) % 2 === 0;
  return isLong ? Math.ceil(offset / 4) * 4 : offset;
}

function start<Values>(
  length: number,
  fields: WireField<Values>,
  values: Values,
  background: Uint8Array = Buffer.alloc(length),
): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.set(background.subarray(0, length));
  fields.put(bytes, 0, values);
  return bytes;
}
