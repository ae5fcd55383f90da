/** Stored sets. */

import type { Publication, SetEntry } from '../track.ts';

/** A set with at least one featured track: one run of the program, or several that continue each other. */
export interface StoredSession {
  readonly id: number;
  /** When its first track was featured, milliseconds since 1970-01-01 UTC. */
  readonly startedAt: number;
  readonly tracks: number;
}

/** Reads stored sessions for the API. Rejects with a RunError that gives the reason. */
export interface StoredSessions {
  list(limit: number): Promise<readonly StoredSession[]>;
  /** Entries of a session in order; empty if there is no such session. */
  entries(session: number): Promise<readonly SetEntry[]>;
}

/** Set of an earlier run that crashed or was restarted recently, continued by this run. */
export interface EarlierSet {
  readonly session: number;
  /** Unique id; absent from sets that a version before 0.3 stored. */
  readonly id?: string;
  /** When its first track was featured, milliseconds since 1970-01-01 UTC. */
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
  /** File size after that line, in bytes. */
  readonly size: number;
}

/**
 * Returns the set that this run continues, masked as of now; undefined for a new set. Known before the first
 * publication.
 */
export type GetEarlierSet = () => EarlierSet | undefined;

/** Session file, for the sink that writes it and for readers of stored sessions. */
export interface SessionFile extends StoredSessions {
  /** Finds the set that a run starting at `now` (milliseconds since 1970-01-01 UTC) continues. */
  resumableSet(now: number): Promise<EarlierSet | undefined>;
  /**
   * Resolves when the publication is on the disk. Rejects with an UpstreamError. `earlier`: the set to continue. `id`:
   * of this set.
   */
  store(publication: Publication, earlier: EarlierSet | undefined, id: string): Promise<void>;
  /** Stores the mark with the set. Never throws. */
  noteHistory(mark: HistoryMark): void;
  /** Marks the set as ended. Never rejects. */
  end(): Promise<void>;
  close(): void;
}
