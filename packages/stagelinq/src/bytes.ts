import { type Fail, WireReader, WireWriter } from '@deckcast/wire-kit';
import { StagelinqError } from './errors.ts';

/**
 * Codec of one connection's messages. `decode` returns a value or throws a StagelinqError, for any bytes.
 * Decoded byte arrays are shared with the input.
 */
export interface Codec<Message> {
  encode(message: Message): Buffer;
  /**
   * @param bytes exactly one message, with the length in front if its connection has one
   * @param maxStringBytes longest string accepted; default MAX_STRING_BYTES
   */
  decode(bytes: Uint8Array, maxStringBytes?: number): Message;
}

/** Differs from an empty string. */
const NULL_STRING = 0xffffffff;

/** Bytes accepted by default. The longest real strings are paths of a few hundred. */
export const MAX_STRING_BYTES = 64 * 1024;

const fail: Fail = (kind, message) => {
  throw new StagelinqError(kind, message);
};

/** Reads the types of StagelinQ. Throws only StagelinqErrors: `truncated`, `malformed` or `too-large`. */
export class ByteReader extends WireReader {
  readonly #maxString: number;

  constructor(bytes: Uint8Array, maxStringBytes = MAX_STRING_BYTES) {
    super(bytes, fail);
    this.#maxString = maxStringBytes;
  }

  /** Throws `malformed` above 2^53 - 1, which no file reaches. */
  size(): number {
    const value = this.u64();
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) {
      throw new StagelinqError('malformed', `impossible size ${value}`);
    }
    return Number(value);
  }

  magic(expected: string): void {
    const start = this.advance(expected.length);
    const found = this.source.toString('latin1', start, start + expected.length);
    if (found !== expected) {
      throw new StagelinqError('malformed', `expected "${expected}" at byte ${start}`);
    }
  }

  /** 32 lower-case hexadecimal digits. */
  token(): string {
    const start = this.advance(16);
    return this.source.toString('hex', start, start + 16);
  }

  /** UTF-16BE behind its length in bytes; null for the null string. Lone surrogates pass unchanged. */
  nullableText(): string | null {
    const length = this.u32();
    if (length === NULL_STRING) {
      return null;
    }
    if (length % 2 !== 0) {
      throw new StagelinqError('malformed', `a string of ${length} bytes is not UTF-16`);
    }
    if (length > this.#maxString) {
      throw new StagelinqError(
        'too-large',
        `a string of ${length} bytes is above the limit of ${this.#maxString}`,
      );
    }
    const start = this.advance(length);
    // Swapping in place would change the message for its other readers.
    return Buffer.from(this.source.subarray(start, start + length))
      .swap16()
      .toString('utf16le');
  }

  text(): string {
    const text = this.nullableText();
    if (text === null) {
      throw new StagelinqError('malformed', 'a string is null where text is expected');
    }
    return text;
  }
}

/** Does not validate the caller's values. */
export class ByteWriter extends WireWriter {
  magic(letters: string): this {
    return this.bytes(Buffer.from(letters, 'latin1'));
  }

  /** @throws RangeError if `token` is not 32 hexadecimal digits */
  token(token: string): this {
    if (!/^[0-9a-f]{32}$/i.test(token)) {
      throw new RangeError('a token is 32 hexadecimal digits');
    }
    return this.bytes(Buffer.from(token, 'hex'));
  }

  text(text: string | null): this {
    if (text === null) {
      return this.u32(NULL_STRING);
    }
    return this.u32(text.length * 2).bytes(Buffer.from(text, 'utf16le').swap16());
  }

  /** Puts the length in front, as a u32. */
  finishFrame(): Buffer {
    const message = this.finish();
    const frame = Buffer.allocUnsafe(4 + message.length);
    frame.writeUInt32BE(message.length, 0);
    frame.set(message, 4);
    return frame;
  }
}
