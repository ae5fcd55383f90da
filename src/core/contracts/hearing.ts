import type { Secret } from '../option.ts';
import type { Track } from '../track.ts';

/** Searches the DJ's collection (`--hear.library`) for the sound of the room. */
export interface HeardCollection {
  /**
   * Calls `found` with candidates, likeliest first, every few seconds while there is sound; with none if nothing
   * matches. `RoomHearing` has to confirm them. Searches less often while `isAlone()`: one candidate explains most of
   * the sound. Returns a function that stops the search.
   */
  follow(found: (tracks: readonly CollectionTrack[]) => void, isAlone: () => boolean): () => void;
  fileOf(track: Track): string | undefined;
}

export type LibraryProgram = 'mixxx' | 'serato' | 'engine';

/** A track list to read: the library of a local program, or the one that rekordbox wrote on a stick. */
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
   * Calls `changed` four times a second while there is sound. `proposed` files come from the search of the collection
   * and need stronger evidence than `loaded` ones.
   */
  follow(changed: (state: RoomHeard) => void, files?: 'loaded' | 'proposed'): FollowedFiles;
}

export interface FollowedFiles {
  want(paths: ReadonlySet<string>): void;
  close(): void;
}

export interface RoomHeard {
  /**
   * Paths and levels, 0 to 1: near 1 for the main track, 0 for one that it drowns out. Files still being read are
   * missing. Undefined while there is no sound.
   */
  readonly levels: ReadonlyMap<string, number> | undefined;
  /** Files with the same recording as another, which is followed in their place: path to path. */
  readonly doubles?: ReadonlyMap<string, string>;
  /** Share of the sound that each file explains, 0 to 1, by path. */
  readonly shares?: ReadonlyMap<string, number>;
  readonly unreadable: ReadonlySet<string>;
}

export interface Broadcast {
  readonly mount: string;
  /** Own name of the program: "butt 0.1.37". */
  readonly program: string;
  /** Declared type: `audio/mpeg`; may be empty. */
  readonly contentType: string;
}

/** Calls return at once and never throw. */
export interface BroadcastAudio {
  begin(broadcast: Broadcast): BroadcastTap;
}

export interface BroadcastTap {
  /** Takes borrowed bytes. Returns how many milliseconds the caller may buffer before the next call. */
  push(bytes: Buffer): number;
  end(): void;
}
