/**
 * Message that the viewers' page of the live extension receives, as a broadcast, and from the configuration when it
 * opens.
 */

/** Track as viewers see it. All fields empty: this track and those before it were taken away; see `TAKEN_AWAY`. */
export interface LiveTrack {
  /** Track in the format of `--live.format`. */
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
  /**
   * Time of receipt by the backend, milliseconds since 1970-01-01 UTC. The later of two messages of a channel counts.
   */
  readonly at: number;
  /**
   * Milliseconds for which the track is shown, unless another follows: from the arrival of a broadcast, or from `at` in
   * the configuration.
   */
  readonly lastsMs: number;
  /** Tracks with an earlier time were taken away. Pages that missed a broadcast forget them, too. */
  readonly since?: number;
}

/** Largest broadcast to an extension, in bytes. */
export const MAX_BROADCAST_BYTES = 5 * 1024;
