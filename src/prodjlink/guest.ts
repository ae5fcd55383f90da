import type { LinkDevice } from './device-table.ts';
import { OBSERVER_NUMBERS } from './outgoing.ts';

/**
 * Why nothing is announced:
 *
 * | reason | meaning |
 * |---|---|
 * | `listen-only` | as the user wants it |
 * | `nobody` | no player and no mixer is there |
 * | `listening` | somebody is there, and we hear first which numbers are taken |
 * | `fragile-device` | an XDJ-RX is there: reports say that it freezes when a program announces itself |
 * | `no-number` | every number that an observer may have is taken |
 * | `no-port` | the ports that the answers come to are held by another program |
 */
export type SilentReason =
  | 'listen-only'
  | 'nobody'
  | 'listening'
  | 'fragile-device'
  | 'no-number'
  | 'no-port';

export type GuestState =
  | { readonly kind: 'announced'; readonly number: number }
  | { readonly kind: 'silent'; readonly why: SilentReason };

export interface GuestRules {
  readonly listenOnly: boolean;
  /** The number to begin with: an observer's, or a player's if the user chose one. */
  readonly number: number;
  /** How long to listen before the first announcement, and after a conflict; milliseconds. */
  readonly listenMs: number;
  /** How long to stay after the last player and mixer have gone; milliseconds. */
  readonly lingerMs: number;
  /** 0 to 1. */
  readonly random: () => number;
}

/** Names of devices near which nothing is announced begin so. Which models exactly freeze is not known. */
const FRAGILE = 'XDJ-RX';

/**
 * Whether we may announce ourselves, and as which number. A guest takes no player's number, hears first who is there, and
 * gives way at once to anyone else who wants its number. No sockets, no clock of its own.
 */
export class LinkGuest {
  readonly #rules: GuestRules;
  /** Numbers that somebody else has, or wants. */
  readonly #taken = new Set<number>();
  /** Since when somebody is there; undefined while nobody is. */
  #since: number | undefined;
  #lastCompany: number | undefined;
  #listenUntil = 0;
  #state: GuestState = { kind: 'silent', why: 'nobody' };

  constructor(rules: GuestRules) {
    this.#rules = rules;
  }

  get state(): GuestState {
    return this.#state;
  }

  /** Somebody else announces, claims or defends this number. */
  hearNumber(number: number, now: number): void {
    const ours = this.#state.kind === 'announced' && this.#state.number === number;
    if (ours || number === this.#rules.number) {
      this.#taken.add(number);
    }
    if (ours) {
      // Two programs that began together must not choose the next number together as well.
      this.#listenUntil = now + this.#rules.listenMs * (1 + this.#rules.random());
      this.#state = silent('listening');
    }
  }

  /** As if nobody had been heard: another interface. */
  reset(): void {
    this.#taken.clear();
    this.#since = undefined;
    this.#lastCompany = undefined;
    this.#listenUntil = 0;
    this.#state = { kind: 'silent', why: 'nobody' };
  }

  /**
   * What we are from now on.
   * @param canHear whether answers reach us
   */
  update(devices: readonly LinkDevice[], canHear: boolean, now: number): GuestState {
    this.#state = this.#judge(devices, canHear, now);
    return this.#state;
  }

  #judge(devices: readonly LinkDevice[], canHear: boolean, now: number): GuestState {
    if (this.#rules.listenOnly) {
      return silent('listen-only');
    }
    if (devices.some(({ role }) => role === 'player' || role === 'mixer')) {
      this.#since ??= now;
      this.#lastCompany = now;
    }
    if (this.#since === undefined || now - (this.#lastCompany ?? now) > this.#rules.lingerMs) {
      this.reset();
      return silent('nobody');
    }
    if (devices.some(({ name }) => name.startsWith(FRAGILE))) {
      return silent('fragile-device');
    }
    if (!canHear) {
      return silent('no-port');
    }
    if (now < Math.max(this.#listenUntil, this.#since + this.#rules.listenMs)) {
      return silent('listening');
    }
    return this.#state.kind === 'announced' ? this.#state : this.#choose(devices);
  }

  #choose(devices: readonly LinkDevice[]): GuestState {
    const taken = new Set([...this.#taken, ...devices.map((device) => device.number)]);
    const { first, last } = OBSERVER_NUMBERS;
    const observers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    const number = [this.#rules.number, ...observers].find((candidate) => !taken.has(candidate));
    return number === undefined ? silent('no-number') : { kind: 'announced', number };
  }
}

function silent(why: SilentReason): GuestState {
  return { kind: 'silent', why };
}
