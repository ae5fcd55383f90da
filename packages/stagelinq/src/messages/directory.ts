import { ByteReader, ByteWriter, type Codec } from '../bytes.ts';
import { StagelinqError } from '../errors.ts';
import { type Measure, readU32 } from '../framing.ts';

/**
 * What the main connection carries, without a length in front; the id decides the layout.
 *
 * | id (u32) | kind | after the id |
 * |---|---|---|
 * | 0 | `service` | token 16, service name 4+n, port u16 |
 * | 1 | `reference` | origin 16, responder 16, clock u64 |
 * | 2 | `request` | token 16 |
 *
 * A service connection begins with one `service` too: the dialling side says what it came for.
 */
export type DirectoryMessage =
  | {
      readonly kind: 'service';
      /** Of the sender. */
      readonly token: string;
      readonly service: string;
      /** Where the sender serves it; when opening a service connection, any number does. */
      readonly port: number;
    }
  | {
      readonly kind: 'reference';
      /** Token of the side that began; all zeros are seen as well. */
      readonly origin: string;
      /** All zeros in a fresh one, the answering side's token in an answer. */
      readonly responder: string;
      /** The origin's own clock, nanoseconds since its start on players; opaque on mixers. Echoed unchanged. */
      readonly clock: bigint;
    }
  | {
      /** "Which services do you have?" */
      readonly kind: 'request';
      /** Of the sender. */
      readonly token: string;
    };

/** Of a reference that has not been answered yet. */
export const NO_TOKEN = '0'.repeat(32);

const SERVICE = 0;
const REFERENCE = 1;
const REQUEST = 2;

/** Longest service name believed, in bytes; the longest real one has 38. */
const MAX_NAME_BYTES = 254;
const SERVICE_HEAD = 4 + 16 + 4;

export const directoryCodec: Codec<DirectoryMessage> = {
  encode(message) {
    const writer = new ByteWriter();
    switch (message.kind) {
      case 'service':
        return writer.u32(SERVICE).token(message.token).text(message.service).u16(message.port).finish();
      case 'reference':
        return writer
          .u32(REFERENCE)
          .token(message.origin)
          .token(message.responder)
          .u64(message.clock)
          .finish();
      case 'request':
        return writer.u32(REQUEST).token(message.token).finish();
    }
  },

  decode(bytes) {
    const reader = new ByteReader(bytes, MAX_NAME_BYTES);
    const message = readBody(reader, reader.u32());
    reader.end();
    return message;
  },
};

function readBody(reader: ByteReader, id: number): DirectoryMessage {
  switch (id) {
    case SERVICE:
      return { kind: 'service', token: reader.token(), service: reader.text(), port: reader.u16() };
    case REFERENCE:
      return { kind: 'reference', origin: reader.token(), responder: reader.token(), clock: reader.u64() };
    case REQUEST:
      return { kind: 'request', token: reader.token() };
    default:
      throw unknownId(id);
  }
}

export const measureDirectory: Measure = (bytes, start, end) => {
  if (end - start < 4) {
    return 4;
  }
  const id = readU32(bytes, start);
  if (id === REQUEST) {
    return 4 + 16;
  }
  if (id === REFERENCE) {
    return 4 + 16 + 16 + 8;
  }
  if (id !== SERVICE) {
    throw unknownId(id);
  }
  if (end - start < SERVICE_HEAD) {
    return SERVICE_HEAD;
  }
  const nameBytes = readU32(bytes, start + SERVICE_HEAD - 4);
  if (nameBytes > MAX_NAME_BYTES) {
    throw new StagelinqError(
      'too-large',
      `a service name of ${nameBytes} bytes is above the limit of ${MAX_NAME_BYTES}`,
    );
  }
  return SERVICE_HEAD + nameBytes + 2;
};

// With no length in front there is no way to skip it: what follows can't be understood either.
function unknownId(id: number): StagelinqError {
  return new StagelinqError('malformed', `unknown message ${id} on the main connection`);
}
