import { u8, u16le, type WireField } from '@deckcast/wire-kit';
import { LibraryError } from './errors.ts';

/** Little-endian fields of a page. Throws only `truncated`. */
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

  field<Value>(field: WireField<Value>, at: number): Value {
    this.#need(at, field.size);
    return field.get(this.#bytes, at);
  }

  u8(at: number): number {
    return this.field(u8, at);
  }

  u16(at: number): number {
    return this.field(u16le, at);
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
