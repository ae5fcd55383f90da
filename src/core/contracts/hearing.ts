import type { Finding } from '../finding.ts';
import type { Secret } from '../option.ts';
import type { Track } from '../track.ts';
import type { GridPosition } from './beat.ts';

export interface HeardCollection {
  /**
   * Every few seconds while there is sound: candidates, likeliest first, for `RoomHearing` to confirm.
   * Searches less often while `isAlone()`: one candidate explains most of the sound. Returns a function that
   * ends it.
   */
  follow(found: (tracks: readonly CollectionTrack[]) => void, isAlone: () => boolean): () => void;
  fileOf(track: Track): string | undefined;
  /** Tells why music is missing in it. */
  findings?(): readonly Finding[];
}

export type LibraryProgram = 'mixxx' | 'serato' | 'engine';

export type TrackList =
  | { readonly program: LibraryProgram }
  | {
      readonly folder: string;
      /** Key of OneLibrary; may be empty. */
      readonly key: Secret;
    };

export interface CollectionTrack {
  readonly path: string;
  readonly track: Track;
}

export interface RoomHearing {
  /**
   * Four times a second while there is sound. `proposed` files come from the search of the collection and
   * need stronger evidence than `loaded` ones.
   */
  follow(changed: (state: RoomHeard) => void, files?: 'loaded' | 'proposed'): FollowedFiles;
  readonly beats?: HeardBeats;
}

/** Beats of the followed files, where their beat grids are known. Nothing is read or computed without a follower. */
export interface HeardBeats {
  /** Calls `changed` four times a second while there is sound. Returns a function that ends it. */
  follow(changed: () => void): () => void;
  /** Undefined unless the file is heard and has a beat grid. */
  at(path: string, time: number): GridPosition | undefined;
}

export interface FollowedFiles {
  want(paths: ReadonlySet<string>): void;
  close(): void;
}

export interface RoomHeard {
  /**
   * Path to level: near 1 for the main track, 0 for a drowned one. Lacks files still being read. Undefined
   * without sound.
   */
  readonly levels: ReadonlyMap<string, number> | undefined;
  /** Files with the same recording as another, which is followed instead. */
  readonly doubles?: ReadonlyMap<string, string>;
  /** Share of the sound that each file explains, 0 to 1. */
  readonly shares?: ReadonlyMap<string, number>;
  readonly unreadable: ReadonlySet<string>;
}

export interface Broadcast {
  readonly mount: string;
  /** Program and version: "butt 0.1.37". */
  readonly program: string;
  /** `audio/mpeg`; may be empty. */
  readonly contentType: string;
}

/** Calls return at once and never throw. */
export interface BroadcastAudio {
  begin(broadcast: Broadcast): BroadcastTap;
}

export interface BroadcastTap {
  /** Borrows the bytes. Returns the milliseconds that the caller may buffer before the next call. */
  push(bytes: Buffer): number;
  end(): void;
}
