import { type Track, UNKNOWN_TRACK } from '../../core/track.ts';

/** One play, as a DJ program records it. */
export interface RecordedPlay {
  /** Increases from play to play: the time of loading, or a row's number. Unit and origin depend on the program. */
  readonly order: number;
  /** Distinguishes plays of the same order. */
  readonly id: number;
  /** The deck's label; absent when the program does not record it. */
  readonly deck?: string | undefined;
  readonly track: Track;
  /** The path of its file; absent when the program does not record it. */
  readonly file?: string | undefined;
}

/** Sorts before every play; for a record that was empty. */
export const BEFORE_ALL: RecordedPlay = { order: Number.MIN_SAFE_INTEGER, id: 0, track: UNKNOWN_TRACK };

/** A DJ program's own play history. */
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
