/** Damaged copies of real bytes, the same ones in every run: for tests that a reader is total. */

const SEED = 0x9e3779b9;

/**
 * `count` copies with one to four bytes changed, one after another. Each is good until the next one is taken: all share
 * one buffer.
 */
export function* mutations(original: Uint8Array, count: number): Generator<Buffer, void, undefined> {
  const copy = Buffer.from(original);
  let state = SEED ^ original.length;
  const random = (below: number): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
  for (let round = 0; round < count && copy.length > 0; round++) {
    copy.set(original);
    for (let changes = 1 + random(4); changes > 0; changes--) {
      copy[random(copy.length)] = random(256);
    }
    yield copy;
  }
}
