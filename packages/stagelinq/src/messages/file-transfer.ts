import { ByteReader, ByteWriter, type Codec } from '../bytes.ts';

/**
 * What the `FileTransfer` service carries, in frames: length, `fltx`, transfer u32, type u32, body. The asking
 * side picks the transfer number and the answer repeats it.
 */
export interface FileMessage {
  readonly transfer: number;
  readonly body: FileBody;
}

export type FileBody = FileRequest | FileReply | UnknownFileBody;

/**
 * | type | kind | body |
 * |---|---|---|
 * | 0x7d1 | `stat` | path |
 * | 0x7d2 | `list` | path; empty = which sources are there |
 * | 0x7d3 | `endInquiry` | |
 * | 0x7d4 | `open` | path, u32 0 |
 * | 0x7d5 | `read` | u32 0, handle u32, first and last chunk u64, both included |
 * | 0x7d6 | `close` | |
 */
export type FileRequest =
  | { readonly kind: 'stat'; readonly path: string }
  | { readonly kind: 'list'; readonly path: string }
  | { readonly kind: 'endInquiry' }
  | { readonly kind: 'open'; readonly path: string }
  | { readonly kind: 'read'; readonly handle: number; readonly first: number; readonly last: number }
  | { readonly kind: 'close' };

/**
 * | type | kind | body |
 * |---|---|---|
 * | 0x1 | `status` | exists u8, directory u8, permissions u32, 3 times, size u64 |
 * | 0x2 | `end` | 13 bytes, always the same |
 * | 0x3 | `listing` | count u32, names, first part u8, last part u8, directories u8 |
 * | 0x4 | `opened` | size u64, handle u32; size 0 = no such file, or one that is streamed |
 * | 0x5 | `chunk` | byte offset u64, count u32, bytes |
 * | 0x6 | `changed` | a file changed on the device, a database usually |
 * | 0x8 | `greeting` | text, `"1"`; sent when the connection opens |
 * | 0x9 | `ejected` | a medium was removed, or the device shuts down |
 * | 0xa | `alive` | "do you still need this transfer?" |
 */
export type FileReply =
  | FileStatus
  | { readonly kind: 'end' }
  | FileListing
  | { readonly kind: 'opened'; readonly size: number; readonly handle: number }
  | { readonly kind: 'chunk'; readonly offset: number; readonly data: Uint8Array }
  | { readonly kind: 'changed'; readonly rest: Uint8Array }
  | { readonly kind: 'greeting'; readonly text: string }
  | { readonly kind: 'ejected'; readonly rest: Uint8Array }
  | { readonly kind: 'alive'; readonly rest: Uint8Array };

export interface FileStatus {
  readonly kind: 'status';
  readonly exists: boolean;
  readonly directory: boolean;
  /** Qt's permission bits, such as 0x6644. */
  readonly permissions: number;
  readonly times: readonly FileTime[];
  /** Bytes. */
  readonly size: number;
}

export interface FileListing {
  readonly kind: 'listing';
  readonly names: readonly string[];
  /** A long listing comes in parts. */
  readonly first: boolean;
  readonly last: boolean;
  /** Whether the names are of sources and directories, or of files. */
  readonly directories: boolean;
}

/** A Qt date and time, 13 bytes. */
export interface FileTime {
  readonly julianDay: bigint;
  /** Since midnight. */
  readonly milliseconds: number;
  /** 0 local time, 1 UTC. */
  readonly spec: number;
}

/** A type without a known layout (0x7 and 0x7d8, 0x7d9 of pausing among them): kept as it is. */
export interface UnknownFileBody {
  readonly kind: 'unknown';
  readonly type: number;
  readonly rest: Uint8Array;
}

export const FILE_TRANSFER = 'FileTransfer';

const MAGIC = 'fltx';
const STATUS_TIMES = 3;
const END = Buffer.from('01000000007fffffffffffffff', 'hex');

const TYPES = {
  status: 0x1,
  end: 0x2,
  listing: 0x3,
  opened: 0x4,
  chunk: 0x5,
  changed: 0x6,
  greeting: 0x8,
  ejected: 0x9,
  alive: 0xa,
  stat: 0x7d1,
  list: 0x7d2,
  endInquiry: 0x7d3,
  open: 0x7d4,
  read: 0x7d5,
  close: 0x7d6,
} as const;

