/** What the viewers' page of the live extension receives: as a broadcast, and in the configuration when it is opened. */

/** What viewers see of a track. All empty: nothing any more, neither this track nor those before it; see `TAKEN_AWAY`. */
export interface LiveTrack {
  /** The track as `--live.format` writes it. */
  readonly message: string;
  /** Empty when unknown; so is the title. */
  readonly artist: string;
  readonly title: string;
}

/** A track that viewers read was hidden. Nobody says which: their pages forget all that they have shown. */
export const TAKEN_AWAY: LiveTrack = { message: '', artist: '', title: '' };

export interface LiveMessage extends LiveTrack {
  readonly v: 1;
  /** When the backend received it, milliseconds since 1970-01-01 UTC. The later of two messages of a channel counts. */
  readonly at: number;
  /**
   * Milliseconds for which it is shown, unless another follows: of a broadcast after its arrival, in the configuration
   * after `at`.
   */
  readonly lastsMs: number;
  /** What has an earlier time was taken away: it is forgotten, also by pages that a broadcast did not reach. */
  readonly since?: number;
}

/** The largest broadcast to an extension, in bytes. */
export const MAX_BROADCAST_BYTES = 5 * 1024;
