import type { Picture, Publication, SetEntry } from '../track.ts';

/** Set of a run with a featured track, or of several runs that continue each other. */
export interface StoredSession {
  readonly id: number;
  /** Epoch milliseconds of its first track. */
  readonly startedAt: number;
  readonly tracks: number;
  /** File names of the recording in which the set was heard. */
  readonly recording?: string;
}

/** Methods reject with a RunError for users. */
export interface StoredSessions {
  list(limit: number): Promise<readonly StoredSession[]>;
  /** Ordered, with those that the operator removed; empty if there is no such session. */
  entries(session: number): Promise<readonly SetEntry[]>;
}

/** Set of a recently crashed or restarted run, continued by this one. */
export interface EarlierSet {
  readonly session: number;
  /** Absent from sets that a version before 0.3 stored. */
  readonly id?: string;
  /** Epoch milliseconds of its first track. */
  readonly startedAt: number;
  /** Ordered, with those that the operator removed. */
  readonly entries: readonly SetEntry[];
  /** Tracks of the sets that the operator ended by beginning this one. */
  readonly before?: readonly SetEntry[];
  /** Keyed by position; of visible tracks, and the newest only. */
  readonly covers?: ReadonlyMap<number, Picture>;
  /** Absent if neither this set nor an earlier one noted a line. */
  readonly history?: HistoryMark;
  /** Given to a sink that starts in the middle of this run's own set. */
  readonly isOfThisRun?: true;
  /** Position of the play on air, in this run's own set. */
  readonly onAir?: number;
}

export interface HistoryMark {
  readonly path: string;
  /** 0: an earlier set's, or no line is left. */
  readonly position: number;
  /** Bytes. */
  readonly size: number;
}

/** Stand in for names that no option gives. */
export interface SetNames {
  /** May be empty. */
  readonly dj: string;
  readonly heading: string;
}

/**
 * Returns the tracks so far of the publication's set, or of this run's first set without one. Masked as of now;
 * undefined for a new set. Known before the first publication.
 */
export type GetEarlierSet = (publication?: Pick<Publication, 'set'>) => EarlierSet | undefined;

export interface SessionFile extends StoredSessions {
  /** `now`: epoch milliseconds. `own`: ids of sets that this run may have stored. */
  resumableSet(now: number, own: readonly string[]): Promise<EarlierSet | undefined>;
  /** Another `id` begins a new set. Resolves when the publication is on the disk. Rejects with an UpstreamError. */
  store(publication: Publication, earlier: EarlierSet | undefined, id: string): Promise<unknown>;
  /** Ignored once another set has begun. Never throws. */
  noteHistory(mark: HistoryMark, id: string): void;
  /** Never rejects. */
  end(): Promise<void>;
  close(): void;
}
