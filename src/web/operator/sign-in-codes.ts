import { randomBytes } from 'node:crypto';
import { evictOldest } from '../../core/evict.ts';
import type { Clock } from '../../core/tools.ts';

/** Seconds for which a code is valid: long enough to take out a phone. */
export const CODE_SECONDS = 120;
/** Codes that are valid at once: one for each phone of a crew. */
const MOST = 10;

/** Codes that sign one device in, once. */
export class SignInCodes {
  readonly #clock: Pick<Clock, 'monotonic'>;
  /** When each code ends, on the monotonic clock; the oldest first. */
  readonly #codes = new Map<string, number>();

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** Too long to guess. */
  issue(): string {
    const code = randomBytes(16).toString('base64url');
    this.#codes.set(code, this.#clock.monotonic() + CODE_SECONDS * 1_000);
    evictOldest(this.#codes, MOST);
    return code;
  }

  /** Whether the code is valid; it can be used once. */
  redeem(code: string): boolean {
    const ends = this.#codes.get(code);
    this.#codes.delete(code);
    return ends !== undefined && this.#clock.monotonic() < ends;
  }
}
