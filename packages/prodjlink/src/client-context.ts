import { systemClock, Turns, type WireClock } from '@deckcast/wire-kit';
import { ProDjLinkError } from './errors.ts';
import { Sender } from './sender.ts';

/** Options that both clients of a player share. */
export interface PlayerClientOptions {
  /** IPv4 address of the player. */
  readonly address: string;
  /** Sends every packet. Pass the network's sender, so that `onSent` covers them. Default: a new one. */
  readonly sender?: Sender | undefined;
  readonly clock?: WireClock | undefined;
}

export function clientContext({ address, sender = new Sender(), clock = systemClock }: PlayerClientOptions) {
  return { address, sender, clock };
}

/** Rejects with `busy` if more than `waiting` others wait. */
export function requestTurns(waiting: number): Turns {
  return new Turns({
    waiting,
    full: () => new ProDjLinkError('busy', `${waiting} requests are waiting already`),
  });
}
