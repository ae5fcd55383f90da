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
    const [first = new Float32Array(0)] = channels;
    const kept = Math.exp(-first.length / (FADES_AFTER * this.#rate));
    this.#meanPower *= kept;
    this.#firstPower *= kept;
    const mixed = new Float32Array(first.length);
    for (let at = 0; at < mixed.length; at += 1) {
      let sum = 0;
      for (const channel of channels) {
        sum += channel[at] ?? 0;
      }
      mixed[at] = sample(sum / channels.length);
      this.#meanPower += (mixed[at] ?? 0) ** 2;
      this.#firstPower += sample(first[at] ?? 0) ** 2;
    }
    return this.#meanPower < CANCELED * this.#firstPower ? first.map(sample) : mixed;
  }
}

/** Files may hold any float. */
function sample(value: number): number {
  return Number.isNaN(value) ? 0 : Math.max(-1, Math.min(1, value));
}
