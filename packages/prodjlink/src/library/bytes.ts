import { LibraryError } from './errors.ts';

/** Little-endian fields of one page. A field that is not wholly inside throws `truncated`, and nothing else is thrown. */
export class PageBytes {
  readonly #bytes: Buffer;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.isBuffer(bytes)
      ? bytes
      : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get length(): number {
    return this.#bytes.length;
  }

  u8(at: number): number {
    this.#need(at, 1);
    return this.#bytes.readUInt8(at);
  }

  u16(at: number): number {
    this.#need(at, 2);
    return this.#bytes.readUInt16LE(at);
  }

  u24(at: number): number {
    this.#need(at, 3);
    return this.#bytes.readUIntLE(at, 3);
  }

  u32(at: number): number {
    this.#need(at, 4);
    return this.#bytes.readUInt32LE(at);
  }

  ascii(at: number, length: number): string {
    this.#need(at, length);
    return this.#bytes.toString('latin1', at, at + length);
  }

  utf16(at: number, length: number): string {
    this.#need(at, length);
    return this.#bytes.toString('utf16le', at, at + length);
  }

  #need(at: number, length: number): void {
    if (length < 0 || at + length > this.#bytes.length) {
      throw new LibraryError('truncated', `bytes ${at} to ${at + length} of ${this.#bytes.length}`);
    }
  }
}
