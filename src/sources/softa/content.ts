import type { Track } from '../../core/track.ts';

export interface ContentEntry {
  /** Has an artist, a title, or both. */
  readonly track: Track;
  /** Whole entry with its time, which distinguishes a repeated play from the same entry. */
  readonly mark: string;
}

export interface Content {
  readonly format: 'key: value lines' | 'tracklist' | 'playlist' | 'single line' | 'empty' | 'unknown';
  /** Oldest first; at most one in formats without a history. */
  readonly entries: readonly ContentEntry[];
  /**
   * `whole`: the content has its proper end. `likely`: all needed parts are there, but more could follow. `unfinished`:
   * something is missing, so the program is probably still writing.
   */
  readonly state: 'whole' | 'likely' | 'unfinished';
}
