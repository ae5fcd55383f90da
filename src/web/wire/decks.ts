import type { WIRE_VERSION } from './events.ts';

/**
 * The messages of `/api/v1/decks` (WebSocket): the decks that the audience hears now, complete each time; at most four a
 * second, and at least one in five seconds. `GET` answers with the same.
 */
export interface DecksMessage {
  readonly v: typeof WIRE_VERSION;
  readonly type: 'decks';
  /** The server's clock, RFC 3339. */
  readonly at: string;
  /** In the order in which a DJ counts them; none for sources without decks. */
  readonly decks: readonly WireAudibleDeck[];
}

/** Names and what else is known of the track are empty (0) while hidden, and while unknown. */
export interface WireAudibleDeck {
  /** Its label: "2", "1B". */
  readonly deck: string;
  readonly artist: string;
  readonly title: string;
  readonly album: string;
  readonly genre: string;
  readonly label: string;
  /** As the source writes it. */
  readonly key: string;
  /** As it is stored with the track, in beats a minute. */
  readonly bpm: number;
  readonly year: number;
  /** How loud the audience hears it, 0 to 1 in steps of 0.05; null when the hardware reports none. */
  readonly level: number | null;
  /** Its track is the one on air. */
  readonly featured: boolean;
  readonly hidden: boolean;
}
