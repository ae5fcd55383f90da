/** What a door hands on: one stretch of sound, mono, 11,025 samples a second, from -1 to 1. */
export interface Sound {
  readonly samples: Float32Array;
  /** The monotonic clock's time of its last sample, in milliseconds. */
  readonly at: number;
}

/** Samples a second of all sound that is compared: what lies above 5.5 kHz tells no two tracks apart. */
export const SAMPLE_RATE = 11_025;

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
