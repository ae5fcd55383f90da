/** What the program and its two helper processes for hearing say to each other. */

/** The next sound, after these changes of what to listen for: a description, or undefined for a piece that is over. */
export interface JudgeRequest {
  readonly pieces: readonly (readonly [id: string, description: Uint8Array | undefined])[];
  readonly samples: Float32Array;
}

export interface JudgeAnswer {
  /** By id; undefined while the sound is too short for another judgement. */
  readonly levels: ReadonlyMap<string, number> | undefined;
}

/** The next part of a file's description; `start` begins it. */
export interface DescribeRequest {
  readonly path: string;
  readonly start: boolean;
}

export type DescribeAnswer =
  | { readonly description: Uint8Array; readonly isLast: boolean }
  /** For people, about the file. */
  | { readonly problem: string };
