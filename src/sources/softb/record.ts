import type { Track } from '../../core/track.ts';

export interface RecordedPlay {
  /** Loaded or recorded, epoch milliseconds; 0 when unknown. */
  readonly at: number;
  /** Row number. Programs may reuse the number of a deleted row. */
  readonly id: number;
  readonly played: boolean;
  /** Label; absent if the program does not record it. */
  readonly deck?: string | undefined;
  readonly track: Track;
  readonly file?: string | undefined;
}

export interface PlayRecord {
  /** Least time between two plays that the program records. Closer entries were added by a user. */
  readonly minGapMs: number;
  /**
   * Newest entries, oldest first; undefined if the record is unchanged since the last call. Throws if the record cannot
   * be read now.
   */
  newest(): Promise<readonly RecordedPlay[] | undefined>;
  close(): void;
}

export function inOrder(plays: readonly RecordedPlay[]): readonly RecordedPlay[] {
  return plays.toSorted((one, other) => one.at - other.at || one.id - other.id);
}
