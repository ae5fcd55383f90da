/** Detects 8-bit samples among 16-bit ones. Pure. */

/** Pairs of bytes judged together: four seconds at the lowest rate. */
const JUDGED_PAIRS = 32_000;
/** Mean square (-35 dBFS) below which nothing is judged, because the bytes of quiet 16-bit sound are alike, too. */
const QUIET = 582 ** 2;
/** Mean distance of the two bytes, 0 to 128. It is 64 in 16-bit sound, where the lower byte is nearly random. */
const ALIKE = 40;

export class SampleWidth {
  #first: number | undefined;
  #pairs = 0;
  #distance = 0;
  #squares = 0;
  #isEightBit = false;

  /** The bytes judged last were 8-bit samples, two of which were read as one. */
  get isEightBit(): boolean {
    return this.#isEightBit;
  }

  push(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (this.#first === undefined) {
        this.#first = byte;
      } else {
        this.#add(this.#first, byte);
        this.#first = undefined;
      }
    }
  }

  #add(low: number, high: number): void {
    // Silence, or sound converted from 8 bits.
    if (low === 0) {
      return;
    }
    const value = ((high << 24) >> 16) | low;
    this.#pairs += 1;
    this.#squares += value * value;
    this.#distance += Math.abs(((high - low) << 24) >> 24);
    if (this.#pairs === JUDGED_PAIRS) {
      this.#isEightBit = this.#squares / JUDGED_PAIRS > QUIET && this.#distance / JUDGED_PAIRS < ALIKE;
      this.#pairs = 0;
      this.#squares = 0;
      this.#distance = 0;
    }
  }
}
