/** Output of a chaos set, for the oracle. */

export interface SaidThing {
  readonly at: number;
  readonly where: string;
  readonly text: string;
}

export interface ChaosSnapshot {
  readonly at: number;
  readonly files: ReadonlyMap<string, string>;
  /** By path. */
  readonly answers: ReadonlyMap<string, string>;
  /** Oldest first. */
  readonly sessions: readonly (readonly StoredLine[])[];
}

export interface StoredLine {
  readonly position: number;
  readonly hidden: boolean;
  readonly artist: string;
  readonly title: string;
  readonly elapsedMs: number;
}

export interface ChaosEvidence {
  readonly said: readonly SaidThing[];
  readonly accepted: { readonly chat: readonly SaidThing[]; readonly webhook: readonly SaidThing[] };
  readonly snapshots: readonly ChaosSnapshot[];
  /** Beats are among what was said. */
  readonly hasBeats: boolean;
}

/** Where answers to the operator's new set are said. */
export const NEW_SET = 'new set';

export const FILES = { featured: 'now.txt', art: 'now.png', history: 'history.txt', cue: 'set.cue' } as const;
