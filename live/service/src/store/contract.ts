/**
 * Store with a row per channel, not a queue: viewers want only the newest track. A dead instance leaves a claim that
 * expires; a lost notification costs time, never a track; a broadcast without an answer is sent again, and pages ignore
 * a repeated time. Methods reject if the database fails, at the latest after `STORE_LIMIT_MS`.
 */
import type { LiveTrack } from '../../../../src/clients/live/message.ts';

/** Limit of a query, in ms; clients wait no longer. */
export const STORE_LIMIT_MS = 3_000;

/** Times are milliseconds since 1970-01-01 UTC, later for each track of a channel. */
export interface TimedTrack {
  readonly track: LiveTrack;
  readonly at: number;
  /** Takes away the channel's tracks before this time; 0: none. */
  readonly clearedAt: number;
}

/** No other instance forwards the channel's newest track for a while. */
export interface ForwardClaim extends TimedTrack {
  readonly channel: string;
  readonly failures: number;
}

export interface Store {
  /** Replaces the channel's earlier key. */
  putKey(channel: string, keyHash: Buffer): Promise<void>;
  /**
   * Stores the newest track of the key's channel durably; an empty one takes away earlier ones. Returns false if no
   * channel has the key.
   */
  putTrack(keyHash: Buffer, track: LiveTrack): Promise<boolean>;
  /** Claims up to `limit` channels due for forwarding, for `leaseMs`. */
  claim(limit: number, leaseMs: number): Promise<readonly ForwardClaim[]>;
  /** Ends the claim of a forwarded track; the next may follow after `pauseMs`. */
  complete(claim: ForwardClaim, pauseMs: number): Promise<void>;
  /** Ends the claim after a failure; a retry may follow after `pauseMs`. */
  postpone(claim: ForwardClaim, pauseMs: number): Promise<void>;
  /** Channels with a track to forward. */
  pending(): Promise<number>;
  close(): Promise<void>;
}
