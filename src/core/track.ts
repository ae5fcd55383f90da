/**
 * The data that travels from a source to the sinks. Everything here is read-only and plain.
 *
 * source ──Transition──▶ pipeline ──Publication──▶ sinks
 */

/** What is known of a piece of music. Text is never null: an unknown field is the empty string. */
export interface Track {
  readonly artist: string;
  readonly title: string;
  readonly album: string;
  readonly genre: string;
  /** Base name of the audio file; empty for streams. For `--hide.regex.filename` and the lists of a set. */
  readonly filename: string;
  /** Playing time in milliseconds; 0 when unknown. */
  readonly durationMs: number;
}

export const UNKNOWN_TRACK: Track = {
  artist: '',
  title: '',
  album: '',
  genre: '',
  filename: '',
  durationMs: 0,
};

declare const judged: unique symbol;

/**
 * A track that may be shown: only the judgement about hiding makes one from a track (`core/shown.ts`). Whatever leaves
 * the program accepts nothing else, so that a view that forgot to ask does not compile.
 */
export type ShownTrack = Track & { readonly [judged]: true };

/** What may be shown of a track. */
export interface Shown {
  readonly hidden: boolean;
  /** Nothing is known of it while hidden. */
  readonly track: ShownTrack;
}

/** A finished picture: always PNG. Art is 256x256, a streaming code has its own width. */
export interface Picture {
  readonly png: Uint8Array;
}

/** One load-and-play of a track. It names the same play in every event that follows the transition. */
export type PlayId = string;

/** "This track is now the one": what a source hands to the pipeline. */
export interface Transition {
  readonly playId: PlayId;
  readonly track: Track;
  /** Name of the source, as `--source` spells it. */
  readonly source: string;
  /** What a person calls the deck ("2", "1B"); absent for sources that have no decks. */
  readonly deck?: string;
  /** When the source saw it, milliseconds since 1970-01-01 UTC. */
  readonly at: number;
  /** The source says that it must not be shown (deck colour). */
  readonly hidden: boolean;
  /** Fetches the art that the hardware or software itself holds; absent when it can have none. */
  readonly nativeArt?: NativeArt;
}

/**
 * Called at most once at a time for a track; may take long (a transfer from a device).
 * Resolves to undefined when there is no art, rejects when it could not be told.
 */
export type NativeArt = (signal: AbortSignal) => Promise<Uint8Array | undefined>;

/**
 * Why a publication went out.
 * `track`: a new featured track (hidden or not). The others repeat a play that was published before:
 * `hide` and `reveal` when its visibility changed, `correction` when its names did: they came late, or the operator
 * edited them.
 */
export type PublicationKind = 'track' | 'hide' | 'reveal' | 'correction';

/** The finished record that every sink receives. A hidden one holds nothing of the track. */
export interface Publication extends Shown {
  readonly kind: PublicationKind;
  /** Counts up from 1 in this run. */
  readonly seq: number;
  readonly playId: PlayId;
  /** Where the track stands in the set, from 1. A second publication keeps its play's place. */
  readonly position: number;
  /** Absent when there is none, or while hidden. */
  readonly art?: Picture;
  /** Streaming-service code image; absent when there is none, or while hidden. */
  readonly code?: Picture;
  /** Name of the source, as `--source` spells it. */
  readonly source: string;
  readonly deck?: string;
  /** The transition's time (when its hold ended), milliseconds since 1970-01-01 UTC. */
  readonly at: number;
  /** Milliseconds from the first featured track of the set to this one. */
  readonly elapsedMs: number;
}

/** A featured play as the record of the set keeps it. */
export type SetEntry = Omit<Publication, 'kind' | 'seq' | 'art' | 'code'>;
