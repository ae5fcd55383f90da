/** Messages as tables: which bytes hold what is said once, and reader, writer, type and documentation come from it. */

/** A kind of value that takes a fixed number of bytes. */
export interface WireField<Value, Size extends number = number> {
  /** Bytes. */
  readonly size: Size;
  /** The caller has made sure that `size` bytes are there. */
  get(bytes: Buffer, at: number): Value;
  put(bytes: Buffer, at: number, value: Value): void;
}

export const u8: WireField<number, 1> = {
  size: 1,
  get: (bytes, at) => bytes.readUInt8(at),
  put: (bytes, at, value) => bytes.writeUInt8(value, at),
};

/** Numbers of more than one byte are big-endian, unless the name says otherwise. */
export const u16: WireField<number, 2> = {
  size: 2,
  get: (bytes, at) => bytes.readUInt16BE(at),
  put: (bytes, at, value) => bytes.writeUInt16BE(value, at),
};

export const u32: WireField<number, 4> = {
  size: 4,
  get: (bytes, at) => bytes.readUInt32BE(at),
  put: (bytes, at, value) => bytes.writeUInt32BE(value, at),
};

export const u16le: WireField<number, 2> = {
  size: 2,
  get: (bytes, at) => bytes.readUInt16LE(at),
  put: (bytes, at, value) => bytes.writeUInt16LE(value, at),
};

export const u32le: WireField<number, 4> = {
  size: 4,
  get: (bytes, at) => bytes.readUInt32LE(at),
  put: (bytes, at, value) => bytes.writeUInt32LE(value, at),
};

/** ASCII padded with zeros, up to the first zero; what does not fit is cut off. */
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

/** UTF-16BE padded with zeros, up to the first zero: garbage may follow it. What does not fit is cut off. */
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

/** A field whose raw value stands for another one. */
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

/** A number that one raw value says is missing. */
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

/** 1 is true, anything else false. */
export const flag: WireField<boolean, 1> = mapped(u8, (raw) => raw === 1, Number);

/** A field at its place in a message. */
export interface WirePlace<Value, At extends number = number, Size extends number = number> {
  readonly at: At;
  readonly field: WireField<Value, Size>;
  /** Other places where a sender writes the same. */
  readonly again: readonly number[];
}

export function at<const At extends number, Value, Size extends number>(
  offset: At,
  field: WireField<Value, Size>,
  ...again: readonly number[]
): WirePlace<Value, At, Size> {
  return { at: offset, field, again };
}

/** A message's fields by their names. */
export type Places = Readonly<Record<string, WirePlace<unknown>>>;

/** The values that these fields hold. */
export type ValuesAt<Table extends Places> = {
  readonly [Name in keyof Table]: Table[Name] extends WirePlace<infer Value> ? Value : never;
};

/** Puts the values of these fields, which begin at `start`, under their names. The caller has made sure that all are there. */
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

/** Writes the values to all their places; what is between them stays as it is. */
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

/** A few fields in a block of bytes. */
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
      // The table says which value has which name.
      return values as ValuesAt<Table>;
    },
    put: (bytes, start, values) => writePlaces(places, bytes, start, values),
  };
}
