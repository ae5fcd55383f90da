import type { Track } from '../../core/track.ts';
import { isFingerprintOf } from './fingerprint.ts';

/**
 * The tracks that the operator hid before a restart, of the program or of its source, by their fingerprints: they stay
 * hidden until a reveal.
 */
export class HiddenBefore {
  #fingerprints: readonly string[];

  constructor(fingerprints: readonly string[]) {
    this.#fingerprints = fingerprints;
  }

  add(fingerprint: string): void {
    this.#fingerprints = [...this.#fingerprints, fingerprint];
  }

  has(track: Track): boolean {
    return this.#fingerprints.some((fingerprint) => isFingerprintOf(fingerprint, track));
  }

  /** The operator shows the track. */
  remove(track: Track): void {
    this.#fingerprints = this.#fingerprints.filter((fingerprint) => !isFingerprintOf(fingerprint, track));
  }
}
