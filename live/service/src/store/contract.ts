/**
 * What the service remembers: one row a channel, not a queue, because viewers want the newest track alone. An instance
 * that dies leaves nothing but a claim that ends by itself; a lost notification costs time, never a track. A broadcast
 * whose answer was lost is sent again: pages ignore a time that they have seen. Every method rejects when the database is
 * in trouble, after `STORE_LIMIT_MS` at the latest.
 */
import type { LiveTrack } from '../../../../src/clients/live/message.ts';

/** Time limit of one database query in milliseconds: clients do not wait longer. */
export const STORE_LIMIT_MS = 3_000;

/** A track with its time, milliseconds since 1970-01-01 UTC; later tracks of a channel have later times, always. */
export interface TimedTrack {
  readonly track: LiveTrack;
  readonly at: number;
  /** When the channel's tracks were taken away last: those with an earlier time. 0: never. */
  readonly clearedAt: number;
}

/** A channel whose newest track no other instance forwards for a while. */
export interface ForwardClaim extends TimedTrack {
  readonly channel: string;
  /** How often in a row forwarding has failed. */
  readonly failures: number;
}

export interface Store {
  /** Gives the channel this key; the one that it had is dead. */
  putKey(channel: string, keyHash: Buffer): Promise<void>;
  /**
   * Makes this the newest track of the key's channel, safe from a crash; an empty one takes away those before it. False:
   * no channel has this key.
   */
  putTrack(keyHash: Buffer, track: LiveTrack): Promise<boolean>;
  /**
   * Up to `limit` channels that have something to forward and may; no other instance gets them for `leaseMs`
   * milliseconds.
   */
  claim(limit: number, leaseMs: number): Promise<readonly ForwardClaim[]>;
  /** The claimed track is done with. The channel's next one may follow after `pauseMs` milliseconds. */
  complete(claim: ForwardClaim, pauseMs: number): Promise<void>;
  /** Forwarding failed. It may be tried again after `pauseMs` milliseconds. */
  postpone(claim: ForwardClaim, pauseMs: number): Promise<void>;
  /** How many channels have something to forward. */
  pending(): Promise<number>;
  close(): Promise<void>;
}
