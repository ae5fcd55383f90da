import { WireWriter } from '@deckcast/wire-kit';
import { FieldReader } from '../bytes.ts';
import { ProDjLinkError } from '../errors.ts';

/**
 * Remote procedure calls over UDP (RFC 5531) as players speak them. All numbers have 4 bytes.
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
  /** Chosen by the caller; the answer repeats it. A call that is sent again keeps it. */
  readonly xid: number;
}

export interface RpcCallHead extends RpcHead {
  readonly program: number;
  readonly version: number;
  readonly procedure: number;
  /** Arbitrary; players choose another one for each call. */
  readonly stamp: number;
}

const CALL = 0;
const REPLY = 1;
const RPC_VERSION = 2;
const ACCEPTED = 0;
const DONE = 0;
const CREDENTIAL_UNIX = 1;
/** Stamp, an empty machine name, user 0, group 0 and no other groups. */
const CREDENTIAL_BYTES = 20;
/** Longest credential or verifier that the standard allows. */
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

/** The reader stands at the arguments after. */
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
  const credential = new FieldReader(opaque(reader, MAX_AUTH_BYTES));
  const stamp = credential.remaining >= 4 ? credential.u32() : 0;
  reader.u32();
  opaque(reader, MAX_AUTH_BYTES);
  return { xid, program, version, procedure, stamp };
}

export function writeReplyHead({ xid }: RpcHead): WireWriter {
  return new WireWriter().u32(xid).u32(REPLY).u32(ACCEPTED).u32(0).u32(0).u32(DONE);
}

/** The id of an answer to any call; undefined when the bytes are not an answer. */
export function replyId(bytes: Uint8Array): number | undefined {
  if (bytes.length < 8) {
    return undefined;
  }
  const reader = new FieldReader(bytes);
  const xid = reader.u32();
  return reader.u32() === REPLY ? xid : undefined;
}

/** The reader stands at the results after. @throws ProDjLinkError `refused` when the call was not done */
export function readReplyHead(reader: FieldReader): RpcHead {
  const xid = reader.u32();
  if (reader.u32() !== REPLY) {
    throw new ProDjLinkError('malformed', 'not an answer');
  }
  if (reader.u32() !== ACCEPTED) {
    throw new ProDjLinkError('refused', 'the call was denied');
  }
  reader.u32();
  opaque(reader, MAX_AUTH_BYTES);
  const state = reader.u32();
  if (state !== DONE) {
    throw new ProDjLinkError('refused', `the call was not done (${state})`);
  }
  return { xid };
}

/** A length and as many bytes, padded to a multiple of four. The padding is not checked: players leave garbage. */
export function opaque(reader: FieldReader, limit: number): Uint8Array {
  const length = reader.u32();
  if (length > limit) {
    throw new ProDjLinkError('too-large', `a length of ${length} is above the limit of ${limit}`);
  }
  const bytes = reader.bytes(length);
  reader.bytes(padding(length));
  return bytes;
}

export function writeOpaque(writer: WireWriter, bytes: Uint8Array): WireWriter {
  return writer
    .u32(bytes.length)
    .bytes(bytes)
    .bytes(Buffer.alloc(padding(bytes.length)));
}

function padding(length: number): number {
  return (4 - (length % 4)) % 4;
}

/** Limit for a path or name, in bytes. */
const MAX_PATH_BYTES = 1024;

/** Players send paths and names in UTF-16LE. */
export function path(reader: FieldReader): string {
  return Buffer.from(opaque(reader, MAX_PATH_BYTES)).toString('utf16le');
}

export function writePath(writer: WireWriter, text: string): WireWriter {
  return writeOpaque(writer, Buffer.from(text, 'utf16le'));
}

/** Plain ASCII: the names of groups. */
export function plainText(reader: FieldReader): string {
  return Buffer.from(opaque(reader, MAX_PATH_BYTES)).toString('latin1');
}

export function writePlainText(writer: WireWriter, text: string): WireWriter {
  return writeOpaque(writer, Buffer.from(text, 'latin1'));
}
