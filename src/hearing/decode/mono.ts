/** Mixes channels to one. Pure. */

/** Part of the first channel's power below which the mean of all is mere cancellation: one side is the other one inverted. */
const CANCELED = 0.01;
/** Seconds after which a power counts for a third. */
const FADES_AFTER = 1;

/** Of one stream. */
export class MonoMix {
  readonly #rate: number;
  #meanPower = 0;
  #firstPower = 0;

  /** `rate`: samples a second. */
  constructor(rate: number) {
    this.#rate = rate;
  }

  /** The mean of the channels, or the first one where the others cancel it out; from -1 to 1. */
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

/** Floats of a file may be anything. */
function sample(value: number): number {
  return Number.isNaN(value) ? 0 : Math.max(-1, Math.min(1, value));
}
