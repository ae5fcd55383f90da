import type { Track } from '../../core/track.ts';

/** Entry of a DJ program's play history. */
export interface RecordedPlay {
  /** When the track was loaded or recorded: milliseconds since 1970-01-01 UTC; 0 when unknown. */
  readonly at: number;
  /** Row number. Programs may reuse the number of a deleted row. */
  readonly id: number;
  /** True if the program counts the track as played. */
  readonly played: boolean;
  /** Label of the deck; absent if the program does not record it. */
  readonly deck?: string | undefined;
  readonly track: Track;
  /** Path of the file; absent if the program does not record it. */
  readonly file?: string | undefined;
}

/** Play history kept by a DJ program. */
export interface PlayRecord {
  /** Least time between two plays that the program records. Closer entries were added by a user. */
  readonly minGapMs: number;
  /**
   * Returns the newest entries, oldest first; undefined if the record is unchanged since the last call.
   * Throws if the record cannot be read now.
   */
  newest(): Promise<readonly RecordedPlay[] | undefined>;
  close(): void;
}

export function inOrder(plays: readonly RecordedPlay[]): readonly RecordedPlay[] {
  return plays.toSorted((one, other) => one.at - other.at || one.id - other.id);
}
