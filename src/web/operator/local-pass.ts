import { randomBytes } from 'node:crypto';
import { knows } from '../../core/credentials.ts';
import { Secret } from '../../core/option.ts';
import type { Clock } from '../../core/tools.ts';
import { SignInCodes } from './sign-in-codes.ts';
import { SignedCodes } from './signed-codes.ts';

/** How long the first place is kept for a page that was opened for the user: longer than a browser starts. */
const KEPT_FREE_MS = 20_000;
/** As long as browsers keep a cookie: it ends with this run of the program. */
const MAX_AGE_S = 400 * 86_400;

/**
 * The cookie by which a page on this computer may configure. Another one at each start, kept in memory alone: another
 * user of this computer, and a program that only reaches the port, have none.
 */
export class LocalPass {
  readonly #value = new Secret(randomBytes(32).toString('base64url'));
  readonly #clock: Pick<Clock, 'monotonic' | 'now'>;
  readonly #codes: SignInCodes;
  readonly #signed = new SignedCodes();
  /** Until when no page that comes without a code is the first one, on the monotonic clock. */
  #firstFrom = 0;
  /** Absent until a page has it. */
  #name: string | undefined;

  constructor(clock: Pick<Clock, 'monotonic' | 'now'>) {
    this.#clock = clock;
    this.#codes = new SignInCodes(clock);
  }

  /** A code for the address of a page that is opened for the user: that one comes first. */
  issueCode(): string {
    this.#firstFrom = this.#clock.monotonic() + KEPT_FREE_MS;
    return this.#codes.issue();
  }

  /** Signs codes that `redeem` takes, too, for a program that the same user runs. */
  get key(): string {
    return this.#signed.key;
  }

  /** Whether the code is valid; it can be used once. */
  redeem(code: string): boolean {
    return this.#codes.redeem(code) || this.#signed.redeem(code, this.#clock.now());
  }

  /** Whether a page that comes now is the first one. */
  get isFree(): boolean {
    return this.#clock.monotonic() >= this.#firstFrom;
  }

  /**
   * The header that hands it over: no other page can be the first one.
   *
   * @param port of the listener. It tells two programs apart, as a host's ports share their cookies; the name stays when
   * the listener moves
   */
  handOver(port: number | undefined): string {
    this.#firstFrom = Number.POSITIVE_INFINITY;
    this.#name ??= `deckcast-${port}`;
    return `${this.#name}=${this.#value.reveal()}; Path=/; Max-Age=${MAX_AGE_S}; HttpOnly; SameSite=Strict`;
  }

  /** @param cookies the request's header */
  isShownIn(cookies = ''): boolean {
    const start = `${this.#name}=`;
    return cookies
      .split(/;\s*/)
      .some((cookie) => cookie.startsWith(start) && knows(cookie.slice(start.length), this.#value));
  }
}
