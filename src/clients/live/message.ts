/** Reaches viewers' pages as a broadcast, and from the configuration when they open. */

/** All fields empty: this track and those before it were taken away; see `TAKEN_AWAY`. */
export interface LiveTrack {
  /** Formatted by `--live.format`. */
  readonly message: string;
  /** Empty when unknown, like the title. */
  readonly artist: string;
  readonly title: string;
}

/**
 * Sent after a track that viewers read was hidden. It does not say which, so their pages forget every track they have
 * shown.
 */
export const TAKEN_AWAY: LiveTrack = { message: '', artist: '', title: '' };

export interface LiveMessage extends LiveTrack {
  readonly v: 1;
  /** Receipt by the backend, epoch milliseconds. The later of two messages of a channel counts. */
  readonly at: number;
  /**
   * How long the track is shown, unless another follows: from the arrival of a broadcast, or from `at` in the
   * configuration.
   */
  readonly lastsMs: number;
  /** Tracks with an earlier time were taken away. Pages that missed a broadcast forget them, too. */
  readonly since?: number;
}

/** Twitch's limit for a broadcast to an extension. */
export const MAX_BROADCAST_BYTES = 5 * 1024;
