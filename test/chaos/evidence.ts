/** Output of a chaos set, and all that the oracle looks at. */

/** Text that could be read outside the program. */
export interface SaidThing {
  readonly at: number;
  readonly where: string;
  readonly text: string;
}

/** All outputs at one moment. */
export interface ChaosSnapshot {
  readonly at: number;
  /** Contents by file name. */
  readonly files: ReadonlyMap<string, string>;
  /** Status and body of `GET` answers by path. */
  readonly answers: ReadonlyMap<string, string>;
  /** Stored sets, oldest first. */
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
  /** Messages that services accepted. */
  readonly accepted: { readonly chat: readonly SaidThing[]; readonly webhook: readonly SaidThing[] };
  readonly snapshots: readonly ChaosSnapshot[];
}

export const FILES = { featured: 'now.txt', art: 'now.png', history: 'history.txt', cue: 'set.cue' } as const;
