import type { WIRE_VERSION } from './events.ts';

/** `GET /api/v1/health`. Times are milliseconds since 1970-01-01 UTC, absent while nothing happened. */
export interface HealthMessage {
  readonly v: typeof WIRE_VERSION;
  /** `trouble` when the source cannot work, or a sink has stopped or fails. */
  readonly status: 'ok' | 'trouble';
  readonly version: string;
  readonly uptimeMs: number;
  readonly source: WireSourceHealth;
  /** Services and devices that art was asked of. A failing one is no `trouble`: the show goes on without it. */
  readonly enrichment: readonly WireLookupHealth[];
  readonly sinks: readonly WireSinkHealth[];
  /** Connected pages: on `/ws`, and on `/api/v1/events`. */
  readonly overlays: { readonly records: number; readonly events: number };
}

export interface WireSourceHealth {
  /** As `--source` spells it. */
  readonly name: string;
  readonly watching: string;
  readonly lastHeardAt?: number;
  readonly problem?: string;
  readonly details?: readonly { readonly name: string; readonly state: string }[];
}

export interface WireLookupHealth {
  readonly name: string;
  /** Answers so far, "there is none" among them. */
  readonly answered: number;
  readonly lastSuccessAt?: number;
  readonly lastError?: string;
  readonly lastErrorAt?: number;
}

export interface WireSinkHealth {
  readonly name: string;
  readonly queued: number;
  readonly delivered: number;
  readonly dropped: number;
  readonly lastSuccessAt?: number;
  readonly lastError?: string;
  readonly lastErrorAt?: number;
  /** True while it rests after a refusal; `lastError` says why, and when it is tried again. */
  readonly stopped: boolean;
}
