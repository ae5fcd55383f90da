import { randomBytes, randomUUID } from 'node:crypto';
import { evictOldest } from '../../core/evict.ts';
import type { Clock } from '../../core/tools.ts';
import type { SignInRefusal } from '../wire/phone.ts';

/** Long enough to take out a phone. */
export const CODE_SECONDS = 120;
/** Enough for the phones of a crew. */
const MOST = 10;

export class SignInCodes {
  /** Another one after a restart, which ends all codes. */
  readonly issuer = randomUUID();
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #newCode: () => string;
  /** Expiry (monotonic) and use of each code, oldest first. */
  readonly #codes = new Map<string, { readonly ends: number; isUsed: boolean }>();
  #signedIn = 0;

  constructor(clock: Pick<Clock, 'monotonic'>, newCode: () => string) {
    this.#clock = clock;
    this.#newCode = newCode;
  }

  issue(): string {
    const code = this.#newCode();
    this.#codes.set(code, { ends: this.#clock.monotonic() + CODE_SECONDS * 1_000, isUsed: false });
    evictOldest(this.#codes, MOST);
    return code;
  }

  redeem(code: string): 'valid' | SignInRefusal['code'] {
    const issued = this.#codes.get(code);
    if (issued === undefined) {
      return 'unknown';
    }
    if (issued.isUsed) {
      return 'used';
    }
    if (this.#clock.monotonic() >= issued.ends) {
      return 'expired';
    }
    issued.isUsed = true;
    this.#signedIn += 1;
    return 'valid';
  }

  /** Devices that have signed in with a code. */
  get signedIn(): number {
    return this.#signedIn;
  }
}

/** Crockford's letters, none of which looks like another or like a digit. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';
/** 50 bits: short enough to type, and too many to guess while the code is valid. */
const TYPED_LENGTH = 10;

/** Code for the right to operate only; see `longCode`. */
export function codeToType(): string {
  return Array.from(randomBytes(TYPED_LENGTH), (byte) => LETTERS[byte % LETTERS.length]).join('');
}

/** 128 bits, for the right to configure: no user types it. */
export function longCode(): string {
  return randomBytes(16).toString('base64url');
}

/** Converts a typed code to the form of `codeToType`. */
export function asIssued(typed: string): string {
  return typed.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1');
}
