import { WireWriter } from '@deckcast/wire-kit';
import { FieldReader } from '../bytes.ts';
import { ProDjLinkError } from '../errors.ts';
import type { LinkCodec } from './link-codec.ts';

/**
 * One message of a player's database server, on TCP. Each field begins with its type:
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
 * arguments' types (06 number, 02 text, 03 bytes, then zeros), and the arguments. Bytes of length 0 are not sent at
 * all: the number before them, which is their length, is then 0. A message may span several TCP segments.
 */
export interface DatabaseMessage {
  /** Chosen by the client; the answers repeat it. */
  readonly transaction: number;
  /** `DATABASE` has those that are known. */
  readonly kind: number;
  readonly args: readonly DatabaseArgument[];
}

/** Numbers of 4 bytes, texts, and bytes (shared with the message). */
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

/** The first five bytes both ways: a field of 4 bytes that holds 1. */
export const GREETING = Buffer.of(0x11, 0, 0, 0, 1);

/** TCP port that answers with the port of the database server. */
export const DATABASE_PORT_QUERY_PORT = 12_523;
/** The request, and the length of its answer. */
export const PORT_QUERY = Buffer.from('\0\0\0\u000fRemoteDBServer\0', 'latin1');
export const PORT_ANSWER_BYTES = 2;

/** The answer of a player that is starting, or has no medium. */
const NOT_READY = 0xffff;

/** Null when the player has no database server yet. */
export function readPortAnswer(bytes: Uint8Array): number | null {
  const port = new FieldReader(bytes).u16();
  return port === NOT_READY ? null : port;
}

export function writePortAnswer(port: number | null): Buffer {
  return new WireWriter().u16(port ?? NOT_READY).finish();
}

const START = 0x872349ae;

const BYTE = 0x0f;
const SHORT = 0x10;
const NUMBER = 0x11;
const BYTES = 0x14;
const TEXT = 0x26;

const TAG_NUMBER = 0x06;
const TAG_TEXT = 0x02;
const TAG_BYTES = 0x03;
const TAGS = 12;

/** Limits on what a player may send. */
export interface DatabaseLimits {
  /** Units of UTF-16 in one text. */
  readonly textUnits: number;
  /** Bytes in one argument, which is a picture. */
  readonly bytes: number;
}

export const DATABASE_LIMITS: DatabaseLimits = { textUnits: 65_536, bytes: 4 * 1024 * 1024 };

export const databaseCodec: LinkCodec<DatabaseMessage> = {
  encode({ transaction, kind, args }) {
    const tags = Buffer.alloc(TAGS);
    tags.set(args.map(tagOf));
    const writer = new WireWriter()
      .u8(NUMBER)
      .u32(START)
      .u8(NUMBER)
      .u32(transaction)
      .u8(SHORT)
      .u16(kind)
      .u8(BYTE)
      .u8(args.length)
      .u8(BYTES)
      .u32(TAGS)
      .bytes(tags);
    for (const argument of args) {
      writeArgument(writer, argument);
    }
    return writer.finish();
  },

  decode(bytes) {
    const { message, length } = readDatabaseMessage(bytes, 0);
    if (length !== bytes.length) {
      throw new ProDjLinkError('malformed', `${bytes.length - length} bytes too many`);
    }
    return message;
  },
};

/**
 * The message that begins here, and its length in bytes.
 * @throws ProDjLinkError `truncated` when more bytes are needed; after any other code the connection cannot be used any more
 */
export function readDatabaseMessage(
  bytes: Uint8Array,
  start: number,
  limits: DatabaseLimits = DATABASE_LIMITS,
): { readonly message: DatabaseMessage; readonly length: number } {
  const reader = new FieldReader(bytes, start);
  if (number(reader, NUMBER) !== START) {
    throw new ProDjLinkError('malformed', 'not a database message');
  }
  const transaction = number(reader, NUMBER);
  const kind = number(reader, SHORT);
  const count = number(reader, BYTE);
  expectType(reader, BYTES);
  const tags = reader.bytes(reader.u32() === TAGS ? TAGS : tooMany());
  if (count > TAGS) {
    tooMany();
  }
  const args: DatabaseArgument[] = [];
  for (const tag of tags.subarray(0, count)) {
    args.push(readArgument(reader, tag, args.at(-1), limits));
  }
  return { message: { transaction, kind, args }, length: reader.position - start };
}

function readArgument(
  reader: FieldReader,
  tag: number,
  before: DatabaseArgument | undefined,
  limits: DatabaseLimits,
): DatabaseArgument {
  switch (tag) {
    case TAG_NUMBER:
      return number(reader, reader.u8(), true);
    case TAG_TEXT:
      expectType(reader, TEXT);
      return text(reader, limits.textUnits);
    case TAG_BYTES:
      if (before === 0) {
        return Buffer.alloc(0);
      }
      expectType(reader, BYTES);
      return reader.bytes(within(reader.u32(), limits.bytes));
    default:
      throw new ProDjLinkError('malformed', `unknown type ${tag} of an argument`);
  }
}

function writeArgument(writer: WireWriter, argument: DatabaseArgument): void {
  if (typeof argument === 'number') {
    writer.u8(NUMBER).u32(argument);
  } else if (typeof argument === 'string') {
    writer
      .u8(TEXT)
      .u32(argument.length + 1)
      .bytes(Buffer.from(`${argument}\0`, 'utf16le').swap16());
  } else if (argument.length > 0) {
    writer.u8(BYTES).u32(argument.length).bytes(argument);
  }
}

function tagOf(argument: DatabaseArgument): number {
  if (typeof argument === 'number') {
    return TAG_NUMBER;
  }
  return typeof argument === 'string' ? TAG_TEXT : TAG_BYTES;
}

/** A number in a field of this type, whose type byte has been read already or not. */
function number(reader: FieldReader, type: number, typeRead = false): number {
  if (!typeRead) {
    expectType(reader, type);
  }
  switch (type) {
    case BYTE:
      return reader.u8();
    case SHORT:
      return reader.u16();
    case NUMBER:
      return reader.u32();
    default:
      throw new ProDjLinkError('malformed', `a field of type ${type} instead of a number`);
  }
}

function text(reader: FieldReader, maxUnits: number): string {
  const units = within(reader.u32(), maxUnits);
  const bytes = Buffer.from(reader.bytes(units * 2)).swap16();
  return bytes.toString('utf16le', 0, Math.max(0, units - 1) * 2);
}

function expectType(reader: FieldReader, type: number): void {
  const found = reader.u8();
  if (found !== type) {
    throw new ProDjLinkError('malformed', `a field of type ${found} instead of ${type}`);
  }
}

function within(length: number, limit: number): number {
  if (length > limit) {
    throw new ProDjLinkError('too-large', `a length of ${length} is above the limit of ${limit}`);
  }
  return length;
}

function tooMany(): never {
  throw new ProDjLinkError('malformed', 'more arguments than a message has');
}
