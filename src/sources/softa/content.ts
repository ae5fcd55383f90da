import type { Track } from '../../core/track.ts';

export interface ContentEntry {
  /** Has an artist, a title, or both. */
  readonly track: Track;
  /** Whole entry; its time tells a repeated play. */
  readonly mark: string;
}

export interface Content {
  readonly format: 'key: value lines' | 'tracklist' | 'playlist' | 'single line' | 'empty' | 'unknown';
  /** Oldest first; at most one without a history. */
  readonly entries: readonly ContentEntry[];
  /**
   * `whole`: has its proper end. `likely`: complete, but more could follow. `unfinished`: the program is
   * probably writing.
   */
  readonly state: 'whole' | 'likely' | 'unfinished';
}
