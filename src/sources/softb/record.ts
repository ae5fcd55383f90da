import type { Track } from '../../core/track.ts';

/** One entry of a DJ program's play history. */
export interface RecordedPlay {
  /** When the program loaded or recorded the track: milliseconds since 1970-01-01 UTC; 0 when unknown. */
  readonly at: number;
  /** The row's number. Programs may give it to another entry once the row is deleted. */
  readonly id: number;
  /** The program counts it as played. */
  readonly played: boolean;
  /** The deck's label; absent when the program does not record it. */
  readonly deck?: string | undefined;
  readonly track: Track;
  /** The path of its file; absent when the program does not record it. */
  readonly file?: string | undefined;
}

/** A DJ program's own play history. */
export interface PlayRecord {
  /** The program never records two plays within so many milliseconds: a user added entries that are closer. */
  readonly playsApartMs: number;
  /**
   * The newest entries, oldest first; undefined when the record has not changed since the last call.
   * Throws when the record cannot be read at this moment.
   */
  newest(): Promise<readonly RecordedPlay[] | undefined>;
  close(): void;
}

export function inOrder(plays: readonly RecordedPlay[]): readonly RecordedPlay[] {
  return plays.toSorted((one, other) => one.at - other.at || one.id - other.id);
}
