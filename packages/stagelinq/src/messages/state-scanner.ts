import type { StateValue } from './state-value.ts';

const MAX_EXACT = Number.MAX_SAFE_INTEGER;

/** Exact in a double, so that dividing an exact integer by one rounds correctly. */
const POWERS = Array.from({ length: 23 }, (_, exponent) => 10 ** exponent);

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;

type Field = 'type' | 'value' | 'state' | 'string' | 'color';

const FIELDS: readonly (readonly [Field, Uint8Array])[] = (
  ['type', 'value', 'state', 'string', 'color'] as const
).map((name) => [name, Buffer.from(`${name}":`, 'utf16le').swap16()] as const);

const TRUE = Buffer.from('true', 'utf16le').swap16();
const FALSE = Buffer.from('false', 'utf16le').swap16();

/**
 * Reads JSON as devices send it, from its UTF-16BE bytes: one object, no blanks, a `type` and one other
 * field, plain numbers and unescaped text. Undefined for anything else, which is for `parseStateValue`. Both
 * agree exactly.
 */
export class StateScanner {
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;
  #end = 0;
  /** Digits of a number or low bytes of a text, made a string by one call. */
  readonly #scratch = Buffer.alloc(256);

  scan(bytes: Buffer, start: number, end: number): StateValue | undefined {
    this.#bytes = bytes;
    this.#at = start;
    this.#end = end;
    if (!this.#skip(OPEN)) {
      return undefined;
    }
    let type: number | null = null;
    let value: StateValue['value'] | undefined;
    for (let fields = 0; fields < 2; fields++) {
      if (fields > 0 && !this.#skip(COMMA)) {
        break;
      }
      const field = this.#field();
      if (field === undefined) {
        return undefined;
      }
      const found = this.#value();
      if (found === undefined) {
        return undefined;
      }
      if (field === 'type') {
        if (typeof found !== 'number' || type !== null) {
          return undefined;
        }
        type = found;
      } else {
        if (value !== undefined) {
          return undefined;
        }
        value = found;
      }
    }
    if (value === undefined || !this.#skip(CLOSE) || this.#at !== end) {
      return undefined;
    }
    return { type, value };
  }

  #peek(): number {
    const at = this.#at;
    return at + 1 < this.#end ? ((this.#bytes[at] ?? 0) << 8) | (this.#bytes[at + 1] ?? 0) : -1;
  }

  #skip(code: number): boolean {
    if (this.#peek() !== code) {
      return false;
    }
    this.#at += 2;
    return true;
  }

  #skipAll(expected: Uint8Array): boolean {
    const at = this.#at;
    if (at + expected.length > this.#end) {
      return false;
    }
    for (let index = 0; index < expected.length; index++) {
      if (this.#bytes[at + index] !== expected[index]) {
        return false;
      }
    }
    this.#at = at + expected.length;
    return true;
  }

  #field(): Field | undefined {
    if (!this.#skip(QUOTE)) {
      return undefined;
    }
    for (const [name, bytes] of FIELDS) {
      if (this.#skipAll(bytes)) {
        return name;
      }
    }
    return undefined;
  }

  #value(): StateValue['value'] | undefined {
    const code = this.#peek();
    if (code === QUOTE) {
      return this.#text();
    }
    if (code === 0x74) {
      return this.#skipAll(TRUE) ? true : undefined;
    }
    if (code === 0x66) {
      return this.#skipAll(FALSE) ? false : undefined;
    }
    return this.#number();
  }

  #number(): number | undefined {
    const start = this.#at;
    const negative = this.#skip(MINUS);
    const leading = this.#peek();
    const whole = this.#digits(0);
    const wholeDigits = this.#digitCount;
    if (wholeDigits === 0 || (leading === ZERO && wholeDigits > 1)) {
      return undefined;
    }
    let mantissa = whole;
    let decimals = 0;
    if (this.#skip(POINT)) {
      mantissa = this.#digits(whole);
      decimals = this.#digitCount;
      if (decimals === 0) {
        return undefined;
      }
    }
    const power = POWERS[decimals];
    if (mantissa > MAX_EXACT || power === undefined) {
      return this.#longNumber(start);
    }
    const magnitude = mantissa / power;
    return negative ? -magnitude : magnitude;
  }

  #digitCount = 0;

  /** Appends the digits under the cursor to `sum`, which stays above MAX_EXACT once it was there. */
  #digits(sum: number): number {
    const bytes = this.#bytes;
    const end = this.#end;
    let at = this.#at;
    let total = sum;
    for (; at + 1 < end; at += 2) {
      const digit = (bytes[at + 1] ?? 0) - ZERO;
      if (bytes[at] !== 0 || digit < 0 || digit > 9) {
        break;
      }
      total = total * 10 + digit;
    }
    this.#digitCount = (at - this.#at) >> 1;
    this.#at = at;
    return total;
  }

  /** Well-formed, but with more digits than a double holds exactly. */
  #longNumber(start: number): number | undefined {
    const length = (this.#at - start) >> 1;
    return length > this.#scratch.length ? undefined : Number(this.#lowBytes(start, length));
  }

  #text(): string | undefined {
    const bytes = this.#bytes;
    const start = this.#at + 2;
    let at = start;
    let high = 0;
    for (; ; at += 2) {
      if (at + 1 >= this.#end) {
        return undefined;
      }
      const code = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
      if (code === QUOTE) {
        break;
      }
      if (code < 0x20 || code === BACKSLASH) {
        return undefined;
      }
      high |= code;
    }
    this.#at = at + 2;
    const length = (at - start) >> 1;
    if (high < 0x100 && length <= this.#scratch.length) {
      return this.#lowBytes(start, length);
    }
    return Buffer.from(bytes.subarray(start, at)).swap16().toString('utf16le');
  }

  #lowBytes(start: number, length: number): string {
    for (let index = 0; index < length; index++) {
      this.#scratch[index] = this.#bytes[start + 1 + 2 * index] ?? 0;
    }
    return this.#scratch.toString('latin1', 0, length);
  }
}
