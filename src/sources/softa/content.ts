import type { Track } from '../../core/track.ts';

/** One play in the file. */
export interface ContentEntry {
  /** With an artist, a title, or both. */
  readonly track: Track;
  /** The whole entry with its time: distinguishes a repeated play from the same entry. */
  readonly mark: string;
}

/** The parsed content of a text file, whichever DJ program wrote it. */
export interface Content {
  /** Its name in logs. */
  readonly format: 'key: value lines' | 'tracklist' | 'playlist' | 'single line' | 'empty' | 'unknown';
  /** Oldest first. Formats without a history have one at most. */
  readonly entries: readonly ContentEntry[];
  /**
   * `whole`: the content ends as it must. `likely`: everything needed is there, but more could follow. `unfinished`:
   * something is missing, so the writer is probably still writing.
   */
  readonly state: 'whole' | 'likely' | 'unfinished';
}
