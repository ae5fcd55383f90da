import type { Clock } from '../core/tools.ts';

/** OBS reloads a page within seconds. */
const RELOADS_WITHIN_MS = 10_000;
const PATIENCE_MS = 60_000;

/** Overlays that OBS shows, and since when it has shown none. */
export class ObsPresence {
  readonly #clock: Clock;
  #count = 0;
  #gone: { readonly at: number; readonly since: number } | undefined;
  /**
   * Twice the longest absence, within limits: OBS can shut a source down while its scene is not shown, and that ends by
   * itself.
   */
  #patienceMs = RELOADS_WITHIN_MS;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get count(): number {
    return this.#count;
  }

  came(): void {
    this.#count += 1;
    if (this.#gone !== undefined) {
      const absence = this.#clock.monotonic() - this.#gone.since;
      this.#patienceMs = Math.min(PATIENCE_MS, Math.max(this.#patienceMs, 2 * absence));
      this.#gone = undefined;
    }
  }

  left(): void {
    this.#count -= 1;
    if (this.#count === 0) {
      this.#gone = { at: this.#clock.now(), since: this.#clock.monotonic() };
    }
  }

  /** Epoch ms; undefined while OBS shows an overlay, may soon show it again, or never has. */
  get goneAt(): number | undefined {
    const gone = this.#gone;
    const isLong = gone !== undefined && this.#clock.monotonic() - gone.since >= this.#patienceMs;
    return isLong ? gone.at : undefined;
  }
}
