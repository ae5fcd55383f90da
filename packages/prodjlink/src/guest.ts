import type { LinkDevice } from './device-table.ts';
import { OBSERVER_NUMBERS } from './outgoing.ts';

/**
 * Reason for announcing nothing:
 *
 * | reason | meaning |
 * |---|---|
 * | `listen-only` | the user wants it |
 * | `nobody` | the network has no player and no mixer |
 * | `listening` | a device was found, and we first listen which numbers are taken |
 * | `fragile-device` | an XDJ-RX was found, which is reported to freeze when a program announces itself |
 * | `no-number` | every number that an observer may have is taken |
 * | `no-port` | another program holds the ports that answers are sent to |
 */
export type SilentReason =
  | 'listen-only'
  | 'nobody'
  | 'listening'
  | 'fragile-device'
  | 'no-number'
  | 'no-port';

/** Whether we are announced, with our number, or the reason why not. */
export type GuestState =
  | { readonly kind: 'announced'; readonly number: number }
  | { readonly kind: 'silent'; readonly why: SilentReason };

export interface GuestRules {
  readonly listenOnly: boolean;
  /** Tried first: an observer's, or a player's if the user chose one. */
  readonly number: number;
  /** Time before the first announcement, and after a conflict. */
  readonly listenMs: number;
  /** Time to stay after the last player and mixer have gone. */
  readonly lingerMs: number;
  /** Returns 0 to 1. */
  readonly random: () => number;
}

/** Nothing is announced near such a device. It is unknown which models exactly freeze. */
const FRAGILE = 'XDJ-RX';

/**
 * Decides whether we may announce ourselves, and with which number. A guest takes no player's number, listens before it
 * announces itself, and gives way at once to any other device that wants its number. Does no I/O and has no clock.
 */
export class LinkGuest {
  readonly #rules: GuestRules;
  readonly #taken = new Set<number>();
  /** A player or mixer came; undefined without one. */
  #presentSince: number | undefined;
  #lastPresentAt: number | undefined;
  #listenUntil = 0;
  #fragileUntil = Number.NEGATIVE_INFINITY;
  #state: GuestState = { kind: 'silent', why: 'nobody' };

  constructor(rules: GuestRules) {
    this.#rules = rules;
  }

  get state(): GuestState {
    return this.#state;
  }

  onName(name: string, now: number): void {
    if (name.startsWith(FRAGILE)) {
      this.#fragileUntil = now + this.#rules.lingerMs;
      if (this.#state.kind === 'announced') {
        this.#state = silent('fragile-device');
      }
    }
  }

  onNumberUsed(number: number, now: number): void {
    const ours = this.#state.kind === 'announced' && this.#state.number === number;
    if (ours || number === this.#rules.number) {
      this.#taken.add(number);
    }
    if (ours) {
      // Random, because two programs that collided on this number would also collide on the next.
      this.#listenUntil = now + this.#rules.listenMs * (1 + this.#rules.random());
      this.#state = silent('listening');
    }
  }

  reset(): void {
    this.#taken.clear();
    this.#presentSince = undefined;
    this.#lastPresentAt = undefined;
    this.#listenUntil = 0;
    this.#state = { kind: 'silent', why: 'nobody' };
  }

  /** `canHear`: answers reach us. */
  update(devices: readonly LinkDevice[], canHear: boolean, now: number): GuestState {
    this.#state = this.#nextState(devices, canHear, now);
    return this.#state;
  }

  #nextState(devices: readonly LinkDevice[], canHear: boolean, now: number): GuestState {
    if (this.#rules.listenOnly) {
      return silent('listen-only');
    }
    if (devices.some(({ role }) => role === 'player' || role === 'mixer')) {
      this.#presentSince ??= now;
      this.#lastPresentAt = now;
    }
    if (this.#presentSince === undefined || now - (this.#lastPresentAt ?? now) > this.#rules.lingerMs) {
      this.reset();
      return silent('nobody');
    }
    if (now < this.#fragileUntil || devices.some(({ name }) => name.startsWith(FRAGILE))) {
      return silent('fragile-device');
    }
    if (!canHear) {
      return silent('no-port');
    }
    if (now < Math.max(this.#listenUntil, this.#presentSince + this.#rules.listenMs)) {
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
