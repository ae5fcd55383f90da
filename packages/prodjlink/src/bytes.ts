import { type Fail, WireReader } from '@deckcast/wire-kit';
import { ProDjLinkError } from './errors.ts';

const fail: Fail = (kind, message) => {
  throw new ProDjLinkError(kind, message);
};

/**
 * Big-endian fields at fixed places of one datagram. Never reads past the end: a field that is not wholly inside throws
 * `truncated`, and nothing else is ever thrown.
 */
export class PacketView {
  readonly #bytes: Buffer;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get length(): number {
    return this.#bytes.length;
  }

  u8(at: number): number {
    this.need(at + 1);
    return this.#bytes.readUInt8(at);
  }

  u16(at: number): number {
    this.need(at + 2);
    return this.#bytes.readUInt16BE(at);
  }

  u32(at: number): number {
    this.need(at + 4);
    return this.#bytes.readUInt32BE(at);
  }

  i32(at: number): number {
    this.need(at + 4);
    return this.#bytes.readInt32BE(at);
  }

  u64(at: number): bigint {
    this.need(at + 8);
    return this.#bytes.readBigUInt64BE(at);
  }

  i64(at: number): bigint {
    this.need(at + 8);
    return this.#bytes.readBigInt64BE(at);
  }

  /** ASCII in a field of fixed size, up to the first zero. */
  ascii(at: number, size: number): string {
    this.need(at + size);
    const zero = this.#bytes.indexOf(0, at);
    return this.#bytes.toString('latin1', at, zero >= at && zero < at + size ? zero : at + size);
  }

  /** UTF-16BE in a field of fixed size, up to the first zero: players leave garbage behind it. */
  utf16(at: number, size: number): string {
    this.need(at + size);
    const text = Buffer.from(this.#bytes.subarray(at, at + size))
      .swap16()
      .toString('utf16le');
    const zero = text.indexOf('\0');
    return zero < 0 ? text : text.slice(0, zero);
  }

  /** An IPv4 address, as text. */
  ipv4(at: number): string {
    this.need(at + 4);
    return [...this.#bytes.subarray(at, at + 4)].join('.');
  }

  /** A hardware address, as six pairs of lower-case digits. */
  mac(at: number): string {
    this.need(at + 6);
    return this.#bytes.toString('hex', at, at + 6).replace(/..(?!$)/g, '$&:');
  }

  /** Everything from here to the end, shared with the datagram. */
  rest(at: number): Uint8Array {
    this.need(at);
    return this.#bytes.subarray(at);
  }

  /** @throws ProDjLinkError `truncated` when the datagram is shorter than this */
  need(length: number): void {
    if (length > this.#bytes.length) {
      throw new ProDjLinkError('truncated', `${length} bytes needed, ${this.#bytes.length} are there`);
    }
  }
}

/** Writes big-endian fields to their places in a datagram of known length. Values are the caller's own. */
export class PacketWriter {
  readonly bytes: Buffer;

  /**
   * @param length of the whole datagram
   * @param background bytes for the places that no field covers; zeros where it has none
   */
  constructor(length: number, background?: Uint8Array) {
    this.bytes = Buffer.alloc(length);
    if (background !== undefined) {
      this.bytes.set(background.subarray(0, length));
    }
  }

  u8(at: number, value: number): this {
    this.bytes.writeUInt8(value, at);
    return this;
  }

  u16(at: number, value: number): this {
    this.bytes.writeUInt16BE(value, at);
    return this;
  }

  u32(at: number, value: number): this {
    this.bytes.writeUInt32BE(value, at);
    return this;
  }

  i32(at: number, value: number): this {
    this.bytes.writeInt32BE(value, at);
    return this;
  }

  u64(at: number, value: bigint): this {
    this.bytes.writeBigUInt64BE(value, at);
    return this;
  }

  i64(at: number, value: bigint): this {
    this.bytes.writeBigInt64BE(value, at);
    return this;
  }

  /** ASCII padded with zeros; what does not fit is cut off. */
  ascii(at: number, size: number, text: string): this {
    this.bytes.fill(0, at, at + size);
    this.bytes.write(text, at, size, 'latin1');
    return this;
  }

  /** UTF-16BE padded with zeros; what does not fit is cut off. */
  utf16(at: number, size: number, text: string): this {
    this.bytes.fill(0, at, at + size);
    this.bytes.set(Buffer.from(text, 'utf16le').swap16().subarray(0, size), at);
    return this;
  }

  ipv4(at: number, address: string): this {
    this.bytes.set(address.split('.').map(Number), at);
    return this;
  }

  mac(at: number, mac: string): this {
    this.bytes.write(mac.replaceAll(':', ''), at, 6, 'hex');
    return this;
  }

  put(at: number, bytes: Uint8Array): this {
    this.bytes.set(bytes, at);
    return this;
  }
}

/** Reads big-endian fields one after another, with the same promise as PacketView. */
export class FieldReader extends WireReader {
  constructor(bytes: Uint8Array, start = 0) {
    super(bytes, fail, start);
  }
}
