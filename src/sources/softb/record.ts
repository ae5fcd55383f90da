import { type Track, UNKNOWN_TRACK } from '../../core/track.ts';

/** One play, as a DJ program records it. */
export interface RecordedPlay {
  /** Counts up from play to play: the moment of loading, or a row's number. Unit and origin are the program's own. */
  readonly order: number;
  /** Tells plays of the same order apart. */
  readonly id: number;
  /** What a person calls the deck; absent when the program does not record it. */
  readonly deck?: string;
  readonly track: Track;
}

/** Stands before every play: the record was empty. */
export const BEFORE_ALL: RecordedPlay = { order: Number.MIN_SAFE_INTEGER, id: 0, track: UNKNOWN_TRACK };

/** A DJ program's own record of what it played. */
export interface PlayRecord {
  /**
   * Plays after the given one, oldest first; without one, the latest play alone.
   * Throws when the record cannot be read at this moment.
   */
  playsAfter(last: RecordedPlay | undefined): Promise<readonly RecordedPlay[]>;
  close(): void;
}

/** True when the first was recorded after the second. */
export function isAfter(one: RecordedPlay, other: RecordedPlay): boolean {
  return one.order > other.order || (one.order === other.order && one.id > other.id);
}

export function inOrder(plays: readonly RecordedPlay[]): readonly RecordedPlay[] {
  return plays.toSorted((one, other) => one.order - other.order || one.id - other.id);
}
