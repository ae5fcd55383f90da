import type { Track } from '../../core/track.ts';

/** One play that the file tells of. */
export interface ContentEntry {
  /** With an artist, a title, or both. */
  readonly track: Track;
  /** Everything that the file says of this play, its time included: tells a repeat from the same entry. */
  readonly mark: string;
}

/** What a text file of DJ software says, whichever program wrote it. */
export interface Content {
  /** What logs call it. */
  readonly format: 'key: value lines' | 'tracklist' | 'playlist' | 'single line' | 'empty' | 'unknown';
  /** Oldest first. Formats that only know the present have one at most. */
  readonly entries: readonly ContentEntry[];
  /**
   * `whole`: the writer has put its last sign. `likely`: everything needed is there, but more could follow.
   * `unfinished`: something is missing, so the writer is probably in the middle of its work.
   */
  readonly state: 'whole' | 'likely' | 'unfinished';
}
