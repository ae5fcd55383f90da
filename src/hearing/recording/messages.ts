import type { Track } from '../../core/track.ts';
import type { Failed } from '../collection/messages.ts';
import type { Line } from './lines.ts';
import type { HeardEntry } from './tracklist.ts';

export type { Failed };

export type RecordingRequest =
  /** Describes the next part of a file. `base`: of the files of its scan. */
  | { readonly kind: 'scan'; readonly path: string; readonly base: string }
  /** Begins to search the files together, in this order. `index`: folder of the collection's index. */
  | { readonly kind: 'open'; readonly bases: readonly string[]; readonly index: string }
  /** Searches for a moment. */
  | { readonly kind: 'search' }
  /** Goes on to a stretch that no trace covers, after the lines found before were traced. */
  | { readonly kind: 'search-unheard' }
  | { readonly kind: 'trace'; readonly line: Line; readonly description: Uint8Array }
  | { readonly kind: 'result' };

export interface ScanAnswer {
  /** Seconds of sound described so far. */
  readonly seconds: number;
  /** Part of the file that was read, 0 to 1; undefined while ffmpeg reads it. */
  readonly done: number | undefined;
  readonly isOver: boolean;
  /** Reason for users why the file ends here; empty if it was read to its end. */
  readonly problem: string;
}

export interface SearchedAnswer {
  readonly done: number;
  readonly total: number;
  /** Lines, once all is searched. */
  readonly lines: readonly Line[] | undefined;
}

export interface UnheardAnswer {
  /** Part of the recording, 0 to 1; 1 once all is compared. */
  readonly done: number;
  readonly lines: readonly Line[];
}

export interface ResultAnswer {
  readonly entries: readonly (HeardEntry & { readonly track: Track | undefined })[];
  /** Length of the recording. */
  readonly seconds: number;
}

export type RecordingAnswer =
  | ScanAnswer
  | SearchedAnswer
  | UnheardAnswer
  | ResultAnswer
  | Failed
  | Record<string, never>;
