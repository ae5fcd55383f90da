import { mapped, orNull, u16, u32, type WireField, type WirePart, type WireReader } from '@deckcast/wire-kit';
import { ProDjLinkError } from '../errors.ts';

export const ipv4: WireField<string, 4> = {
  size: 4,
  get: (bytes, at) => bytes.subarray(at, at + 4).join('.'),
  put: (bytes, at, address) => bytes.set(address.split('.').map(Number), at),
};

/** Six pairs of lower-case digits. */
export const mac: WireField<string, 6> = {
  size: 6,
  get: (bytes, at) => bytes.toString('hex', at, at + 6).replace(/..(?!$)/g, '$&:'),
  put: (bytes, at, address) => bytes.write(address.replaceAll(':', ''), at, 6, 'hex'),
};

/** 0 % pitch. Decoded, 1 is 0 %. */
const NORMAL_PITCH = 0x100000;
export const pitch = mapped(
  u32,
  (raw) => raw / NORMAL_PITCH,
  (factor) => Math.round(factor * NORMAL_PITCH),
);

/** Tempo x 100; null: none. */
export const bpm = mapped(
  orNull(u16, 0xffff),
  (raw) => raw && raw / 100,
  (value) => value && Math.round(value * 100),
);

/** Null if unknown or too large. */
export const optional = orNull(u32, 0xffffffff);

/** @throws ProDjLinkError `too-large` */
export function lengthWithin(reader: WireReader, limit: number): number {
  const length = reader.u32();
  if (length > limit) {
    throw new ProDjLinkError('too-large', `a length of ${length} is above the limit of ${limit}`);
  }
  return length;
}

export function counted(limit: number): WirePart<Uint8Array> {
  return {
    read: (reader) => reader.bytes(lengthWithin(reader, limit)),
    write: (writer, bytes) => writer.u32(bytes.length).bytes(bytes),
  };
}
