import type { WIRE_VERSION } from './events.ts';

/**
 * Messages of `/api/v1/decks` (WebSocket): the decks that the audience hears, complete each time; at most four a
 * second, and at least one in five seconds. `GET` answers with the same.
 */
export interface DecksMessage {
  readonly v: typeof WIRE_VERSION;
  readonly type: 'decks';
  /** The server's clock, RFC 3339. */
  readonly at: string;
  /** Ordered as the DJ counts; empty for sources without decks. */
  readonly decks: readonly WireAudibleDeck[];
}

/** Names and numbers of the track are empty (0) while hidden or unknown. */
export interface WireAudibleDeck {
  /** Label: "2", "1B". */
  readonly deck: string;
  readonly artist: string;
  readonly title: string;
  readonly album: string;
  readonly genre: string;
  readonly label: string;
  /** Key in the source's notation. */
  readonly key: string;
  /** Beats a minute, as stored with the track. */
  readonly bpm: number;
  readonly year: number;
  /** Loudness for the audience, 0 to 1 in steps of 0.05; null if the hardware reports none. */
  readonly level: number | null;
  /** The deck's track is on air. */
  readonly featured: boolean;
  readonly hidden: boolean;
}
