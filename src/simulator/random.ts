/** Chance that repeats: the same seed gives the same numbers, so a failing run can be run again. */

export interface Random {
  /** At least 0, below 1. */
  next(): number;
  /** A whole number, at least 0 and below `limit`. */
  below(limit: number): number;
  bytes(count: number): Uint8Array;
}

/** Mulberry32, a public-domain generator: small, fast, and good enough for anything but secrets. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    bytes: (count) => Uint8Array.from({ length: count }, () => below(256)),
  };
}
