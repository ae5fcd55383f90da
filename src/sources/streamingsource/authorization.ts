import { type AccountTokens, RefusedError } from '../../clients/account/token.ts';
import { messageOf } from '../../core/errors.ts';
import type { Clock, Disk, Logger } from '../../core/tools.ts';
import { originOf, readTokenFile, type StoredToken, writeTokenFile } from './token-file.ts';

/** A call takes time. */
const RENEW_EARLIER_MS = 60_000;
const DAY_MS = 24 * 60 * 60_000;
/** Refresh tokens expire six months after the user's authorization, since July 2026, regardless of use. */
const LIFE_MS = 180 * DAY_MS;
const WARN_FROM_MS = 150 * DAY_MS;

export interface AuthorizationTools {
  readonly tokens: AccountTokens;
  readonly disk: Disk;
  readonly clock: Clock;
  readonly log: Logger;
}

export class Authorization {
  /** `--streamingsource.refresh`; may be empty. */
  readonly #given: () => string;
  readonly #path: string;
  readonly #tools: AuthorizationTools;
  #current: StoredToken | undefined;
  #access: { readonly token: string; readonly until: number } | undefined;
  readonly #refused = new Set<string>();
  #unreadable: string | undefined;

  constructor(given: () => string, path: string, tools: AuthorizationTools) {
    this.#given = given;
    this.#path = path;
    this.#tools = tools;
  }

  /** Throws RefusedError if no refresh token is accepted. */
  async accessToken(signal: AbortSignal): Promise<string> {
    if (this.#access !== undefined && this.#tools.clock.monotonic() < this.#access.until) {
      return this.#access.token;
    }
    for (;;) {
      const stored = await this.#choose();
      if (stored === undefined) {
        throw new RefusedError('authorization', undefined);
      }
      try {
        return await this.#renew(stored, signal);
      } catch (error) {
        if (!(error instanceof RefusedError) || error.what !== 'authorization') {
          throw error;
        }
        this.#refused.add(stored.refreshToken);
        this.#current = undefined;
      }
    }
  }

  forget(accessToken: string): void {
    if (this.#access?.token === accessToken) {
      this.#access = undefined;
    }
  }

  /** Outages have caused false refusals. */
  allowRefused(): void {
    this.#refused.clear();
  }

  /** Token or credentials may have changed. */
  settingsChanged(): void {
    this.#current = undefined;
    this.#access = undefined;
    this.allowRefused();
  }

  /** Not authorized yet. */
  get neverRefused(): boolean {
    return this.#refused.size === 0;
  }

  /** A token was not rejected, perhaps a new one of `streaming setup`. */
  async hasUsableToken(): Promise<boolean> {
    return (await this.#choose()) !== undefined;
  }

  /** Undefined while far off. */
  endsInDays(): number | undefined {
    const age = this.#current === undefined ? 0 : this.#tools.clock.now() - this.#current.authorizedAt;
    return age < WARN_FROM_MS ? undefined : Math.max(0, Math.ceil((LIFE_MS - age) / DAY_MS));
  }

  /** Prefers the file's token if it descends from the given one, or none was given. */
  async #choose(): Promise<StoredToken | undefined> {
    if (this.#current !== undefined) {
      return this.#current;
    }
    const stored = await this.#read();
    const refreshToken = this.#given();
    const given: StoredToken = {
      refreshToken,
      // The token's age is unknown; assume that it is new.
      authorizedAt: this.#tools.clock.now(),
      origin: originOf(refreshToken),
    };
    const descends = refreshToken === '' || stored?.origin === given.origin;
    const candidates = descends ? [stored, given] : [given, stored];
    return candidates.find(
      (one) => one !== undefined && one.refreshToken !== '' && !this.#refused.has(one.refreshToken),
    );
  }

  async #read(): Promise<StoredToken | undefined> {
    try {
      const stored = await readTokenFile(this.#path, this.#tools.disk);
      this.#unreadable = undefined;
      return stored;
    } catch (error) {
      const reason = messageOf(error);
      // Without a valid token, the file is read every few seconds.
      if (this.#unreadable !== reason) {
        this.#unreadable = reason;
        this.#tools.log.warn('cannot read the token file', { file: this.#path, reason });
      }
      return undefined;
    }
  }

  async #renew(stored: StoredToken, signal: AbortSignal): Promise<string> {
    const { tokens, clock } = this.#tools;
    const requestedAt = clock.monotonic();
    const answer = await tokens.fromRefreshToken(stored.refreshToken, signal);
    const replaced = answer.refreshToken !== undefined && answer.refreshToken !== stored.refreshToken;
    const next =
      replaced && answer.refreshToken !== undefined
        ? { ...stored, refreshToken: answer.refreshToken }
        : stored;
    if (replaced || this.#current === undefined) {
      await this.#write(next);
    }
    this.#current = next;
    this.#access = {
      token: answer.accessToken,
      until: requestedAt + Math.max(RENEW_EARLIER_MS, answer.accessTokenLastsMs - RENEW_EARLIER_MS),
    };
    return answer.accessToken;
  }

  async #write(token: StoredToken): Promise<void> {
    try {
      const inFile = await readTokenFile(this.#path, this.#tools.disk);
      if (
        inFile !== undefined &&
        inFile.origin !== token.origin &&
        inFile.authorizedAt > token.authorizedAt
      ) {
        // `streaming setup` ran meanwhile, and its token lasts longer.
        return;
      }
      await writeTokenFile(this.#path, token, this.#tools.disk);
    } catch (error) {
      // The token works until the next start.
      this.#tools.log.warn('cannot write the token file', {
        file: this.#path,
        reason: messageOf(error),
      });
    }
  }
}
