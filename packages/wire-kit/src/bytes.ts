import type { WireField } from './layout.ts';

/** Throws the library's own error. */
export type Fail = (kind: 'truncated' | 'malformed', message: string) => never;

/** Reads big-endian fields in order. Calls `fail` for a field past the end, and throws nothing else. */
export class WireReader {
  protected readonly source: Buffer;
  readonly #fail: Fail;
  #at: number;

  constructor(bytes: Uint8Array, fail: Fail, start = 0) {
    this.source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#fail = fail;
    this.#at = start;
  }

  get position(): number {
    return this.#at;
  }

  get remaining(): number {
    return this.source.length - this.#at;
  }

  u8(): number {
    return this.source.readUInt8(this.advance(1));
  }

  u16(): number {
    return this.source.readUInt16BE(this.advance(2));
  }

  u32(): number {
    return this.source.readUInt32BE(this.advance(4));
  }

  u64(): bigint {
    return this.source.readBigUInt64BE(this.advance(8));
  }

  i64(): bigint {
    return this.source.readBigInt64BE(this.advance(8));
  }

  f64(): number {
    return this.source.readDoubleBE(this.advance(8));
  }

  field<Value>(field: WireField<Value>): Value {
    return field.get(this.source, this.advance(field.size));
  }

  /** Shared with the message: copy them to keep them. */
  bytes(count: number): Uint8Array {
    const start = this.advance(count);
    return this.source.subarray(start, start + count);
  }

  /** Bytes up to the end of the message, shared with it. */
  rest(): Uint8Array {
    return this.bytes(this.remaining);
  }

  end(): void {
    if (this.remaining !== 0) {
      this.#fail('malformed', `${this.remaining} bytes too many`);
    }
  }

  /** Returns their offset. */
  protected advance(count: number): number {
    const start = this.#at;
    if (count > this.remaining) {
      this.#fail('truncated', `${count} bytes needed at byte ${start}, ${this.remaining} left`);
    }
    this.#at = start + count;
    return start;
  }
}

/** Writes big-endian fields in order into a growing buffer. Does not validate the caller's values. */
export class WireWriter {
  #bytes: Buffer;
  #at = 0;

  /** @param background bytes for skipped places; zeros past its end */
  constructor(background?: Uint8Array) {
    this.#bytes = background === undefined ? Buffer.alloc(128) : Buffer.from(background);
  }

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

  field<Value>(field: WireField<Value>, value: Value): this {
    const at = this.#grow(field.size);
    field.put(this.#bytes, at, value);
    return this;
  }

  skip(count: number): this {
    this.#grow(count);
    return this;
  }

  finish(): Buffer {
    return this.#bytes.subarray(0, this.#at);
  }

  #grow(count: number): number {
    const start = this.#at;
    const needed = start + count;
    if (needed > this.#bytes.length) {
      const larger = Buffer.alloc(Math.max(needed, this.#bytes.length * 2));
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#at = needed;
    return start;
  }
}
