import { mapped, u8, type WirePart } from '@deckcast/wire-kit';
import type { ByteReader, ByteWriter } from '../bytes.ts';

export const text: WirePart<string> = {
  read: (reader: ByteReader) => reader.text(),
  write: (writer: ByteWriter, value) => writer.text(value),
};

export const nullableText: WirePart<string | null> = {
  read: (reader: ByteReader) => reader.nullableText(),
  write: (writer: ByteWriter, value) => writer.text(value),
};

/** 32 lower-case hexadecimal digits. */
export const token: WirePart<string> = {
  read: (reader: ByteReader) => reader.token(),
  write: (writer: ByteWriter, value) => writer.token(value),
};

export const size: WirePart<number> = {
  read: (reader: ByteReader) => reader.size(),
  write: (writer, value) => writer.u64(value),
};

export const u64: WirePart<bigint> = {
  read: (reader) => reader.u64(),
  write: (writer, value) => writer.u64(value),
};

export const flag = mapped(u8, Boolean, Number);
