/**
 * What `/ws` sends: one text message for each publication, the latest one at once after connecting. Exactly these keys,
 * a contract that does not change; richer messages are events (`events.ts`).
 */
export interface RecordMessage {
  /** Empty when unknown or hidden; so are title and genre. */
  readonly artist: string;
  readonly title: string;
  readonly genre: string;
  /** Base64 of a 256x256 PNG; of the 1-pixel transparent PNG when there is none. */
  readonly art: string;
  /** Base64 of a PNG; empty when there is none. */
  readonly streaming_code: string;
  /** Whole seconds; 0 when unknown. */
  readonly duration: number;
  /** RFC 3339 with fraction and the offset of the server's zone. */
  readonly timestamp: string;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly timestamp_epoch: number;
  /** `HH:MM:SS` since the first featured track of the run. */
  readonly elapsed: string;
}

/** What the webhook can send besides. Texts are empty and numbers 0 when unknown or hidden. */
export interface RecordDetails {
  readonly album: string;
  readonly label: string;
  readonly remixer: string;
  readonly comment: string;
  /** As the source writes it. */
  readonly key: string;
  /** Beats a minute. */
  readonly bpm: number;
  readonly year: number;
  /** The deck's label; empty for sources without decks. */
  readonly deck: string;
  /** Position in the set, from 1. */
  readonly position: number;
}
