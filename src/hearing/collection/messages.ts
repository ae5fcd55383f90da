/** What the program and its two helper processes for the collection say to each other. */
import type { CollectionTrack } from '../../core/contracts.ts';
import type { Track } from '../../core/track.ts';

/** A file, and how it was when it was looked at. */
export interface FileState {
  readonly path: string;
  readonly size: number;
  readonly modifiedMs: number;
}

export type CollectRequest =
  | {
      /** Before it begins, as often as needed: tracks that a DJ program lists, by the names that it has for them. */
      readonly kind: 'list';
      readonly folder: string;
      readonly tracks: readonly CollectionTrack[];
    }
  | {
      readonly kind: 'begin';
      /** Of the index. */
      readonly folder: string;
      /** Folders, and files. */
      readonly places: readonly string[];
      /** All that is listed is known: what is neither there nor listed is no longer part of the collection. */
      readonly isListed: boolean;
      /** A file that ended the process before, or held it up. */
      readonly broken?: FileState & { readonly problem: string };
      /** The first one of this look: higher than every one before. */
      readonly generation: number;
    }
  | { readonly kind: 'next' };

export interface CollectAnswer {
  /** Files of the collection, and those that are known by now. */
  readonly total: number;
  readonly known: number;
  /** Those of them that cannot be heard, and why the first of them cannot. */
  readonly unreadable: number;
  readonly problem: string;
  /** Places that could not be looked through. */
  readonly missing: readonly string[];
  /** Folders and files below them that cannot be read, files whose names cannot, and links to a folder that they are in. */
  readonly blocked: readonly string[];
  readonly unnamed: readonly string[];
  readonly loops: readonly string[];
  /** The folders are still looked through: what is new is not known yet. */
  readonly isLooking: boolean;
  /** Files that are listed and not there. */
  readonly absent: number;
  /** The file that is described now, or next, as it was before; undefined when none is. */
  readonly file: FileState | undefined;
  /** Rises when the index has changed. */
  readonly generation: number;
  /** Nothing is left to do. */
  readonly isOver: boolean;
}

/** Instead of an answer: why there is none, such as a disk that is full. For people. */
export interface Failed {
  readonly failed: string;
}

export interface SearchRequest {
  /** Of the index. */
  readonly folder: string;
  /** The index is read again when this is another number. */
  readonly generation: number;
  readonly samples: Float32Array;
  /** Say what it may be. */
  readonly isWanted: boolean;
}

export interface SearchAnswer {
  /** What the sound of the last seconds may be, the likeliest first; undefined when that was not wanted. */
  readonly found: readonly CollectionTrack[] | undefined;
  /** More files by name, until all were said. */
  readonly names: readonly NamedFile[];
}

export type NamedFile = Pick<Track, 'artist' | 'title'> & { readonly path: string };
