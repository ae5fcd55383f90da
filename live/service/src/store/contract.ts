/**
 * Contract of the service's store: one row a channel, not a queue, because viewers want only the newest track. A dead
 * instance leaves only a claim that expires. A lost notification costs time, never a track. A broadcast whose answer
 * was lost is sent again: pages ignore a repeated time. Every method rejects if the database fails, after
 * `STORE_LIMIT_MS` at the latest.
 */
import type { LiveTrack } from '../../../../src/clients/live/message.ts';

/** Time limit of one database query in milliseconds: clients do not wait longer. */
export const STORE_LIMIT_MS = 3_000;

/** Track with its time, milliseconds since 1970-01-01 UTC. Later tracks of a channel always have later times. */
export interface TimedTrack {
  readonly track: LiveTrack;
  readonly at: number;
  /** Time before which the channel's tracks were taken away. 0: never. */
  readonly clearedAt: number;
}

/** Channel whose newest track no other instance forwards for a while. */
export interface ForwardClaim extends TimedTrack {
  readonly channel: string;
  readonly failures: number;
}

export interface Store {
  /** Gives the channel this key and invalidates its earlier one. */
  putKey(channel: string, keyHash: Buffer): Promise<void>;
  /**
   * Stores the newest track of the key's channel durably; an empty one takes away those before it. Returns false if no
   * channel has this key.
   */
  putTrack(keyHash: Buffer, track: LiveTrack): Promise<boolean>;
  /**
   * Claims up to `limit` channels that are due for forwarding. No other instance gets them for `leaseMs` milliseconds.
   */
  claim(limit: number, leaseMs: number): Promise<readonly ForwardClaim[]>;
  /** Ends the claim of a forwarded track. The channel's next track may follow after `pauseMs` milliseconds. */
  complete(claim: ForwardClaim, pauseMs: number): Promise<void>;
  /** Ends the claim after a failure. A retry may follow after `pauseMs` milliseconds. */
  postpone(claim: ForwardClaim, pauseMs: number): Promise<void>;
  /** Returns the number of channels with a track to forward. */
  pending(): Promise<number>;
  close(): Promise<void>;
}
