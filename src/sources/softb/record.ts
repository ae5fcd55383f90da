import type { Text } from '../../core/message.ts';
import type { Track } from '../../core/track.ts';

export interface RecordedPlay {
  /** Loaded or recorded, epoch milliseconds; 0: unknown. */
  readonly at: number;
  /** Row number; programs may reuse a deleted row's. */
  readonly id: number;
  readonly played: boolean;
  /** Label; absent if not recorded. */
  readonly deck?: string | undefined;
  readonly track: Track;
  readonly file?: string | undefined;
}

export interface PlayRecord {
  /** Least time between recorded plays. A user added closer ones. */
  readonly minGapMs: number;
  /** Oldest first; undefined if unchanged since the last call. Throws if the record cannot be read now. */
  newest(): Promise<readonly RecordedPlay[] | undefined>;
  /** Damage that leaves out some plays of the last read. */
  readonly problem?: Text | undefined;
  close(): void;
}

export function inOrder(plays: readonly RecordedPlay[]): readonly RecordedPlay[] {
  return plays.toSorted((one, other) => one.at - other.at || one.id - other.id);
}
