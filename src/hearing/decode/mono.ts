/** Fraction of the first channel's power below which the mean counts as canceled: one side is inverted. */
const CANCELED = 0.01;
/** Time constant in seconds. */
const FADES_AFTER = 1;

export class MonoMix {
  readonly #rate: number;
  #meanPower = 0;
  #firstPower = 0;

  constructor(rate: number) {
    this.#rate = rate;
  }

  /** Mean of the channels, or the first one if the others cancel it out; -1 to 1. */
  of(channels: readonly Float32Array[]): Float32Array {
    const [first = NOTHING, ...others] = channels;
    if (others.length === 0) {
      return limited(first);
    }
    const rest = sumOf(others);
    const mixed = new Float32Array(first.length);
    // Local sums: this loop sees more samples than any other.
    let meanPower = 0;
    let firstPower = 0;
    for (let at = 0; at < mixed.length; at += 1) {
      const one = first[at] ?? 0;
      const mean = sample((one + (rest[at] ?? 0)) / channels.length);
      mixed[at] = mean;
      meanPower += mean * mean;
      firstPower += sample(one) ** 2;
    }
    const kept = Math.exp(-first.length / (FADES_AFTER * this.#rate));
    this.#meanPower = this.#meanPower * kept + meanPower;
    this.#firstPower = this.#firstPower * kept + firstPower;
    return this.#meanPower < CANCELED * this.#firstPower ? limited(first) : mixed;
  }
}

const NOTHING = new Float32Array(0);

function sumOf([first = NOTHING, ...others]: readonly Float32Array[]): Float32Array {
  return others.reduce((sum, channel) => sum.map((value, at) => value + (channel[at] ?? 0)), first);
}

/** The same samples if none has to be limited. */
function limited(samples: Float32Array): Float32Array {
  for (let at = 0; at < samples.length; at += 1) {
    const value = samples[at] ?? 0;
    if (!(value >= -1 && value <= 1)) {
      return samples.map(sample);
    }
  }
  return samples;
}

/** Files may hold any float. */
function sample(value: number): number {
  return Number.isNaN(value) ? 0 : Math.max(-1, Math.min(1, value));
}
