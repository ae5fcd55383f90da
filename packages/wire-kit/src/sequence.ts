import type { WireReader, WireWriter } from './bytes.ts';
import type { WireField } from './layout.ts';

/** Part of any length. Some require their library's reader and writer. */
export interface WirePart<Value> {
  read(reader: WireReader): Value;
  write(writer: WireWriter, value: Value): void;
}

/** Parts by name, in order. */
export type Parts = Readonly<Record<string, WirePart<unknown> | WireField<unknown>>>;

/** Values of parts. */
export type ValuesOf<Table extends Parts> = {
  readonly [Name in keyof Table]: Table[Name] extends WirePart<infer Value> | WireField<infer Value>
    ? Value
    : never;
};

/** Turns a field into a part. */
export function partOf<Value>(part: WirePart<Value> | WireField<Value>): WirePart<Value> {
  return 'size' in part
    ? { read: (reader) => reader.field(part), write: (writer, value) => writer.field(part, value) }
    : part;
}

/** Reads and writes parts in order. */
export function inOrder<Table extends Parts>(table: Table): WirePart<ValuesOf<Table>> {
  const parts = Object.entries(table).map(([name, part]) => [name, partOf(part)] as const);
  return {
    read(reader) {
      const values: Record<string, unknown> = {};
      for (const [name, part] of parts) {
        values[name] = part.read(reader);
      }
      return values as ValuesOf<Table>;
    },
    write(writer, values) {
      for (const [name, part] of parts) {
        part.write(writer, values[name]);
      }
    },
  };
}

/** Shared with the message: copy them to keep them. */
export function bytesOf(count: number): WirePart<Uint8Array> {
  return { read: (reader) => reader.bytes(count), write: (writer, value) => writer.bytes(value) };
}

/** Bytes up to the end of the message, shared with it. */
export const rest: WirePart<Uint8Array> = {
  read: (reader) => reader.rest(),
  write: (writer, value) => writer.bytes(value),
};

/** Surrounds a part with bytes without meaning. */
export function padded<Value>(
  part: WirePart<Value> | WireField<Value>,
  { before = 0, after = 0 }: { readonly before?: number; readonly after?: number },
): WirePart<Value> {
  const { read, write } = partOf(part);
  return {
    read(reader) {
      reader.bytes(before);
      const value = read(reader);
      reader.bytes(after);
      return value;
    },
    write(writer, value) {
      write(writer.skip(before), value);
      writer.skip(after);
    },
  };
}

/** Code and body of a message of one of several kinds. */
export interface Coded<Table extends Parts, Code extends number = number> {
  readonly code: Code;
  readonly body: WirePart<ValuesOf<Table>>;
}

/** Declares a kind of message. */
export function coded<const Code extends number, Table extends Parts>(
  code: Code,
  table: Table,
): Coded<Table, Code> {
  return { code, body: inOrder(table) };
}

/** Parts of a kind of message. */
type TableOf<Kind> = Kind extends Coded<infer Table> ? Table : never;

/** Kinds of messages by the value of `kind`. */
export type CodedKinds = Readonly<Record<string, Coded<Parts>>>;

/** Message of one of the kinds, with its `kind`. */
export type CodedMessage<Kinds extends CodedKinds> = {
  readonly [Kind in keyof Kinds & string]: { readonly kind: Kind } & ValuesOf<TableOf<Kinds[Kind]>>;
}[keyof Kinds & string];

/** Reads the message of this code; undefined if no kind has it. */
export function readCoded<Kinds extends CodedKinds>(
  kinds: Kinds,
  code: number,
  reader: WireReader,
): CodedMessage<Kinds> | undefined {
  for (const kind in kinds) {
    const known = kinds[kind];
    if (known?.code === code) {
      return { kind, ...known.body.read(reader) } as CodedMessage<Kinds>;
    }
  }
  return undefined;
}

/** Writes the code and the body. */
export function writeCoded<Kinds extends CodedKinds>(
  kinds: Kinds,
  writer: WireWriter,
  message: CodedMessage<Kinds>,
): void {
  const known = kinds[message.kind];
  known?.body.write(writer.u32(known.code), message);
}
