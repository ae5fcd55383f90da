import {
  ascii,
  at,
  type Places,
  readPlaces,
  u8,
  type ValuesAt,
  type WirePlace,
  writePlaces,
} from '@deckcast/wire-kit';
import { ProDjLinkError } from '../errors.ts';
import type { LinkCodec } from './link-codec.ts';

/**
 * Start of every UDP datagram. Offsets are hexadecimal.
 *
 * | port 50000 | ports 50001, 50002 | size | field |
 * |---|---|---|---|
 * | 00 | 00 | a | `Qspt1WmJOL` |
 * | 0a | 0a | 1 | kind; each port has its own |
 * | 0b | - | 1 | 01 in the packets between a player and the mixer that assigns its number |
 * | 0c | 0b | 14 | name |
 * | 20 | 1f | 1 | 01 |
 * | 21 | 20 | 1 | format |
 * | - | 21 | 1 | number of the sender |
 * | 22 | 22 | 2 | length: of the whole packet, or of the part after 24 |
 *
 * The length field is unreliable: a DJM-2000nexus writes it byte-swapped, other devices count differently. So the kind
 * and the real length decide.
 */
const MAGIC = Buffer.from('Qspt1WmJOL', 'latin1');
const KIND = 0x0a;
const LENGTH = 0x22;
const BODY = 0x24;

/** First fields of a port's messages, and how many bytes the stated length excludes. */
export interface Head<Fields extends Places> {
  readonly fields: Fields;
  readonly usual: Usual;
  readonly uncounted: number;
}

/** Bytes (hexadecimal) outside the fields that senders write, by offset. */
export type Usual = Readonly<Record<number, string>>;

export const presenceHead = {
  fields: {
    /** Model (`CDJ-2000nexus`), at most 20 ASCII characters. Equal players share it. */
    name: at(0x0c, ascii(20)),
    /** 2 on nexus devices; 3 and 4 on CDJ-3000. */
    format: at(0x21, u8),
  },
  usual: { 32: '01' },
  uncounted: 0,
};

export const deckHead = {
  fields: {
    /** Model (`CDJ-2000nexus`), at most 20 ASCII characters. Equal players share it. */
    name: at(0x0b, ascii(20)),
    /** Grows with the generation of the device. */
    format: at(0x20, u8),
    /** Sender: 1 to 6 a player, 33 and up a mixer. */
    number: at(0x21, u8),
  },
  usual: { 31: '01' },
  uncounted: BODY,
};

/** First fields of every message on port 50000. */
export type PresenceHead = ValuesAt<typeof presenceHead.fields>;

/** First fields of every message on ports 50001 and 50002. */
export type DeckHead = ValuesAt<typeof deckHead.fields>;

/** Kind of message. */
export interface LinkKind<
  Fields extends Places,
  Code extends number = number,
  Length extends number = number,
> {
  readonly code: Code;
  /** Least bytes. */
  readonly length: Length;
  readonly fields: Fields;
  readonly usual: Usual;
  /** Bytes of the datagram, if they may exceed `length`. */
  size(message: ValuesAt<Fields>): number;
}

export function kind<const Code extends number, const Length extends number, Fields extends Places>(
  code: Code,
  length: Length,
  fields: Fields,
  { usual = {}, size = () => length }: Partial<Pick<LinkKind<Fields>, 'usual' | 'size'>> = {},
): LinkKind<Fields, Code, Length> {
  return { code, length, fields, usual, size };
}

/** A port's kinds of messages. */
export type LinkKinds = Readonly<Record<string, LinkKind<Places>>>;

/** Values of one kind, without the head's. */
export type MessageOf<Kinds extends LinkKinds, Kind extends keyof Kinds & string> = {
  readonly kind: Kind;
} & ValuesAt<Kinds[Kind]['fields']>;

/** Kind that its port's table lacks. */
export interface UnknownMessage {
  readonly kind: 'unknown';
  readonly code: number;
  /** Bytes after the head, shared with the datagram. */
  readonly body: Uint8Array;
}

/** Any message, without the head's values. */
export type AnyMessageOf<Kinds extends LinkKinds> =
  | { readonly [Kind in keyof Kinds & string]: MessageOf<Kinds, Kind> }[keyof Kinds & string]
  | UnknownMessage;

export function linkCodec<Fields extends Places, Kinds extends LinkKinds>(
  head: Head<Fields>,
  kinds: Kinds,
): LinkCodec<ValuesAt<Fields> & AnyMessageOf<Kinds>> {
  const known = Object.entries(kinds).map(([name, each]) => ({
    ...each,
    name,
    places: placesOf(head, each.fields),
  }));
  const byCode = new Map(known.map((each) => [each.code, each]));
  const byName = new Map(known.map((each) => [each.name, each]));
  const ofHead = placesOf(head, {});

  return {
    decode(datagram) {
      const bytes = Buffer.from(datagram.buffer, datagram.byteOffset, datagram.byteLength);
      need(bytes, BODY);
      if (bytes.compare(MAGIC, 0, MAGIC.length, 0, MAGIC.length) !== 0) {
        throw new ProDjLinkError('foreign', 'not a PRO DJ LINK datagram');
      }
      const code = bytes.readUInt8(KIND);
      const found = byCode.get(code);
      need(bytes, found?.length ?? BODY);
      const message: Record<string, unknown> = { kind: found?.name ?? 'unknown' };
      readPlaces(found?.places ?? ofHead, bytes, 0, message);
      return (found === undefined ? { ...message, code, body: bytes.subarray(BODY) } : message) as never;
    },

    encode(message, background) {
      const values: Readonly<Record<string, unknown>> = message;
      const found = byName.get(message.kind);
      const { code, body } =
        found === undefined ? (message as UnknownMessage) : { code: found.code, body: [] };
      const bytes =
        background === undefined
          ? blank(head, found?.usual ?? {}, found?.size(message as never) ?? BODY + body.length)
          : Buffer.from(background);
      bytes.set(MAGIC);
      bytes.writeUInt8(code, KIND);
      bytes.set(body, BODY);
      writePlaces(found?.places ?? ofHead, bytes, 0, values);
      return bytes;
    },
  };
}

function placesOf(head: Head<Places>, fields: Places): readonly [string, WirePlace<unknown>][] {
  return Object.entries({ ...head.fields, ...fields });
}

function blank(head: Head<Places>, usual: Usual, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (const [offset, hex] of Object.entries({ ...head.usual, ...usual })) {
    bytes.write(hex, Number(offset), 'hex');
  }
  bytes.writeUInt16BE(length - head.uncounted, LENGTH);
  return bytes;
}

/** @throws ProDjLinkError `truncated` if the datagram is shorter */
function need(bytes: Buffer, length: number): void {
  if (length > bytes.length) {
    throw new ProDjLinkError('truncated', `${length} bytes needed, ${bytes.length} are there`);
  }
}
