import type { Publication, SetEntry } from '../track.ts';

/** Run of the program with at least one featured track, or several that continue each other. */
export interface StoredSession {
  readonly id: number;
  /** When its first track was featured, epoch milliseconds. */
  readonly startedAt: number;
  readonly tracks: number;
}

/** Rejects with a RunError that gives the reason. */
export interface StoredSessions {
  list(limit: number): Promise<readonly StoredSession[]>;
  /** Ordered; empty if there is no such session. */
  entries(session: number): Promise<readonly SetEntry[]>;
}

/** Set of an earlier run that crashed or was restarted recently, continued by this run. */
export interface EarlierSet {
  readonly session: number;
  /** Absent from sets that a version before 0.3 stored. */
  readonly id?: string;
  /** When its first track was featured, epoch milliseconds. */
  readonly startedAt: number;
  readonly entries: readonly SetEntry[];
  /** Absent if no line is known to be written. */
  readonly history?: HistoryMark;
  /** Set for a sink that starts in the middle of this run's own set. */
  readonly isOfThisRun?: true;
}

export interface HistoryMark {
  readonly path: string;
  readonly position: number;
  /** Bytes. */
  readonly size: number;
}

/** Set that this run continues, masked as of now; undefined for a new set. Known before the first publication. */
export type GetEarlierSet = () => EarlierSet | undefined;

export interface SessionFile extends StoredSessions {
  /** Set that a run starting at `now` (epoch milliseconds) continues. */
  resumableSet(now: number): Promise<EarlierSet | undefined>;
  /** Resolves when the publication is on the disk. Rejects with an UpstreamError. `id`: of this set. */
  store(publication: Publication, earlier: EarlierSet | undefined, id: string): Promise<void>;
  /** Never throws. */
  noteHistory(mark: HistoryMark): void;
  /** Marks the set as ended. Never rejects. */
  end(): Promise<void>;
  close(): void;
}
