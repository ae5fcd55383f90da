import type { LinkDevice } from './device-table.ts';
import { OBSERVER_NUMBERS } from './outgoing.ts';

/**
 * Reason for announcing nothing:
 *
 * | reason | meaning |
 * |---|---|
 * | `listen-only` | wanted by the user |
 * | `nobody` | neither player nor mixer is there |
 * | `listening` | a device was found, and we first listen for taken numbers |
 * | `fragile-device` | an XDJ-RX was found, which reportedly freezes when a program announces itself |
 * | `no-number` | every observer's number is taken |
 * | `no-port` | another program holds the ports for answers |
 */
export type SilentReason =
  | 'listen-only'
  | 'nobody'
  | 'listening'
  | 'fragile-device'
  | 'no-number'
  | 'no-port';

/** Our number if we are announced, otherwise the reason. */
export type GuestState =
  | { readonly kind: 'announced'; readonly number: number }
  | { readonly kind: 'silent'; readonly why: SilentReason };

export interface GuestRules {
  readonly listenOnly: boolean;
  /** Tried first: an observer's, or a player's if the user chose it. */
  readonly number: number;
  /** Time before the first announcement, and after a conflict. */
  readonly listenMs: number;
  /** Stay after the last player and mixer have gone. */
  readonly lingerMs: number;
  /** Range 0 to 1. */
  readonly random: () => number;
}

/** Affected models are not known exactly, so it matches all names that begin so. */
const FRAGILE = 'XDJ-RX';

/** Takes no player's number, listens first, and gives way at once to a device that wants our number. Pure. */
export class LinkGuest {
  readonly #rules: GuestRules;
  readonly #taken = new Set<number>();
  /** Arrival of a player or mixer; undefined without one. */
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
      // Random: two programs that collided on this number would collide on the next, too.
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

  /** `canHear`: answers can reach us. */
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
