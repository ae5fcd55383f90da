/** What the viewers' page of the live extension receives: as a broadcast, and when it asks what is on now. */

/** What viewers see of a track. */
export interface LiveTrack {
  /** What `--live.format` makes of the track; never empty. */
  readonly message: string;
  /** Empty when unknown; so is the title. */
  readonly artist: string;
  readonly title: string;
}

export interface LiveMessage extends LiveTrack {
  readonly v: 1;
  /** When the backend took it in, milliseconds since 1970-01-01 UTC. Of two messages of a channel the later one holds. */
  readonly at: number;
  /** Milliseconds from its arrival for which it is shown when no other follows. */
  readonly lastsMs: number;
}

/** What one broadcast to an extension may have, in bytes. */
export const MAX_BROADCAST_BYTES = 5 * 1024;
