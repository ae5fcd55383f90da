/** Reaches viewers' pages as a broadcast, and from the configuration when they open. */

/** Empty fields: see `TAKEN_AWAY`. */
export interface LiveTrack {
  /** Formatted by `--live.format`. */
  readonly message: string;
  /** Empty if unknown, as is the title. */
  readonly artist: string;
  readonly title: string;
}

/**
 * Follows the hide of a track that viewers read. It does not say which, so pages forget every track shown.
 */
export const TAKEN_AWAY: LiveTrack = { message: '', artist: '', title: '' };

export interface LiveMessage extends LiveTrack {
  readonly v: 1;
  /** Receipt by the backend, epoch milliseconds. A channel's later message counts. */
  readonly at: number;
  /** Starts with a broadcast's arrival, or at `at` in the configuration; another track ends it. */
  readonly lastsMs: number;
  /** Tracks with an earlier time were taken away, also on pages that missed a broadcast. */
  readonly since?: number;
}

/** Twitch's limit for an extension. */
export const MAX_BROADCAST_BYTES = 5 * 1024;
