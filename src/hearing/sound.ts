/** Stretch of sound: mono, 11,025 samples per second, -1 to 1. */
export interface Sound {
  readonly samples: Float32Array;
  /** Monotonic time of its last sample, in milliseconds. */
  readonly at: number;
}

/** Samples per second of all compared sound. Frequencies above 5.5 kHz don't distinguish tracks. */
export const SAMPLE_RATE = 11_025;

interface SampleForm {
  readonly bytes: number;
  read(from: Buffer, at: number): number;
}

/** Signed, 16 bits, little-endian. */
export const SIGNED_16: SampleForm = { bytes: 2, read: (from, at) => from.readInt16LE(at) / 2 ** 15 };
/** 32-bit floats, little-endian. */
export const FLOAT_32: SampleForm = { bytes: 4, read: (from, at) => from.readFloatLE(at) };

/** Returns a function that takes bytes in pieces, which may end within a sample. */
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

export function joined(parts: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
