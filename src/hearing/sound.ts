/** What a door hands on: one stretch of sound, mono, 11,025 samples a second, from -1 to 1. */
export interface Sound {
  readonly samples: Float32Array;
  /** The monotonic clock's time of its last sample, in milliseconds. */
  readonly at: number;
}

/** Samples a second of all sound that is compared: what lies above 5.5 kHz tells no two tracks apart. */
export const SAMPLE_RATE = 11_025;