export const fileCodec: Codec<FileMessage> = {
  encode({ transfer, body }) {
    const type = body.kind === 'unknown' ? body.type : TYPES[body.kind];
    const writer = new ByteWriter().magic(MAGIC).u32(transfer).u32(type);
    writeBody(writer, body);
    return writer.finishFrame();
  },

  decode(bytes, maxStringBytes) {
    const reader = new ByteReader(bytes, maxStringBytes);
    reader.u32();
    reader.magic(MAGIC);
    const transfer = reader.u32();
    const body = readBody(reader, reader.u32());
    reader.end();
    return { transfer, body };
  },
};

function writeBody(writer: ByteWriter, body: FileBody): void {
  switch (body.kind) {
    case 'stat':
    case 'list':
      writer.text(body.path);
      return;
    case 'open':
      writer.text(body.path).u32(0);
      return;
    case 'read':
      writer.u32(0).u32(body.handle).u64(body.first).u64(body.last);
      return;
    case 'status':
      writer.u8(Number(body.exists)).u8(Number(body.directory)).u32(body.permissions);
      for (const time of body.times) {
        writer.i64(time.julianDay).u32(time.milliseconds).u8(time.spec);
      }
      writer.u64(body.size);
      return;
    case 'end':
      writer.bytes(END);
      return;
    case 'listing':
      writer.u32(body.names.length);
      for (const name of body.names) {
        writer.text(name);
      }
      writer.u8(Number(body.first)).u8(Number(body.last)).u8(Number(body.directories));
      return;
    case 'opened':
      writer.u64(body.size).u32(body.handle);
      return;
    case 'chunk':
      writer.u64(body.offset).u32(body.data.length).bytes(body.data);
      return;
    case 'greeting':
      writer.text(body.text);
      return;
    case 'changed':
    case 'ejected':
    case 'alive':
    case 'unknown':
      writer.bytes(body.rest);
      return;
    case 'endInquiry':
    case 'close':
      return;
  }
}

function readBody(reader: ByteReader, type: number): FileBody {
  switch (type) {
    case TYPES.stat:
      return { kind: 'stat', path: reader.text() };
    case TYPES.list:
      return { kind: 'list', path: reader.text() };
    case TYPES.endInquiry:
      return { kind: 'endInquiry' };
    case TYPES.open: {
      const path = reader.text();
      reader.u32();
      return { kind: 'open', path };
    }
    case TYPES.read:
      reader.u32();
      return { kind: 'read', handle: reader.u32(), first: reader.size(), last: reader.size() };
    case TYPES.close:
      return { kind: 'close' };
    case TYPES.status:
      return readStatus(reader);
    case TYPES.end:
      reader.rest();
      return { kind: 'end' };
    case TYPES.listing:
      return readListing(reader);
    case TYPES.opened:
      return { kind: 'opened', size: reader.size(), handle: reader.u32() };
    case TYPES.chunk:
      return { kind: 'chunk', offset: reader.size(), data: reader.bytes(reader.u32()) };
    case TYPES.changed:
      return { kind: 'changed', rest: reader.rest() };
    case TYPES.greeting:
      return { kind: 'greeting', text: reader.text() };
    case TYPES.ejected:
      return { kind: 'ejected', rest: reader.rest() };
    case TYPES.alive:
      return { kind: 'alive', rest: reader.rest() };
    default:
      return { kind: 'unknown', type, rest: reader.rest() };
  }
}

function readStatus(reader: ByteReader): FileStatus {
  const exists = reader.u8() !== 0;
  const directory = reader.u8() !== 0;
  const permissions = reader.u32();
  const times = Array.from({ length: STATUS_TIMES }, () => ({
    julianDay: reader.i64(),
    milliseconds: reader.u32(),
    spec: reader.u8(),
  }));
  return { kind: 'status', exists, directory, permissions, times, size: reader.size() };
}

function readListing(reader: ByteReader): FileListing {
  const count = reader.u32();
  const names: string[] = [];
  // The count is the sender's claim; reading ends with an error where the message does.
  for (let index = 0; index < count; index++) {
    names.push(reader.text());
  }
  const first = reader.u8() !== 0;
  const last = reader.u8() !== 0;
  return { kind: 'listing', names, first, last, directories: reader.u8() !== 0 };
}
