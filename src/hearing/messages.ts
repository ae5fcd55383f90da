import type { PlainText } from '../core/message.ts';

export interface DescribedPiece {
  readonly description: Uint8Array;
  /** Proposed by the search of the collection, not loaded. */
  readonly isProposed: boolean;
}

/** Sound, preceded by changes of the pieces: undefined removes a piece. */
export interface JudgeRequest {
  /** Sound begins, after a pause or for the first time: nothing heard before counts. All pieces follow. */
  readonly begins: boolean;
  readonly pieces: readonly (readonly [id: string, piece: DescribedPiece | undefined])[];
  readonly samples: Float32Array;
  /** The answer has positions. */
  readonly measures: boolean;
}

/** Where a piece was a moment ago. */
export interface HeardPosition {
  /** In the piece, in milliseconds. */
  readonly ms: number;
  /** Milliseconds before the end of the sound. */
  readonly agoMs: number;
}

export interface JudgeAnswer {
  /** By id; undefined if the sound is too short for another judgement. */
  readonly levels: ReadonlyMap<string, number> | undefined;
  /** Share of the sound that each piece explains, 0 to 1, by id. */
  readonly shares: ReadonlyMap<string, number>;
  /** Maps the id of a piece to the id of one with the same recording, which is heard in its place. */
  readonly doubles: ReadonlyMap<string, string>;
  /** By id. Pieces that are not heard are missing, and all of them unless they are asked for. */
  readonly positions: ReadonlyMap<string, HeardPosition>;
  readonly isSilent: boolean;
}

/** Requests the next part of a file's description; `start` begins it. */
export interface DescribeRequest {
  readonly path: string;
  readonly start: boolean;
}

export type DescribeAnswer =
  /** `processorMs`: processor time used. */
  | { readonly description: Uint8Array; readonly isLast: boolean; readonly processorMs: number }
  /** For users, about the file. */
  | { readonly problem: PlainText };
