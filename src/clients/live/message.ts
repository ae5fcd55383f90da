/** What the viewers' page of the live extension receives: as a broadcast, and in the configuration when it is opened. */

/** What viewers see of a track. */
export interface LiveTrack {
  /** The track as `--live.format` writes it; never empty. */
  readonly message: string;
  /** Empty when unknown; so is the title. */
  readonly artist: string;
  readonly title: string;
}

export interface LiveMessage extends LiveTrack {
  readonly v: 1;
  /** When the backend received it, milliseconds since 1970-01-01 UTC. The later of two messages of a channel counts. */
  readonly at: number;
  /**
   * Milliseconds for which it is shown, unless another follows: of a broadcast after its arrival, in the configuration
   * after `at`.
   */
  readonly lastsMs: number;
}

/** The largest broadcast to an extension, in bytes. */
export const MAX_BROADCAST_BYTES = 5 * 1024;
