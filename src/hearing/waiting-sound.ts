import { joined } from './sound.ts';

/** Sound queue for a busy helper process. Beyond the limit the oldest samples are dropped. */
export class WaitingSound {
  readonly #most: number;
  #stretches: Float32Array[] = [];
  #length = 0;

  /** `most`: limit in samples. */
  constructor(most: number) {
    this.#most = most;
  }

  get length(): number {
    return this.#length;
  }

  /** Returns true if older sound was dropped. */
  push(samples: Float32Array): boolean {
    this.#stretches.push(samples);
    this.#length += samples.length;
    const before = this.#stretches.length;
    while (this.#length > this.#most) {
      this.#length -= this.#stretches.shift()?.length ?? 0;
    }
    return this.#stretches.length < before;
  }

  drain(): Float32Array {
    const all = joined(this.#stretches);
    this.clear();
    return all;
  }

  clear(): void {
    this.#stretches = [];
    this.#length = 0;
  }
}
