import { StagelinqError } from './errors.ts';

/**
 * One kind of connection's messages, both ways. `decode(encode(value))` equals the value, and `decode` gives a
 * value or throws a StagelinqError, whatever the bytes. Decoded byte arrays are shared with the input.
 */
export interface Codec<Message> {
  encode(message: Message): Buffer;
  /**
   * @param bytes exactly one message, with the length in front where its connection has one
   * @param maxStringBytes longest string accepted, in bytes; MAX_STRING_BYTES by default
   */
  decode(bytes: Uint8Array, maxStringBytes?: number): Message;
}

/** The length of the null string, as opposed to an empty one. */
const NULL_STRING = 0xffffffff;

/** Longest string accepted by default, in bytes. The longest real ones are paths of a few hundred. */
export const MAX_STRING_BYTES = 64 * 1024;

/**
 * Reads big-endian fields one after another. Never reads past the end: what is missing or impossible
 * throws a StagelinqError (`truncated`, `malformed`, `too-large`), and nothing else is ever thrown.
 */
export class ByteReader {
  readonly #bytes: Buffer;
  readonly #maxString: number;
  #at = 0;

  constructor(bytes: Uint8Array, maxStringBytes = MAX_STRING_BYTES) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#maxString = maxStringBytes;
  }

  get remaining(): number {
    return this.#bytes.length - this.#at;
  }

  u8(): number {
    return this.#bytes.readUInt8(this.#advance(1));
  }

  u16(): number {
    return this.#bytes.readUInt16BE(this.#advance(2));
  }

  u32(): number {
    return this.#bytes.readUInt32BE(this.#advance(4));
  }

  u64(): bigint {
    return this.#bytes.readBigUInt64BE(this.#advance(8));
  }

  i64(): bigint {
    return this.#bytes.readBigInt64BE(this.#advance(8));
  }

  f64(): number {
    return this.#bytes.readDoubleBE(this.#advance(8));
  }

  /** A u64 that counts bytes or chunks, as a number. `malformed` above 2^53 - 1, which no file reaches. */
  size(): number {
    const value = this.u64();
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) {
      throw new StagelinqError('malformed', `impossible size ${value}`);
    }
    return Number(value);
  }

  /** `count` bytes, shared with the message: copy them to keep them. */
  bytes(count: number): Uint8Array {
    const start = this.#advance(count);
    return this.#bytes.subarray(start, start + count);
  }

  /** Everything up to the end of the message, shared with it. */
  rest(): Uint8Array {
    return this.bytes(this.remaining);
  }

  /** Four ASCII letters that say which kind of message follows. */
  magic(expected: string): void {
    const start = this.#advance(expected.length);
    const found = this.#bytes.toString('latin1', start, start + expected.length);
    if (found !== expected) {
      throw new StagelinqError('malformed', `expected "${expected}" at byte ${start}`);
    }
  }

  /** 16 bytes of identity as 32 lower-case hexadecimal digits. */
  token(): string {
    const start = this.#advance(16);
    return this.#bytes.toString('hex', start, start + 16);
  }

  /** A byte length and UTF-16BE text; null for the null string. Lone surrogates pass through unchanged. */
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
    const start = this.#advance(length);
    // A copy: swapping in place would change the message under its other readers.
    return Buffer.from(this.#bytes.subarray(start, start + length))
      .swap16()
      .toString('utf16le');
  }

  /** As nullableText, for fields that are never null on the wire: null is `malformed`. */
  text(): string {
    const text = this.nullableText();
    if (text === null) {
      throw new StagelinqError('malformed', 'a string is null where text is expected');
    }
    return text;
  }

  /** The message must end here. */
  end(): void {
    if (this.remaining !== 0) {
      throw new StagelinqError('malformed', `${this.remaining} bytes too many`);
    }
  }

  #advance(count: number): number {
    const start = this.#at;
    if (count > this.remaining) {
      throw new StagelinqError('truncated', `${count} bytes needed at byte ${start}, ${this.remaining} left`);
    }
    this.#at = start + count;
    return start;
  }
}

/** Writes big-endian fields one after another into a buffer that grows. Values are the caller's own. */
export class ByteWriter {
  #bytes = Buffer.allocUnsafe(128);
  #at = 0;

  u8(value: number): this {
    const at = this.#grow(1);
    this.#bytes.writeUInt8(value, at);
    return this;
  }

  u16(value: number): this {
    const at = this.#grow(2);
    this.#bytes.writeUInt16BE(value, at);
    return this;
  }

  u32(value: number): this {
    const at = this.#grow(4);
    this.#bytes.writeUInt32BE(value, at);
    return this;
  }

  u64(value: bigint | number): this {
    const at = this.#grow(8);
    this.#bytes.writeBigUInt64BE(BigInt(value), at);
    return this;
  }

  i64(value: bigint): this {
    const at = this.#grow(8);
    this.#bytes.writeBigInt64BE(value, at);
    return this;
  }

  f64(value: number): this {
    const at = this.#grow(8);
    this.#bytes.writeDoubleBE(value, at);
    return this;
  }

  bytes(value: Uint8Array): this {
    const at = this.#grow(value.length);
    this.#bytes.set(value, at);
    return this;
  }

  magic(letters: string): this {
    const at = this.#grow(letters.length);
    this.#bytes.write(letters, at, 'latin1');
    return this;
  }

  /** @throws RangeError when `token` is not 32 hexadecimal digits */
  token(token: string): this {
    if (!/^[0-9a-f]{32}$/i.test(token)) {
      throw new RangeError('a token is 32 hexadecimal digits');
    }
    return this.bytes(Buffer.from(token, 'hex'));
  }

  /** A byte length and UTF-16BE text; the null string for null. */
  text(text: string | null): this {
    if (text === null) {
      return this.u32(NULL_STRING);
    }
    return this.u32(text.length * 2).bytes(Buffer.from(text, 'utf16le').swap16());
  }

  finish(): Buffer {
    return this.#bytes.subarray(0, this.#at);
  }

  /** The same, preceded by its length in bytes as a u32. */
  finishFrame(): Buffer {
    const frame = Buffer.allocUnsafe(4 + this.#at);
    frame.writeUInt32BE(this.#at, 0);
    frame.set(this.#bytes.subarray(0, this.#at), 4);
    return frame;
  }

  #grow(count: number): number {
    const start = this.#at;
    const needed = start + count;
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2));
      larger.set(this.#bytes.subarray(0, start));
      this.#bytes = larger;
    }
    this.#at = needed;
    return start;
  }
}
