import type { LookupHealth, SinkHealth, SourceHealth } from '../../core/health.ts';
import type { WIRE_VERSION } from './events.ts';

/** A source or a sink: as the options spell it, and as people call it. */
export interface PartTitle {
  readonly name: string;
  readonly title: string;
}

/** `GET /api/v1/health`. Times are milliseconds since 1970-01-01 UTC, absent while nothing happened. */
export interface HealthMessage {
  readonly v: typeof WIRE_VERSION;
  /** `trouble` when the source cannot work, a sink has stopped or fails, or there is a `problem`. */
  readonly status: 'ok' | 'trouble';
  readonly version: string;
  /** Why the program itself has to be started again, in one sentence; absent when all is well. */
  readonly problem?: string | undefined;
  readonly uptimeMs: number;
  readonly source: SourceHealth & {
    /** As `--source` spells it. */
    readonly name: string;
    /** Each source that `name` names, and what people call it. */
    readonly parts: readonly PartTitle[];
  };
  /** Services and devices that art was requested from. A failing one is no `trouble`: the show goes on without it. */
  readonly enrichment: readonly LookupHealth[];
  readonly sinks: readonly (SinkHealth & PartTitle)[];
  /** Connected pages: on `/ws`, and on `/api/v1/events`. */
  readonly overlays: { readonly records: number; readonly events: number };
}
