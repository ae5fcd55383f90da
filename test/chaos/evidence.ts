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
  readonly removed?: boolean;
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

/** Where answers to the operator's new set are said, after `next` if it begins with the next track. */
export const NEW_SET = 'new set';
/** Where answers to *Hide next time* are said, after the number of the track. */
export const HIDE_NEXT = 'hide next';

/** Where answers to *Remove* and *Put back* are said, after the position and whether the row is removed. */
export const REMOVE = 'remove';

export const FILES = { featured: 'now.txt', art: 'now.png', history: 'history.txt', cue: 'set.cue' } as const;
