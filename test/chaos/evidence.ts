/** What a chaos set has left behind, in plain words: all that the oracle looks at. */

/** Something that could be read outside the program. */
export interface SaidThing {
  readonly at: number;
  readonly where: string;
  readonly text: string;
}

/** Everything as it stood at one moment. */
export interface ChaosSnapshot {
  readonly at: number;
  /** Files by name. */
  readonly files: ReadonlyMap<string, string>;
  /** `GET` answers by path, with the status before them. */
  readonly answers: ReadonlyMap<string, string>;
  /** The stored sets, oldest first. */
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
  /** Messages that services have accepted. */
  readonly accepted: { readonly chat: readonly SaidThing[]; readonly webhook: readonly SaidThing[] };
  readonly snapshots: readonly ChaosSnapshot[];
}

export const FILES = { featured: 'now.txt', art: 'now.png', history: 'history.txt', cue: 'set.cue' } as const;
