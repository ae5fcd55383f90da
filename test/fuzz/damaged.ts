import fc from 'fast-check';

const MAX_BYTES = 64 * 1024;
const EDGES = [0, 1, 0x7f, 0x80, 0xff, 0x100, 0xffff, 0x1_0000, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff];

type Change = (bytes: Buffer) => Buffer;

/** One to eight changes. `words`: known to the reader. */
export function damaged(inputs: readonly Uint8Array[], words: readonly string[] = []): fc.Arbitrary<Buffer> {
  const at = fc.nat(0xff_ffff);
  const pieces = fc.oneof(
    fc.uint8Array({ maxLength: 8 }),
    fc.constantFrom(...EDGES).chain((value) => fc.constantFrom(...writings(value))),
    fc.constantFrom(...(words.length > 0 ? words : [''])).map((word) => Buffer.from(word)),
    fc.tuple(fc.constantFrom(...inputs), at, at).map(([other, from, size]) => {
      const start = from % (other.length + 1);
      return other.subarray(start, start + (size % (other.length - start + 1)));
    }),
  );
  const change: fc.Arbitrary<Change> = fc.oneof(
    fc.tuple(at, pieces).map(
      ([place, piece]) =>
        (bytes: Buffer) =>
          put(bytes, place, piece, piece.length),
    ),
    fc.tuple(at, pieces).map(
      ([place, piece]) =>
        (bytes: Buffer) =>
          put(bytes, place, piece, 0),
    ),
    fc.tuple(at, fc.nat(64)).map(
      ([place, size]) =>
        (bytes: Buffer) =>
          put(bytes, place, Buffer.of(), size),
    ),
    at.map((place) => (bytes: Buffer) => bytes.subarray(0, place % (bytes.length + 1))),
    // Up to 2,048 repetitions: some readers' time grows faster than the input.
    fc
      .tuple(at, fc.integer({ min: 1, max: 32 }), fc.oneof(fc.nat(8), fc.nat(2_048)))
      .map(([place, size, times]) => (bytes: Buffer) => {
        const start = place % (bytes.length + 1);
        const piece = bytes.subarray(start, start + size);
        return put(bytes, start, Buffer.concat(Array<Buffer>(times).fill(piece)), 0);
      }),
  );
  return fc
    .tuple(fc.constantFrom(...inputs), fc.array(change, { minLength: 1, maxLength: 8 }))
    .map(([input, changes]) =>
      changes
        .reduce<Buffer>((bytes, next) => next(bytes), Buffer.from(input))
        .subarray(0, Math.max(input.length, MAX_BYTES)),
    );
}

function put(bytes: Buffer, place: number, piece: Uint8Array, removed: number): Buffer {
  const at = place % (bytes.length + 1);
  return Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at + removed)]);
}

function writings(value: number): readonly Buffer[] {
  const [big, little] = [Buffer.alloc(4), Buffer.alloc(4)];
  big.writeUInt32BE(value);
  little.writeUInt32LE(value);
  return value < 0x1_0000 ? [big.subarray(2), little.subarray(0, 2)] : [big, little];
}
