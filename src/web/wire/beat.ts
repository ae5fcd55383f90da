import type { WIRE_VERSION } from './events.ts';

/**
 * Messages of `/api/v1/beat` (WebSocket): one at the beginning of each beat that the room hears, one when the beat stops,
 * and at least one in fifteen seconds.
 */
export interface BeatMessage {
  readonly v: typeof WIRE_VERSION;
  readonly type: 'beat';
  /** RFC 3339. When the beat began, even if the message is late. */
  readonly at: string;
  /** Null while no beat is heard. */
  readonly beat: WireBeat | null;
}

/** The beat says nothing about the track, so it is the same while the track is hidden. */
export interface WireBeat {
  /** 1 to 4. */
  readonly beat: number;
  /** Number of the bar since deckcast started; it goes on across tracks. */
  readonly bar: number;
  /** Audible tempo in beats a minute. */
  readonly bpm: number;
}
