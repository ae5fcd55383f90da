/** Makes inputs out of inputs, always the same ones from the same seed. */

/** The next of a row of numbers, from 0 to before `below`. */
export type Random = (below: number) => number;

/** Marsaglia's xorshift: any seed but 0. */
export function randomFrom(seed: number): Random {
  let state = seed | 0 || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return below <= 1 ? 0 : (state >>> 0) % below;
  };
}

/** Numbers at which readers turn over. */
const EDGES = [0, 1, 2, 3, 4, 7, 8, 16, 32, 64, 127, 128, 254, 255, 256, 1023, 1024, 4095, 4096, 65_535];
const LARGE = [0x1_0000, 0x0010_0000, 0x7fff_ffff, 0x8000_0000, 0xffff_fffe, 0xffff_ffff];
/** Bytes beyond which no input grows. */
const MOST_BYTES = 64 * 1024;

const NOTHING = new Uint8Array();

export interface Material {
  readonly random: Random;
  /** Inputs of which pieces are taken. */
  readonly corpus: readonly Uint8Array[];
  readonly words: readonly Uint8Array[];
}

/** A copy with one to eight changes. */
export function mutate(input: Uint8Array, material: Material): Buffer {
  const { random } = material;
  let bytes: Buffer = Buffer.from(input);
  for (let changes = 1 << random(4); changes > 0; changes -= 1) {
    const change = CHANGES[random(CHANGES.length)];
    bytes = change?.(bytes, material) ?? bytes;
  }
  return bytes.subarray(0, Math.max(input.length, MOST_BYTES));
}

type Change = (bytes: Buffer, material: Material) => Buffer;

const CHANGES: readonly Change[] = [
  flipBit,
  setByte,
  setByte,
  writeNumber,
  writeNumber,
  addToNumber,
  insertWord,
  insertWord,
  overwriteWord,
  overwriteWord,
  remove,
  repeat,
  splice,
  cut,
];

function flipBit(bytes: Buffer, { random }: Material): Buffer {
  const at = random(bytes.length);
  // Nothing is written to bytes that there are none of.
  bytes[at] = (bytes[at] ?? 0) ^ (1 << random(8));
  return bytes;
}

function setByte(bytes: Buffer, { random }: Material): Buffer {
  bytes[random(bytes.length)] = random(256);
  return bytes;
}

function writeNumber(bytes: Buffer, { random }: Material): Buffer {
  const size = 1 << random(3);
  if (bytes.length >= size) {
    const choice = random(EDGES.length + LARGE.length + 1);
    const value = [...EDGES, ...LARGE, bytes.length][choice] ?? 0;
    putNumber(bytes, random(bytes.length - size + 1), size, value, random(2) === 0);
  }
  return bytes;
}

function addToNumber(bytes: Buffer, { random }: Material): Buffer {
  const size = 1 << random(3);
  if (bytes.length >= size) {
    const at = random(bytes.length - size + 1);
    const bigEndian = random(2) === 0;
    const value = bigEndian ? bytes.readUIntBE(at, size) : bytes.readUIntLE(at, size);
    putNumber(bytes, at, size, value + random(33) - 16, bigEndian);
  }
  return bytes;
}

function putNumber(bytes: Buffer, at: number, size: number, value: number, bigEndian: boolean): void {
  const limit = 2 ** (8 * size);
  const within = ((value % limit) + limit) % limit;
  if (bigEndian) {
    bytes.writeUIntBE(within, at, size);
  } else {
    bytes.writeUIntLE(within, at, size);
  }
}

function insertWord(bytes: Buffer, { random, words }: Material): Buffer {
  const at = random(bytes.length + 1);
  return Buffer.concat([bytes.subarray(0, at), words[random(words.length)] ?? NOTHING, bytes.subarray(at)]);
}

function overwriteWord(bytes: Buffer, { random, words }: Material): Buffer {
  const word = words[random(words.length)] ?? NOTHING;
  if (word.length <= bytes.length) {
    bytes.set(word, random(bytes.length - word.length + 1));
  }
  return bytes;
}

function remove(bytes: Buffer, { random }: Material): Buffer {
  const at = random(bytes.length);
  return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + random(Math.min(64, bytes.length)))]);
}

/** Many times, now and then: what takes a reader longer than its length shows only then. */
function repeat(bytes: Buffer, { random }: Material): Buffer {
  const at = random(bytes.length);
  const piece = bytes.subarray(at, at + 1 + random(32));
  const times = random(16) === 0 ? 1 + random(2_048) : 1 + random(8);
  return Buffer.concat([bytes.subarray(0, at), ...Array<Buffer>(times).fill(piece), bytes.subarray(at)]);
}

function splice(bytes: Buffer, { random, corpus }: Material): Buffer {
  const other = corpus[random(corpus.length)] ?? bytes;
  const from = random(other.length);
  const piece = other.subarray(from, from + 1 + random(other.length - from));
  const at = random(bytes.length + 1);
  const skipped = random(2) === 0 ? 0 : piece.length;
  return Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at + skipped)]);
}

function cut(bytes: Buffer, { random }: Material): Buffer {
  return bytes.subarray(0, random(bytes.length + 1));
}
