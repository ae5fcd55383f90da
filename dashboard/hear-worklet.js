/** AudioWorklet that converts sound to mono, 11,025 samples per second, 16 bits, in blocks of `SAMPLES`. */

const RATE = 11_025;
/** 1,000 bytes. The server takes messages of up to 1,024 bytes. */
const SAMPLES = 500;
/** Share of the first channel's power below which the mean of both counts as cancellation. */
const CANCELED = 0.01;

class Ear extends AudioWorkletProcessor {
  #message = new Int16Array(SAMPLES);
  #count = 0;
  /** Position of the next sample, in input samples from the beginning of the next block. */
  #next = 0;
  #last = 0;
  #meanPower = 0;
  #firstPower = 0;

  /** @param {Float32Array[][]} inputs */
  process([given = []]) {
    const [first] = given;
    if (first === undefined) {
      return true;
    }
    const channels = this.#isCanceled(given, first) ? [first] : given;
    const step = sampleRate / RATE;
    for (; this.#next < first.length; this.#next += step) {
      const at = Math.floor(this.#next);
      const before = at === 0 ? this.#last : mean(channels, at - 1);
      const part = this.#next - at;
      this.#push(before + part * (mean(channels, at) - before));
    }
    this.#next -= first.length;
    this.#last = mean(channels, first.length - 1);
    return true;
  }

  /**
   * Returns whether one channel is the inverted other one, so that their mean would be silent.
   *
   * @param {Float32Array[]} channels
   * @param {Float32Array} first
   */
  #isCanceled(channels, first) {
    const kept = Math.exp(-first.length / sampleRate);
    this.#meanPower *= kept;
    this.#firstPower *= kept;
    for (let at = 0; at < first.length; at += 1) {
      this.#meanPower += mean(channels, at) ** 2;
      this.#firstPower += (first[at] ?? 0) ** 2;
    }
    return this.#meanPower < CANCELED * this.#firstPower;
  }

  /** @param {number} sample */
  #push(sample) {
    this.#message[this.#count] = Math.round(Math.max(-1, Math.min(1, sample)) * 32_767);
    this.#count += 1;
    if (this.#count === SAMPLES) {
      this.port.postMessage(this.#message.slice().buffer);
      this.#count = 0;
    }
  }
}

/** @param {Float32Array[]} channels @param {number} at */
function mean(channels, at) {
  let sum = 0;
  for (const channel of channels) {
    sum += channel[at] ?? 0;
  }
  return sum / channels.length;
}

registerProcessor('deckcast-ear', Ear);
