import type { WIRE_VERSION } from './events.ts';

/** `GET /api/v1/health`. Times are milliseconds since 1970-01-01 UTC, absent while nothing happened. */
export interface HealthMessage {
  readonly v: typeof WIRE_VERSION;
  /** `trouble` when the source cannot work, or a sink has stopped or fails. */
  readonly status: 'ok' | 'trouble';
  readonly version: string;
  readonly uptimeMs: number;
  readonly source: SourceHealth & {
    /** As `--source` spells it. */
    readonly name: string;
  };
  /** Services and devices that art was requested from. A failing one is no `trouble`: the show goes on without it. */
  readonly enrichment: readonly LookupHealth[];
  readonly sinks: readonly SinkHealth[];
  /** Connected pages: on `/ws`, and on `/api/v1/events`. */
  readonly overlays: { readonly records: number; readonly events: number };
}

export interface SourceHealth {
  /** What it watches, for a person: "2 devices", "~/NowPlaying.txt". */
  readonly watching: string;
  /** Milliseconds since 1970-01-01 UTC; absent while nothing has been received. */
  readonly lastHeardAt?: number;
  /** Why nothing works, in one sentence; absent when all is well. */
  readonly problem?: string;
  /** Devices or files with their state, for a person. */
  readonly details?: readonly { readonly name: string; readonly state: string }[];
}

/** A service or a device that pictures are requested from. */
export interface LookupHealth {
  readonly name: string;
  /** Answers so far, including "there is none". */
  readonly answered: number;
  /** Milliseconds since 1970-01-01 UTC; absent until then. */
  readonly lastSuccessAt?: number;
  readonly lastError?: string;
  readonly lastErrorAt?: number;
}

export interface SinkHealth {
  readonly name: string;
  /** Waiting publications, including the one being delivered. */
  readonly queued: number;
  readonly delivered: number;
  readonly dropped: number;
  /** Attempts that failed; those that succeeded at a further try have some, too. */
  readonly failed: number;
  /** Milliseconds since 1970-01-01 UTC; absent until then. */
  readonly lastSuccessAt?: number;
  readonly lastError?: string;
  readonly lastErrorAt?: number;
  /** True while it pauses after a refusal that only the user can resolve (a wrong token). */
  readonly stopped: boolean;
}
