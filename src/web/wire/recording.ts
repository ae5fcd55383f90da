import type { WIRE_VERSION } from './events.ts';
import type { Translatable } from './text.ts';

/** `GET /api/v1/recording`. */
export interface RecordingMessage extends Translatable {
  readonly v: typeof WIRE_VERSION;
  /** File of the recording that is analyzed, or was last; empty if none. */
  readonly path: string;
  /**
   * `index`: the music is being indexed. `read`, `search`, `compare`: steps of the analysis, in this order. `stored`: the
   * set is `session`. `stopped`: the same recording goes on from there. `failed`: see `problem`.
   */
  readonly step: 'none' | 'index' | 'read' | 'search' | 'compare' | 'stored' | 'stopped' | 'failed';
  /** Part of the step, 0 to 1; null if unknown. */
  readonly done: number | null;
  /** Seconds left of the step; null if unknown. */
  readonly secondsLeft: number | null;
  readonly session: number | null;
  /** For users; may be empty. */
  readonly problem: string;
}
