/** What the program and its two helper processes for hearing say to each other. */

/** A file to listen for. */
export interface DescribedPiece {
  readonly description: Uint8Array;
  /** Nobody loaded it: the search of the collection proposes it. */
  readonly isProposed: boolean;
}

/** The next sound, after these changes of what to listen for: undefined for a piece that is over. */
export interface JudgeRequest {
  readonly pieces: readonly (readonly [id: string, piece: DescribedPiece | undefined])[];
  readonly samples: Float32Array;
}

export interface JudgeAnswer {
  /** By id; undefined while the sound is too short for another judgement. */
  readonly levels: ReadonlyMap<string, number> | undefined;
  /** Part of the sound that each explains, 0 to 1, by id. */
  readonly shares: ReadonlyMap<string, number>;
  /** Those with the same recording as another one, which is heard in their place: ids by ids. */
  readonly doubles: ReadonlyMap<string, string>;
  readonly isSilent: boolean;
}

/** The next part of a file's description; `start` begins it. */
export interface DescribeRequest {
  readonly path: string;
  readonly start: boolean;
}

export type DescribeAnswer =
  /** `processorMs`: the processor time that it took. */
  | { readonly description: Uint8Array; readonly isLast: boolean; readonly processorMs: number }
  /** For people, about the file. */
  | { readonly problem: string };
