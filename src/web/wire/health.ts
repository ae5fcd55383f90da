import type { HearingHealthOf, LookupHealthOf, SinkHealthOf, SourceHealthOf } from '../../core/health.ts';
import type { WIRE_VERSION } from './events.ts';
import type { Translatable } from './text.ts';

/** Source or sink: its name in options, and its title for users. */
export interface PartTitle {
  readonly name: string;
  readonly title: string;
  /** Its first option, as a place in the settings; absent without options. */
  readonly setting?: string;
  /** Sink whose receiver never answers: `delivered` is what was sent. */
  readonly isUnanswered?: true;
}

/** `GET /api/v1/health`. Times are milliseconds since 1970-01-01 UTC, absent before the first event. */
export interface HealthMessage extends Translatable {
  readonly v: typeof WIRE_VERSION;
  /**
   * `trouble` if the source cannot work, the sound of the room has stopped, music of the collection is missing, a sink
   * has stopped or fails, or there is a `problem`.
   */
  readonly status: 'ok' | 'trouble';
  readonly version: string;
  /** `deckcast demo`, which plays invented tracks and saves nothing. */
  readonly isDemo?: true;
  /** The first of `troubles`; absent if all is well. */
  readonly problem?: string | undefined;
  /** Troubles of the configuration, the look, OBS and the running copy; absent if all is well. */
  readonly troubles?: readonly ProgramTrouble[] | undefined;
  readonly uptimeMs: number;
  /** Start of the program, or its last change of settings other than those of hidden tracks. */
  readonly settingsAt: number;
  readonly source: WireSourceHealth & {
    /** Name in `--source`. */
    readonly name: string;
    /** Sources in `name`, with their titles. */
    readonly parts: readonly PartTitle[];
    /**
     * The user has chosen no source, so this is the default, none of its devices is known, and no set goes on that was
     * begun before this start.
     */
    readonly isDefault?: true;
  };
  /** Absent while deckcast does not listen to the room. */
  readonly hearing?: WireHearingHealth | undefined;
  /**
   * Services and devices that art was requested from. A failing one is no `trouble`, because the show continues without
   * it.
   */
  readonly enrichment: readonly WireLookupHealth[];
  readonly sinks: readonly (WireSinkHealth & PartTitle)[];
  /**
   * Connected pages: on `/ws`, on `/api/v1/events` without deckcast's own, and how many of them are overlays in OBS.
   */
  readonly overlays: {
    readonly records: number;
    readonly events: number;
    readonly obs: number;
    /**
     * When the last overlay in OBS left; absent while OBS shows one, before the first, and for some seconds. OBS may have
     * been closed on purpose, so it is no `trouble`.
     */
    readonly obsGoneAt?: number;
  };
}

/** Problem and remedy in one sentence. */
export interface ProgramTrouble extends Translatable {
  readonly title: string;
  readonly problem: string;
  /** Option to look at, or empty for all settings; absent if the settings do not help. */
  readonly setting?: string;
}

export interface WireSourceHealth extends SourceHealthOf<string>, Translatable {}

export interface WireHearingHealth extends HearingHealthOf<string>, Translatable {}

export interface WireLookupHealth extends LookupHealthOf<string>, Translatable {}

export interface WireSinkHealth extends SinkHealthOf<string>, Translatable {}
