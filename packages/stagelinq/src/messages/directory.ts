import { type CodedMessage, coded, readCoded, u16, writeCoded } from '@deckcast/wire-kit';
import { ByteReader, ByteWriter, type Codec } from '../bytes.ts';
import { StagelinqError } from '../errors.ts';
import { type Measure, readU32 } from '../framing.ts';
import { text, token, u64 } from './parts.ts';

/**
 * Messages without a length in front; the code decides the layout. A service connection also begins with one
 * `service`: the dialling side names the service it wants.
 */
const MESSAGES = {
  /** Sender's token and the service's port. To open a service connection, any port will do. */
  service: coded(0, { token, service: text, port: u16 }),
  /**
   * `origin`: token of the side that began; zeros were seen too. `responder`: zeros, or in an answer the
   * answering side's token. `clock`: the origin's, echoed unchanged; nanoseconds since its start on players,
   * opaque on mixers.
   */
  reference: coded(1, { origin: token, responder: token, clock: u64 }),
  /** Requests the services. `token`: the sender's. */
  request: coded(2, { token }),
};

/** Message of the main connection. */
export type DirectoryMessage = CodedMessage<typeof MESSAGES>;

/** Responder of a reference without an answer. */
export const NO_TOKEN = '0'.repeat(32);

/** Real names have at most 38. */
const MAX_NAME_BYTES = 254;
const SERVICE_HEAD = 4 + 16 + 4;

/** Codec of the main connection's messages. */
export const directoryCodec: Codec<DirectoryMessage> = {
  encode(message) {
    const writer = new ByteWriter();
    writeCoded(MESSAGES, writer, message);
    return writer.finish();
  },

  decode(bytes) {
    const reader = new ByteReader(bytes, MAX_NAME_BYTES);
    const id = reader.u32();
    const message = readCoded(MESSAGES, id, reader);
    if (message === undefined) {
      throw unknownId(id);
    }
    reader.end();
    return message;
  },
};

/** Measures the messages of the main connection. */
export const measureDirectory: Measure = (bytes, start, end) => {
  if (end - start < 4) {
    return 4;
  }
  const id = readU32(bytes, start);
  if (id === MESSAGES.request.code) {
    return 4 + 16;
  }
  if (id === MESSAGES.reference.code) {
    return 4 + 16 + 16 + 8;
  }
  if (id !== MESSAGES.service.code) {
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

// No length is known, so the bytes after it cannot be understood either.
function unknownId(id: number): StagelinqError {
  return new StagelinqError('malformed', `unknown message ${id} on the main connection`);
}
