import type { Track } from '../../core/track.ts';

export interface RecordedPlay {
  /** When it was loaded or recorded, epoch milliseconds; 0 if unknown. */
  readonly at: number;
  /** Row number. Programs may reuse that of a deleted row. */
  readonly id: number;
  readonly played: boolean;
  /** Whether it left its deck, which only Serato records. */
  readonly ended?: boolean | undefined;
  /** Deck label, which only Serato records. */
  readonly deck?: string | undefined;
  readonly track: Track;
  readonly file?: string | undefined;
}

/** Play history of a DJ program. */
export interface PlayRecord {
  /** Shortest time between plays that the program records. Closer entries were added by a user. */
  readonly minGapMs: number;
  /** Oldest first; undefined if unchanged since the last call. Throws if the record cannot be read now. */
  newest(): Promise<readonly RecordedPlay[] | undefined>;
  close(): void;
}

export function inOrder(plays: readonly RecordedPlay[]): readonly RecordedPlay[] {
  return plays.toSorted((one, other) => one.at - other.at || one.id - other.id);
}
