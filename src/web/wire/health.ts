import type { LookupHealthOf, SinkHealthOf, SourceHealthOf } from '../../core/health.ts';
import type { WIRE_VERSION } from './events.ts';
import type { Translatable } from './text.ts';

/** A source or a sink: as the options spell it, and as people call it. */
export interface PartTitle {
  readonly name: string;
  readonly title: string;
}

/** `GET /api/v1/health`. Times are milliseconds since 1970-01-01 UTC, absent while nothing happened. */
export interface HealthMessage extends Translatable {
  readonly v: typeof WIRE_VERSION;
  /** `trouble` when the source cannot work, a sink has stopped or fails, or there is a `problem`. */
  readonly status: 'ok' | 'trouble';
  readonly version: string;
  /** Why the program itself has to be started again, in one sentence; absent when all is well. */
  readonly problem?: string | undefined;
  readonly uptimeMs: number;
  readonly source: WireSourceHealth & {
    /** As `--source` spells it. */
    readonly name: string;
    /** Each source that `name` names, and what people call it. */
    readonly parts: readonly PartTitle[];
  };
  /** Services and devices that art was requested from. A failing one is no `trouble`: the show goes on without it. */
  readonly enrichment: readonly WireLookupHealth[];
  readonly sinks: readonly (WireSinkHealth & PartTitle)[];
  /** Connected pages: on `/ws`, and on `/api/v1/events`. */
  readonly overlays: { readonly records: number; readonly events: number };
}

export interface WireSourceHealth extends SourceHealthOf<string>, Translatable {}

export interface WireLookupHealth extends LookupHealthOf<string>, Translatable {}

export interface WireSinkHealth extends SinkHealthOf<string>, Translatable {}
