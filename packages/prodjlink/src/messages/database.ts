import {
  bytesOf,
  inOrder,
  partOf,
  u8,
  u16,
  u32,
  type WireField,
  type WirePart,
  WireWriter,
} from '@deckcast/wire-kit';
import { FieldReader } from '../bytes.ts';
import { ProDjLinkError } from '../errors.ts';
import { counted, lengthWithin } from './fields.ts';
import type { LinkCodec } from './link-codec.ts';

/**
 * Message of a player's database server, on TCP. Each field begins with its type:
 *
 * | type | value |
 * |---|---|
 * | 0f | 1 byte |
 * | 10 | 2 bytes |
 * | 11 | 4 bytes |
 * | 14 | length (4), bytes |
 * | 26 | length in UTF-16 units with the end mark (4), UTF-16BE. The last unit is the end mark, whatever it holds |
 *
 * A message is `11` 872349ae, `11` transaction, `10` kind, `0f` number of arguments, `14` twelve bytes with the
 * arguments' types (06 number, 02 text, 03 bytes, then zeros), and the arguments. An argument of no bytes is not sent
 * at all: the number before it, its length, is then 0. A message may span several TCP segments.
 */
export interface DatabaseMessage {
  /** Chosen by the client and repeated in answers. */
  readonly transaction: number;
  /** Value of `DATABASE` if known. */
  readonly kind: number;
  readonly args: readonly DatabaseArgument[];
}

/** Number of 4 bytes, text, or bytes (shared with the message). */
export type DatabaseArgument = number | string | Uint8Array;

/** Kinds of messages. */
export const DATABASE = {
  setUp: 0x0000,
  menuClose: 0x0001,
  goodbye: 0x0100,
  metadata: 0x2002,
  artwork: 0x2003,
  trackInfo: 0x2102,
  fileMetadata: 0x2202,
  render: 0x3000,
  success: 0x4000,
  menuHead: 0x4001,
  artworkAnswer: 0x4002,
  refused: 0x4003,
  menuItem: 0x4101,
  menuFoot: 0x4201,
} as const;

/** First five bytes in both directions: a 4-byte field of 1. */
export const GREETING = Buffer.of(0x11, 0, 0, 0, 1);

/** TCP port that tells the database server's port. */
export const DATABASE_PORT_QUERY_PORT = 12_523;
/** Request for the port. */
export const PORT_QUERY = Buffer.from('\0\0\0\u000fRemoteDBServer\0', 'latin1');
export const PORT_ANSWER_BYTES = 2;

/** The player is starting or has no medium. */
const NOT_READY = 0xffff;

/** Null without a database server. */
export function readPortAnswer(bytes: Uint8Array): number | null {
  const port = new FieldReader(bytes).u16();
  return port === NOT_READY ? null : port;
}

/** Answers the port query; null: not ready. */
export function writePortAnswer(port: number | null): Buffer {
  return new WireWriter().u16(port ?? NOT_READY).finish();
}

/** Limits of incoming data. */
export interface DatabaseLimits {
  /** UTF-16 units of a text. */
  readonly textUnits: number;
  /** Bytes of an argument, which is a picture. */
  readonly bytes: number;
}

export const DATABASE_LIMITS: DatabaseLimits = { textUnits: 65_536, bytes: 4 * 1024 * 1024 };

const START = 0x872349ae;
const ARGUMENTS = 12;
const TOO_MANY = 'more arguments than a message has';
const NUMBERS: Readonly<Record<number, WireField<number>>> = { 15: u8, 16: u16, 17: u32 };

const number = typed(0x11, u32);

/** Players send some numbers in fewer than 4 bytes. */
const anyNumber: WirePart<number> = {
  read(reader) {
    const type = reader.u8();
    return reader.field(NUMBERS[type] ?? malformed(`a field of type ${type} instead of a number`));
  },
  write: number.write,
};

const head = inOrder({
  start: always(START, number, 'not a database message'),
  transaction: number,
  kind: typed(0x10, u16),
  count: typed(0x0f, u8),
  places: typed(0x14, always(ARGUMENTS, partOf(u32), TOO_MANY)),
  tags: bytesOf(ARGUMENTS),
});

function argumentsWithin({ textUnits, bytes }: DatabaseLimits) {
  return {
    number: { tag: 0x06, part: anyNumber },
    string: { tag: 0x02, part: typed(0x26, text(textUnits)) },
    object: { tag: 0x03, part: typed(0x14, counted(bytes)) },
  };
}

/** Codec of the messages of a player's database server. */
export const databaseCodec: LinkCodec<DatabaseMessage> = {
  encode({ transaction, kind, args }) {
    const known = argumentsWithin(DATABASE_LIMITS);
    const writer = new WireWriter();
    const tags = Buffer.alloc(ARGUMENTS);
    tags.set(args.map((argument) => known[typeOf(argument)].tag));
    head.write(writer, { start: START, transaction, kind, count: args.length, places: ARGUMENTS, tags });
    for (const argument of args) {
      if (typeof argument !== 'object' || argument.length > 0) {
        known[typeOf(argument)].part.write(writer, argument as never);
      }
    }
    return writer.finish();
  },

  decode(bytes) {
    const { message, length } = readDatabaseMessage(bytes, 0);
    return length === bytes.length ? message : malformed(`${bytes.length - length} bytes too many`);
  },
};

/**
 * Reads the first message; `length` in bytes.
 * @throws ProDjLinkError `truncated` if more bytes are needed; any other code makes the connection unusable
 */
export function readDatabaseMessage(
  bytes: Uint8Array,
  start: number,
  limits: DatabaseLimits = DATABASE_LIMITS,
): { readonly message: DatabaseMessage; readonly length: number } {
  const reader = new FieldReader(bytes, start);
  const { transaction, kind, count, tags } = head.read(reader);
  const known = argumentsWithin(limits);
  const args: DatabaseArgument[] = [];
  for (const tag of count > ARGUMENTS ? malformed(TOO_MANY) : tags.subarray(0, count)) {
    const { part } =
      Object.values(known).find((one) => one.tag === tag) ?? malformed(`unknown type ${tag} of an argument`);
    args.push(part === known.object.part && args.at(-1) === 0 ? Buffer.alloc(0) : part.read(reader));
  }
  return { message: { transaction, kind, args }, length: reader.position - start };
}

function typed<Value>(type: number, value: WirePart<Value> | WireField<Value>): WirePart<Value> {
  const { read, write } = partOf(value);
  return {
    read(reader) {
      const found = reader.u8();
      return found === type ? read(reader) : malformed(`a field of type ${found} instead of ${type}`);
    },
    write: (writer, written) => write(writer.u8(type), written),
  };
}

function always(value: number, { read, write }: WirePart<number>, otherwise: string): WirePart<number> {
  return { read: (reader) => (read(reader) === value ? value : malformed(otherwise)), write };
}

function text(maxUnits: number): WirePart<string> {
  return {
    read(reader) {
      const units = lengthWithin(reader, maxUnits);
      const bytes = Buffer.from(reader.bytes(units * 2)).swap16();
      return bytes.toString('utf16le', 0, Math.max(0, units - 1) * 2);
    },
    write: (writer, value) =>
      writer.u32(value.length + 1).bytes(Buffer.from(`${value}\0`, 'utf16le').swap16()),
  };
}

function typeOf(argument: DatabaseArgument): keyof ReturnType<typeof argumentsWithin> {
  return typeof argument as 'number' | 'string' | 'object';
}

function malformed(message: string): never {
  throw new ProDjLinkError('malformed', message);
}
