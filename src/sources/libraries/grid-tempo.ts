/** Limits of a tempo in a beat grid, in beats per minute. A broken grid must not become a strobe. */
const SLOWEST = 20;
const FASTEST = 400;

export function isTempo(bpm: number): boolean {
  return bpm >= SLOWEST && bpm <= FASTEST;
}
