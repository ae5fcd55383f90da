import fc from 'fast-check';
import { expect, test } from 'vitest';
import { WireReader, WireWriter } from './bytes.ts';

class Wrong extends Error {
  constructor(readonly kind: string) {
    super(kind);
  }
}

const read = (bytes: Uint8Array, start?: number) =>
  new WireReader(
    bytes,
    (kind) => {
      throw new Wrong(kind);
    },
    start,
  );

test('reads written values, up to the same end', () => {
  const bytes = new WireWriter()
    .u8(255)
    .u16(0x0102)
    .u32(0xfffffffe)
    .u64(2n ** 63n)
    .i64(-1n)
    .f64(0.5);
  const reader = read(bytes.bytes(Buffer.alloc(300, 7)).finish());
  expect([reader.u8(), reader.u16(), reader.u32()]).toEqual([255, 0x0102, 0xfffffffe]);
  expect([reader.u64(), reader.i64(), reader.f64()]).toEqual([2n ** 63n, -1n, 0.5]);
  expect(reader.position).toBe(31);
  expect(reader.bytes(100)).toEqual(Buffer.alloc(100, 7));
  expect(() => reader.end()).toThrow(new Wrong('malformed'));
  expect(reader.rest()).toHaveLength(200);
  expect(() => reader.end()).not.toThrow();
});

test('throws truncated for a field that is not wholly present, at any offset', () => {
  const kinds = ['u8', 'u16', 'u32', 'u64', 'i64', 'f64'] as const;
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 7 }),
      fc.nat(9),
      fc.constantFrom(...kinds),
      (bytes, start, kind) => {
        const size = { u8: 1, u16: 2, u32: 4, u64: 8, i64: 8, f64: 8 }[kind];
        const reader = read(bytes, start);
        if (start + size > bytes.length) {
          expect(() => reader[kind]()).toThrow(new Wrong('truncated'));
        } else {
          reader[kind]();
          expect(reader.position).toBe(start + size);
        }
      },
    ),
  );
});
