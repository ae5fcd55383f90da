import {
  type Coded,
  type CodedMessage,
  coded,
  inOrder,
  padded,
  readCoded,
  rest,
  u8,
  u32,
  type WirePart,
  writeCoded,
} from '@deckcast/wire-kit';
import { ByteReader, ByteWriter, type Codec } from '../bytes.ts';
import { flag, size, text } from './parts.ts';

/**
 * Message of the `FileTransfer` service, in a frame: length, `fltx`, transfer u32, type u32, body. The
 * requesting side chooses the transfer number; answers repeat it.
 */
export interface FileMessage {
  readonly transfer: number;
  readonly body: FileBody;
}

/** Body of a file message. */
export type FileBody = FileRequest | FileReply | UnknownFileBody;

const REQUESTS = {
  stat: coded(0x7d1, { path: text }),
  /** Empty path: the sources. */
  list: coded(0x7d2, { path: text }),
  endInquiry: coded(0x7d3, {}),
  open: coded(0x7d4, { path: padded(text, { after: 4 }) }),
  /** Chunks, both included. */
  read: coded(0x7d5, { handle: padded(u32, { before: 4 }), first: size, last: size }),
  close: coded(0x7d6, {}),
};

/** Qt date and time. */
const time = inOrder({
  julianDay: { read: (reader) => reader.i64(), write: (writer, value: bigint) => writer.i64(value) },
  milliseconds: u32,
  /** 0 local time, 1 UTC. */
  spec: u8,
});

const times: WirePart<readonly FileTime[]> = {
  read: (reader) => Array.from({ length: 3 }, () => time.read(reader)),
  write(writer, values) {
    for (const value of values) {
      time.write(writer, value);
    }
  },
};

/** Never trusts the count: reading throws at the end of the message. */
const names: WirePart<readonly string[]> = {
  read(reader) {
    const read: string[] = [];
    for (let left = reader.u32(); left > 0; left--) {
      read.push(text.read(reader));
    }
    return read;
  },
  write(writer, values) {
    writer.u32(values.length);
    for (const value of values) {
      text.write(writer, value);
    }
  },
};

const data: WirePart<Uint8Array> = {
  read: (reader) => reader.bytes(reader.u32()),
  write: (writer, value) => writer.u32(value.length).bytes(value),
};

const END = Buffer.from('01000000007fffffffffffffff', 'hex');
const end: Coded<Record<never, never>, 0x2> = {
  code: 0x2,
  body: {
    read(reader) {
      reader.rest();
      return {};
    },
    write: (writer) => writer.bytes(END),
  },
};

const REPLIES = {
  /** Permissions: Qt's bits, such as 0x6644; size: bytes. */
  status: coded(0x1, { exists: flag, directory: flag, permissions: u32, times, size }),
  end,
  /** Long listings come in parts. Names are of sources and directories, or of files. */
  listing: coded(0x3, { names, first: flag, last: flag, directories: flag }),
  /** Size 0: the file does not exist or is streamed. */
  opened: coded(0x4, { size, handle: u32 }),
  chunk: coded(0x5, { offset: size, data }),
  /** A file, usually a database, changed. */
  changed: coded(0x6, { rest }),
  /** `"1"`, when the connection opens. */
  greeting: coded(0x8, { text }),
  /** A medium was removed, or the device shuts down. */
  ejected: coded(0x9, { rest }),
  /** Asks whether the transfer is still needed. */
  alive: coded(0xa, { rest }),
};

const BODIES = { ...REQUESTS, ...REPLIES };

/** Request of the file service. */
export type FileRequest = CodedMessage<typeof REQUESTS>;
/** Answer or notice of the file service. */
export type FileReply = CodedMessage<typeof REPLIES>;
/** Answer about one file or folder. */
export type FileStatus = Extract<FileReply, { readonly kind: 'status' }>;
type FileTime = ReturnType<typeof time.read>;

/** Type without a known layout (0x7, and 0x7d8 and 0x7d9 of pausing, among them). */
export interface UnknownFileBody {
  readonly kind: 'unknown';
  readonly type: number;
  readonly rest: Uint8Array;
}

/** Name of the file service. */
export const FILE_TRANSFER = 'FileTransfer';

const MAGIC = 'fltx';

/** Codec of the file service's frames. */
export const fileCodec: Codec<FileMessage> = {
  encode({ transfer, body }) {
    const writer = new ByteWriter().magic(MAGIC).u32(transfer);
    if (body.kind === 'unknown') {
      writer.u32(body.type).bytes(body.rest);
    } else {
      writeCoded(BODIES, writer, body);
    }
    return writer.finishFrame();
  },

  decode(bytes, maxStringBytes) {
    const reader = new ByteReader(bytes, maxStringBytes);
    reader.u32();
    reader.magic(MAGIC);
    const transfer = reader.u32();
    const type = reader.u32();
    const body = readCoded(BODIES, type, reader) ?? { kind: 'unknown', type, rest: reader.rest() };
    reader.end();
    return { transfer, body };
  },
};
