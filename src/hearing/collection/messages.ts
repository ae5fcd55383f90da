import type { CollectionTrack } from '../../core/contracts/hearing.ts';
import type { PlainText } from '../../core/message.ts';
import type { Track } from '../../core/track.ts';
import type { FoundFile } from './walk.ts';

/** A file as it was found. */
export interface FileState extends FoundFile {
  readonly path: string;
}

export type CollectRequest =
  | {
      /** Tracks that a DJ program lists, under its names. Sent as often as needed, before `begin`. */
      readonly kind: 'list';
      readonly folder: string;
      readonly tracks: readonly CollectionTrack[];
    }
  | {
      readonly kind: 'begin';
      readonly folder: string;
      /** Folders and files. */
      readonly places: readonly string[];
      /** All lists were read, so files that are neither found nor listed are removed. */
      readonly isListed: boolean;
      /** File that ended or blocked the process before. */
      readonly broken?: FileState & { readonly problem: string };
      /** First generation of this walk; higher than all earlier ones. */
      readonly generation: number;
    }
  | { readonly kind: 'next' };

export interface CollectAnswer {
  /** Files of the collection, and those indexed so far. */
  readonly total: number;
  readonly known: number;
  /** Known files that can't be heard, and the reason for the first. */
  readonly unreadable: number;
  readonly problem: string;
  /** Places that could not be walked. */
  readonly missing: readonly string[];
  /** Files and folders that can't be read, files with unreadable names, and links to a folder they lie in. */
  readonly blocked: readonly string[];
  readonly unnamed: readonly string[];
  readonly loops: readonly string[];
  /** The folders are still being walked, so new files are not known yet. */
  readonly isLooking: boolean;
  /** Listed files that don't exist. */
  readonly absent: number;
  /** File described now or next, as it was found; undefined if none. */
  readonly file: FileState | undefined;
  /** Increases when the index changes. */
  readonly generation: number;
  readonly isOver: boolean;
}

/** Sent instead of an answer, with the reason for users, such as a full disk. */
export interface Failed {
  readonly failed: PlainText;
}

export interface SearchRequest {
  readonly folder: string;
  /** If it changed, the index is read again. */
  readonly generation: number;
  readonly samples: Float32Array;
  readonly isWanted: boolean;
}

export interface SearchAnswer {
  /** Tracks found in the last seconds of sound, best first; undefined if no search was requested. */
  readonly found: readonly CollectionTrack[] | undefined;
  /** Some more files by name, until all were sent. */
  readonly names: readonly NamedFile[];
}

export type NamedFile = Pick<Track, 'artist' | 'title'> & { readonly path: string };
