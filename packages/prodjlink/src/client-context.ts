import { systemClock, Turns, type WireClock } from '@deckcast/wire-kit';
import { ProDjLinkError } from './errors.ts';
import { Sender } from './sender.ts';

/** Options of every client of a player. */
export interface PlayerClientOptions {
  /** IPv4 address of the player. */
  readonly address: string;
  /** Pass the network's sender, so that `onSent` covers every packet. Default: a new one. */
  readonly sender?: Sender | undefined;
  readonly clock?: WireClock | undefined;
}

export function clientContext({ address, sender = new Sender(), clock = systemClock }: PlayerClientOptions) {
  return { address, sender, clock };
}

export function requestTurns(waiting: number): Turns {
  return new Turns({
    waiting,
    full: () => new ProDjLinkError('busy', `${waiting} requests are waiting already`),
  });
}
