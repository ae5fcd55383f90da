import { joined } from './sound.ts';

/** Sound for a helper process that is busy; beyond a limit the oldest is dropped. */
export class WaitingSound {
  readonly #most: number;
  #stretches: Float32Array[] = [];
  #length = 0;

  /** `most`: the limit, in samples. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Samples that wait. */
  get length(): number {
    return this.#length;
  }

  /** True when older sound had to be dropped. */
  push(samples: Float32Array): boolean {
    this.#stretches.push(samples);
    this.#length += samples.length;
    const before = this.#stretches.length;
    while (this.#length > this.#most) {
      this.#length -= this.#stretches.shift()?.length ?? 0;
    }
    return this.#stretches.length < before;
  }

  /** Takes all that waits. */
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
