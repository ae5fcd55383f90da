import { systemClock, type WireClock } from '@deckcast/wire-kit';
import { Sender } from './sender.ts';

/** Options of both clients of a player. */
export interface PlayerClientOptions {
  /** IPv4 address of the player. */
  readonly address: string;
  /** Sends every packet. Pass the network's, so that `onSent` covers them. Default: a new one. */
  readonly sender?: Sender | undefined;
  readonly clock?: WireClock | undefined;
}

export function clientContext({ address, sender = new Sender(), clock = systemClock }: PlayerClientOptions) {
  return { address, sender, clock };
}
