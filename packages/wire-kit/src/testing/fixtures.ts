import { describe, expect, test } from 'vitest';

export interface WireFixture<Value> {
  readonly name: string;
  readonly real: boolean;
  /** Blanks are for reading only. */
  readonly hex: string;
  readonly value: Value;
}

/** Recorded from hardware or published as such. */
export function real<Value>(name: string, hex: string, value: Value): WireFixture<Value> {
  return { name, real: true, hex, value };
}

/** Follows the layout; never compared with hardware. */
export function made<Value>(name: string, hex: string, value: Value): WireFixture<Value> {
  return { name, real: false, hex, value };
}

export function bytesOf({ hex }: Pick<WireFixture<unknown>, 'hex'>): Buffer {
  return Buffer.from(hex.replaceAll(/\s/g, ''), 'hex');
}

export interface WireFixtureTable<Value> {
  readonly codec: {
    encode(value: Value, background?: Uint8Array): Buffer;
    decode(bytes: Uint8Array): Value;
  };
  readonly rows: readonly WireFixture<Value>[];
}

/** Both ways. `refusal`: the codec's error for invalid bytes. */
export function checkFixtures<Value>(
  title: string,
  { codec, rows }: WireFixtureTable<Value>,
  refusal: abstract new (...args: never[]) => Error,
): void {
  describe(title, () => {
    test.each(rows)('$name: the bytes decode to the value', (row) => {
      expect(codec.decode(bytesOf(row))).toEqual(row.value);
    });

    test.each(rows)('$name: the value alone encodes to bytes that decode to it', ({ value }) => {
      expect(codec.decode(codec.encode(value))).toEqual(value);
    });

    test.each(rows)('$name: with the unknown bytes as background, the value encodes to the bytes', (row) => {
      const bytes = bytesOf(row);
      expect(codec.encode(row.value, bytes).toString('hex')).toBe(bytes.toString('hex'));
    });

    test.each(rows)('$name: cut anywhere, decodes to a value or throws a typed error', (row) => {
      const bytes = bytesOf(row);
      for (let end = 0; end < bytes.length; end++) {
        try {
          codec.decode(bytes.subarray(0, end));
        } catch (error) {
          expect(error).toBeInstanceOf(refusal);
        }
      }
    });
  });
}
