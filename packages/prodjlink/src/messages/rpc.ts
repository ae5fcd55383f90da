import { type WirePart, WireWriter } from '@deckcast/wire-kit';
import { FieldReader } from '../bytes.ts';
import { ProDjLinkError } from '../errors.ts';
import { counted } from './fields.ts';

/**
 * Remote procedure calls over UDP (RFC 5531) as players speak them. Numbers have 4 bytes.
 *
 * | call | answer |
 * |---|---|
 * | id | id |
 * | 0 | 1 |
 * | 2 | 0 accepted, 1 denied |
 * | program, version, procedure | verifier: flavour, length, bytes |
 * | credential: 1, 20, stamp, 0, 0, 0, 0 | 0 done, else the reason |
 * | verifier: 0, 0 | results |
 * | arguments | |
 */
export interface RpcHead {
  /** Chosen by the caller and repeated in the answer. A repeated call keeps it. */
  readonly xid: number;
}

export interface RpcCallHead extends RpcHead {
  readonly program: number;
  readonly version: number;
  readonly procedure: number;
  /** Arbitrary; players change it with each call. */
  readonly stamp: number;
}

const CALL = 0;
const REPLY = 1;
const RPC_VERSION = 2;
const ACCEPTED = 0;
const DONE = 0;
const CREDENTIAL_UNIX = 1;
/** Stamp, empty machine name, user 0, group 0, no other groups. */
const CREDENTIAL_BYTES = 20;
/** Limit of the standard. */
const MAX_AUTH_BYTES = 400;

export function writeCallHead(head: RpcCallHead): WireWriter {
  return new WireWriter()
    .u32(head.xid)
    .u32(CALL)
    .u32(RPC_VERSION)
    .u32(head.program)
    .u32(head.version)
    .u32(head.procedure)
    .u32(CREDENTIAL_UNIX)
    .u32(CREDENTIAL_BYTES)
    .u32(head.stamp)
    .u32(0)
    .u32(0)
    .u32(0)
    .u32(0)
    .u32(0)
    .u32(0);
}

const auth = opaque(MAX_AUTH_BYTES);

/** Stops at the arguments. */
export function readCallHead(reader: FieldReader): RpcCallHead {
  const xid = reader.u32();
  if (reader.u32() !== CALL) {
    throw new ProDjLinkError('malformed', 'not a call');
  }
  if (reader.u32() !== RPC_VERSION) {
    throw new ProDjLinkError('malformed', 'a call of another RPC version');
  }
  const program = reader.u32();
  const version = reader.u32();
  const procedure = reader.u32();
  reader.u32();
  const credential = new FieldReader(auth.read(reader));
  const stamp = credential.remaining >= 4 ? credential.u32() : 0;
  reader.u32();
  auth.read(reader);
  return { xid, program, version, procedure, stamp };
}

export function writeReplyHead({ xid }: RpcHead, background?: Uint8Array): WireWriter {
  return new WireWriter(background).u32(xid).u32(REPLY).u32(ACCEPTED).u32(0).u32(0).u32(DONE);
}

export function replyId(bytes: Uint8Array): number | undefined {
  if (bytes.length < 8) {
    return undefined;
  }
  const reader = new FieldReader(bytes);
  const xid = reader.u32();
  return reader.u32() === REPLY ? xid : undefined;
}

/** Stops at the results. @throws ProDjLinkError `refused` if the player rejected the call */
export function readReplyHead(reader: FieldReader): RpcHead {
  const xid = reader.u32();
  if (reader.u32() !== REPLY) {
    throw new ProDjLinkError('malformed', 'not an answer');
  }
  if (reader.u32() !== ACCEPTED) {
    throw new ProDjLinkError('refused', 'the call was denied');
  }
  reader.u32();
  auth.read(reader);
  const state = reader.u32();
  if (state !== DONE) {
    throw new ProDjLinkError('refused', `the call was not done (${state})`);
  }
  return { xid };
}

const MAX_PATH_BYTES = 1024;
/** Players send fewer. */
const MAX_ENTRIES = 64;

/** Length and bytes, padded to a multiple of four with unchecked bytes: players leave garbage. */
export function opaque(limit: number): WirePart<Uint8Array> {
  const { read, write } = counted(limit);
  return {
    read(reader) {
      const bytes = read(reader);
      reader.bytes(padding(bytes.length));
      return bytes;
    },
    write(writer, bytes) {
      write(writer, bytes);
      writer.skip(padding(bytes.length));
    },
  };
}

function padding(length: number): number {
  return (4 - (length % 4)) % 4;
}

function text(encoding: 'utf16le' | 'latin1'): WirePart<string> {
  const { read, write } = opaque(MAX_PATH_BYTES);
  return {
    read: (reader) => Buffer.from(read(reader)).toString(encoding),
    write: (writer, value) => write(writer, Buffer.from(value, encoding)),
  };
}

export const path = text('utf16le');

export const plainText = text('latin1');

/** 1 before each entry, 0 after the last. */
export function list<Entry>(entry: WirePart<Entry>): WirePart<readonly Entry[]> {
  return {
    read(reader) {
      const entries: Entry[] = [];
      while (reader.u32() !== 0) {
        if (entries.length >= MAX_ENTRIES) {
          throw new ProDjLinkError('too-large', 'a list has more entries than a player sends');
        }
        entries.push(entry.read(reader));
      }
      return entries;
    },
    write(writer, entries) {
      for (const each of entries) {
        entry.write(writer.u32(1), each);
      }
      writer.u32(0);
    },
  };
}
