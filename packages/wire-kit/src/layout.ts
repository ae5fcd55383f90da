/** Declares each field once: reader, writer and type come from it. */

/** Value of a fixed number of bytes. */
export interface WireField<Value, Size extends number = number> {
  readonly size: Size;
  /** The caller ensures that `size` bytes are present. */
  get(bytes: Buffer, at: number): Value;
  put(bytes: Buffer, at: number, value: Value): void;
}

/** Number of 1 byte. */
export const u8: WireField<number, 1> = {
  size: 1,
  get: (bytes, at) => bytes.readUInt8(at),
  put: (bytes, at, value) => bytes.writeUInt8(value, at),
};

/** Multi-byte numbers are big-endian, unless the name says otherwise. */
export const u16: WireField<number, 2> = {
  size: 2,
  get: (bytes, at) => bytes.readUInt16BE(at),
  put: (bytes, at, value) => bytes.writeUInt16BE(value, at),
};

/** Number of 4 bytes. */
export const u32: WireField<number, 4> = {
  size: 4,
  get: (bytes, at) => bytes.readUInt32BE(at),
  put: (bytes, at, value) => bytes.writeUInt32BE(value, at),
};

/** Little-endian number of 2 bytes. */
export const u16le: WireField<number, 2> = {
  size: 2,
  get: (bytes, at) => bytes.readUInt16LE(at),
  put: (bytes, at, value) => bytes.writeUInt16LE(value, at),
};

/** Little-endian number of 4 bytes. */
export const u32le: WireField<number, 4> = {
  size: 4,
  get: (bytes, at) => bytes.readUInt32LE(at),
  put: (bytes, at, value) => bytes.writeUInt32LE(value, at),
};

/** ASCII padded with zeros. Longer text is truncated. */
export function ascii<const Size extends number>(size: Size): WireField<string, Size> {
  return {
    size,
    get(bytes, at) {
      const zero = bytes.indexOf(0, at);
      return bytes.toString('latin1', at, zero >= at && zero < at + size ? zero : at + size);
    },
    put: (bytes, at, text) => bytes.fill(0, at, at + size).write(text, at, size, 'latin1'),
  };
}

/** UTF-16BE up to the first zero; garbage may follow. Longer text is truncated. */
export function utf16<const Size extends number>(size: Size): WireField<string, Size> {
  return {
    size,
    get(bytes, at) {
      const text = Buffer.from(bytes.subarray(at, at + size))
        .swap16()
        .toString('utf16le');
      const zero = text.indexOf('\0');
      return zero < 0 ? text : text.slice(0, zero);
    },
    put: (bytes, at, text) =>
      bytes.fill(0, at, at + size).set(Buffer.from(text, 'utf16le').swap16().subarray(0, size), at),
  };
}

/** Field whose raw value is converted. */
export function mapped<Raw, Value, Size extends number>(
  { size, get, put }: WireField<Raw, Size>,
  from: (raw: Raw) => Value,
  to: (value: Value) => Raw,
): WireField<Value, Size> {
  return {
    size,
    get: (bytes, at) => from(get(bytes, at)),
    put: (bytes, at, value) => put(bytes, at, to(value)),
  };
}

/** Maps one raw value to null. */
export function orNull<Size extends number>(
  field: WireField<number, Size>,
  missing: number,
): WireField<number | null, Size> {
  return mapped(
    field,
    (raw) => (raw === missing ? null : raw),
    (value) => value ?? missing,
  );
}

/** 1 is true, any other value false. */
export const flag: WireField<boolean, 1> = mapped(u8, (raw) => raw === 1, Number);

/** Field at its offset in a message. */
export interface WirePlace<Value, At extends number = number, Size extends number = number> {
  readonly at: At;
  readonly field: WireField<Value, Size>;
  /** Further offsets at which a sender repeats the value. */
  readonly again: readonly number[];
}

/** Places a field at an offset, repeated at others. */
export function at<const At extends number, Value, Size extends number>(
  offset: At,
  field: WireField<Value, Size>,
  ...again: readonly number[]
): WirePlace<Value, At, Size> {
  return { at: offset, field, again };
}

/** Fields of a message by their names. */
export type Places = Readonly<Record<string, WirePlace<unknown>>>;

/** Values of these fields. */
export type ValuesAt<Table extends Places> = {
  readonly [Name in keyof Table]: Table[Name] extends WirePlace<infer Value> ? Value : never;
};

/** Reads into `values`. The message begins at `start`; the caller ensures that all fields are present. */
export function readPlaces(
  places: readonly (readonly [string, WirePlace<unknown>])[],
  bytes: Buffer,
  start: number,
  values: Record<string, unknown>,
): void {
  for (const [name, { field, at }] of places) {
    values[name] = field.get(bytes, start + at);
  }
}

/** Writes each value to all its places; bytes between them stay. */
export function writePlaces(
  places: readonly (readonly [string, WirePlace<unknown>])[],
  bytes: Buffer,
  start: number,
  values: Readonly<Record<string, unknown>>,
): void {
  for (const [name, { field, at, again }] of places) {
    for (const offset of [at, ...again]) {
      field.put(bytes, start + offset, values[name]);
    }
  }
}

/** Few fields in a block of bytes. */
export function block<const Size extends number, Table extends Places>(
  size: Size,
  table: Table,
): WireField<ValuesAt<Table>, Size> {
  const places = Object.entries(table);
  return {
    size,
    get(bytes, start) {
      const values: Record<string, unknown> = {};
      readPlaces(places, bytes, start, values);
      return values as ValuesAt<Table>;
    },
    put: (bytes, start, values) => writePlaces(places, bytes, start, values),
  };
}
