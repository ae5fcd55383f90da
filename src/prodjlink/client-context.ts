import { Sender } from './sender.ts';
import { nodeClock, type ProDjLinkClock } from './tools.ts';

/** What both clients of a player take. */
export interface PlayerClientOptions {
  /** IPv4 address of the player. */
  readonly address: string;
  /** The door that everything passes which is sent; that of the network, so that it hears of it. Default: its own. */
  readonly sender?: Sender | undefined;
  readonly clock?: ProDjLinkClock | undefined;
}

export function clientContext({ address, sender = new Sender(), clock = nodeClock }: PlayerClientOptions) {
  return { address, sender, clock };
}
