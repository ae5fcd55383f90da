/** What a door hands on: one stretch of sound, mono, 11,025 samples a second, from -1 to 1. */
export interface Sound {
  readonly samples: Float32Array;
  /** The monotonic clock's time of its last sample, in milliseconds. */
  readonly at: number;
}

/** Samples a second of all sound that is compared: what lies above 5.5 kHz tells no two tracks apart. */
export const SAMPLE_RATE = 11_025;

/** How samples are written. */
interface SampleForm {
  /** Of one sample. */
  readonly bytes: number;
  read(from: Buffer, at: number): number;
}

/** Signed, 16 bits, little-endian. */
export const SIGNED_16: SampleForm = { bytes: 2, read: (from, at) => from.readInt16LE(at) / 2 ** 15 };
/** Floats of 32 bits, little-endian. */
export const FLOAT_32: SampleForm = { bytes: 4, read: (from, at) => from.readFloatLE(at) };

/** Takes bytes that come in pieces, which may end within a sample. */
export function sampleReader({ bytes, read }: SampleForm): (piece: Buffer) => Float32Array {
  let rest: Buffer = Buffer.alloc(0);
  return (piece) => {
    const all = Buffer.concat([rest, piece]);
    const samples = new Float32Array(Math.floor(all.length / bytes));
    for (let at = 0; at < samples.length; at += 1) {
      samples[at] = read(all, at * bytes);
    }
    rest = all.subarray(samples.length * bytes);
    return samples;
  };
}

/** Pieces that follow one another, as one. */
export function joined(parts: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
