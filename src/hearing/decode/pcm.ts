/** WAV and AIFF. */
import { say } from '../../core/message.ts';
import { checkLayout, type DecodedSound, type SoundCodec } from './codec.ts';
import { UndecodableError } from './errors.ts';

interface Layout {
  readonly rate: number;
  readonly channels: number;
  /** Bytes per sample of one channel. */
  readonly bytes: number;
  /** Returns a sample, -1 to 1. */
  readonly read: (bytes: Buffer, at: number) => number;
}

type Order = 'LE' | 'BE';

const NOTHING = Buffer.alloc(0);
/** Bytes read of a format chunk; the rest is irrelevant. */
const MAX_CHUNK_BYTES = 64;
const HEAD_BYTES = 12;
const CHUNK_HEAD_BYTES = 8;
const STRETCH_BYTES = 64 * 1024;

/** Skips chunks up to the sound, and decodes that. */
export class PcmCodec implements SoundCodec {
  readonly #isWav: boolean;
  #held: Buffer = NOTHING;
  #skip = HEAD_BYTES;
  #layout: Layout | undefined;
  /** Remaining bytes of sound; undefined before it begins. */
  #left: number | undefined;

  constructor(format: 'wav' | 'aiff') {
    this.#isWav = format === 'wav';
  }

  async *decode(piece: Buffer): AsyncGenerator<DecodedSound> {
    this.#held = this.#held.length === 0 ? piece : Buffer.concat([this.#held, piece]);
    for (;;) {
      const skipped = Math.min(this.#skip, this.#held.length);
      this.#skip -= skipped;
      this.#held = this.#held.subarray(skipped);
      if (this.#left !== undefined) {
        yield* this.#readSound();
        return;
      }
      if (!this.#readChunk()) {
        return;
      }
    }
  }

  async *flush() {}

  free(): void {
    this.#held = NOTHING;
  }

  /** Returns false if more bytes are needed. */
  #readChunk(): boolean {
    if (this.#skip > 0 || this.#held.length < CHUNK_HEAD_BYTES) {
      return false;
    }
    const id = this.#held.toString('latin1', 0, 4);
    const size = this.#isWav ? this.#held.readUInt32LE(4) : this.#held.readUInt32BE(4);
    if (id === 'data' || id === 'SSND') {
      if (this.#layout === undefined) {
        throw new UndecodableError('broken', say('decode.no-format'));
      }
      this.#skip = CHUNK_HEAD_BYTES + (this.#isWav ? 0 : 8);
      // Interrupted recordings have 0 or the highest number.
      this.#left = size === 0 || size === 0xffff_ffff ? Number.POSITIVE_INFINITY : size;
      return true;
    }
    const isLayout = id === 'fmt ' || id === 'COMM';
    const needed = isLayout ? CHUNK_HEAD_BYTES + Math.min(size, MAX_CHUNK_BYTES) : CHUNK_HEAD_BYTES;
    if (this.#held.length < needed) {
      return false;
    }
    if (isLayout) {
      const body = this.#held.subarray(CHUNK_HEAD_BYTES, needed);
      this.#layout = this.#isWav ? wavLayout(body) : aiffLayout(body);
      checkLayout(this.#layout.rate, this.#layout.channels);
    }
    this.#skip = CHUNK_HEAD_BYTES + size + (size % 2);
    return true;
  }

  *#readSound(): Generator<DecodedSound> {
    const layout = this.#layout;
    if (layout === undefined) {
      return;
    }
    const { rate, channels, bytes, read } = layout;
    const frame = bytes * channels;
    while (this.#left !== undefined) {
      const count = Math.floor(Math.min(this.#left, this.#held.length, STRETCH_BYTES) / frame);
      if (count === 0) {
        break;
      }
      const held = this.#held;
      yield {
        rate,
        channels: Array.from({ length: channels }, (_, channel) =>
          Float32Array.from({ length: count }, (_, at) => read(held, at * frame + channel * bytes)),
        ),
      };
      this.#left -= count * frame;
      this.#held = held.subarray(count * frame);
    }
    if (this.#left !== undefined && this.#left < frame) {
      // Names and pictures may follow the sound.
      this.#held = NOTHING;
    }
  }
}

const PCM = 1;
const FLOAT = 3;
const EXTENSIBLE = 0xfffe;

function wavLayout(body: Buffer): Layout {
  if (body.length < 16) {
    throw new UndecodableError('broken', say('decode.no-format'));
  }
  const given = body.readUInt16LE(0);
  const kind = given === EXTENSIBLE && body.length >= 26 ? body.readUInt16LE(24) : given;
  const bits = body.readUInt16LE(14);
  return {
    rate: body.readUInt32LE(4),
    channels: body.readUInt16LE(2),
    bytes: Math.ceil(bits / 8),
    read:
      kind === PCM ? integers(bits, 'LE', true) : kind === FLOAT ? floats(bits, 'LE') : unknown(`${kind}`),
  };
}

function aiffLayout(body: Buffer): Layout {
  if (body.length < 18) {
    throw new UndecodableError('broken', say('decode.no-format'));
  }
  const bits = body.readUInt16BE(6);
  const kind = body.length >= 22 ? body.toString('latin1', 18, 22) : 'NONE';
  const readers: Readonly<Record<string, () => Layout['read']>> = {
    NONE: () => integers(bits, 'BE', false),
    twos: () => integers(bits, 'BE', false),
    sowt: () => integers(bits, 'LE', false),
    fl32: () => floats(32, 'BE'),
    FL32: () => floats(32, 'BE'),
    fl64: () => floats(64, 'BE'),
  };
  return {
    rate: Math.round(extendedFloat(body.subarray(8, 18))),
    channels: body.readUInt16BE(0),
    bytes: kind === 'fl64' ? 8 : kind.toLowerCase() === 'fl32' ? 4 : Math.ceil(bits / 8),
    read: readers[kind]?.() ?? unknown(kind),
  };
}

/** 8-bit WAV samples are unsigned. */
function integers(bits: number, order: Order, isWav: boolean): Layout['read'] {
  const bytes = Math.ceil(bits / 8);
  const full = 2 ** (8 * bytes - 1);
  if (bytes < 1 || bytes > 4) {
    return unknown(`${bits} bits`);
  }
  if (bytes === 1 && isWav) {
    return (from, at) => (from.readUInt8(at) - full) / full;
  }
  return order === 'LE'
    ? (from, at) => from.readIntLE(at, bytes) / full
    : (from, at) => from.readIntBE(at, bytes) / full;
}

function floats(bits: number, order: Order): Layout['read'] {
  const readers = {
    LE32: (from: Buffer, at: number) => from.readFloatLE(at),
    BE32: (from: Buffer, at: number) => from.readFloatBE(at),
    LE64: (from: Buffer, at: number) => from.readDoubleLE(at),
    BE64: (from: Buffer, at: number) => from.readDoubleBE(at),
  };
  return bits === 32 || bits === 64 ? readers[`${order}${bits}`] : unknown(`${bits} bits`);
}

function unknown(kind: string): never {
  throw new UndecodableError('unknown-format', `its samples are of a kind that is not read: ${kind}`);
}

/** 80-bit float: sign and exponent, then a mantissa with explicit first bit. */
function extendedFloat(bytes: Buffer): number {
  const exponent = (bytes.readUInt16BE(0) & 0x7fff) - 16_383;
  return (bytes.readUInt32BE(2) + bytes.readUInt32BE(6) / 2 ** 32) * 2 ** (exponent - 31);
}
