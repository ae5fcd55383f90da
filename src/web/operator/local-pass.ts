import { randomBytes } from 'node:crypto';
import { knows } from '../../core/credentials.ts';
import { Secret } from '../../core/option.ts';
import type { Clock } from '../../core/tools.ts';
import { longCode, SignInCodes } from './sign-in-codes.ts';
import { SignedCodes } from './signed-codes.ts';

/** Keeps the first place for a page opened for the user; browsers start faster. */
const KEPT_FREE_MS = 20_000;
/** Longest that browsers keep a cookie; this one ends with the program. */
const MAX_AGE_S = 400 * 86_400;

/**
 * Lets a page on this computer configure. New at each start and kept only in memory: other users of this computer, and
 * programs that only reach the port, don't have it.
 */
export class LocalPass {
  #value = newValue();
  /** A page has brought the cookie back, which ends the first-page rule. */
  #isUsed = false;
  readonly #clock: Pick<Clock, 'monotonic' | 'now'>;
  readonly #codes: SignInCodes;
  readonly #signed = new SignedCodes();
  /** Monotonic time from which a page without a code may be the first. */
  #firstFrom = 0;
  /** Absent until a page has the cookie. */
  #name: string | undefined;

  constructor(clock: Pick<Clock, 'monotonic' | 'now'>) {
    this.#clock = clock;
    this.#codes = new SignInCodes(clock, longCode);
  }

  /** Reserves the first place for the page with the code. */
  issueCode(): string {
    this.#firstFrom = this.#clock.monotonic() + KEPT_FREE_MS;
    return this.#codes.issue();
  }

  /** Signs codes for `redeem` in another program of the same user. */
  get key(): string {
    return this.#signed.key;
  }

  redeem(code: string): boolean {
    return this.#codes.redeem(code) === 'valid' || this.#signed.redeem(code, this.#clock.now());
  }

  get isFree(): boolean {
    return !this.#isUsed && this.#clock.monotonic() >= this.#firstFrom;
  }

  /**
   * Returns the header that sets the cookie. A page that is reloaded meanwhile loses it, so the value is a new one until
   * a page uses it: only one of the pages that asked before has the right.
   * @param port separates two programs, because cookies ignore ports; the name stays when the listener moves
   */
  handOver(port: number | undefined): string {
    if (!this.#isUsed) {
      this.#value = newValue();
    }
    this.#name ??= `deckcast-${port}`;
    return `${this.#name}=${this.#value.reveal()}; Path=/; Max-Age=${MAX_AGE_S}; HttpOnly; SameSite=Strict`;
  }

  /** @param cookies the request's header */
  isShownIn(cookies = ''): boolean {
    const start = `${this.#name}=`;
    const isShown = cookies
      .split(/;\s*/)
      .some((cookie) => cookie.startsWith(start) && knows(cookie.slice(start.length), this.#value));
    this.#isUsed ||= isShown;
    return isShown;
  }
}

function newValue(): Secret {
  return new Secret(randomBytes(32).toString('base64url'));
}
