import { randomBytes } from 'node:crypto';
import { evictOldest } from '../../core/evict.ts';
import type { Clock } from '../../core/tools.ts';

/** Long enough to take out a phone. */
export const CODE_SECONDS = 120;
/** Enough for the phones of a crew. */
const MOST = 10;

export class SignInCodes {
  readonly #clock: Pick<Clock, 'monotonic'>;
  /** Monotonic expiry by code, oldest first. */
  readonly #codes = new Map<string, number>();
  #signedIn = 0;

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  issue(): string {
    const code = randomBytes(16).toString('base64url');
    this.#codes.set(code, this.#clock.monotonic() + CODE_SECONDS * 1_000);
    evictOldest(this.#codes, MOST);
    return code;
  }

  redeem(code: string): boolean {
    const ends = this.#codes.get(code);
    this.#codes.delete(code);
    const isValid = ends !== undefined && this.#clock.monotonic() < ends;
    this.#signedIn += isValid ? 1 : 0;
    return isValid;
  }

  /** Devices that have signed in with a code. */
  get signedIn(): number {
    return this.#signedIn;
  }
}
