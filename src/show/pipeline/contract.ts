import type { Enricher } from '../../core/contracts/enricher.ts';
import type { Control } from '../../core/contracts/operator.ts';
import type { EarlierSet } from '../../core/contracts/set.ts';
import type { Tap } from '../../core/contracts/sink.ts';
import type { Source, SourceListener } from '../../core/contracts/source.ts';
import type { Text } from '../../core/message.ts';
import type { Clock, LoggedLine, Logger } from '../../core/tools.ts';
import type { PlayId, Publication, SetEntry, Track, Transition } from '../../core/track.ts';
import type { PipelineOptions } from './options.ts';

export type PipelineSettings = PipelineOptions & {
  readonly 'streaming.timeout': number;
};

export interface PipelineTools {
  readonly clock: Clock;
  readonly log: Logger;
  /** Absent: publications never wait. */
  readonly enricher?: () => Enricher;
  /** Called in order. Returns at once; never throws. */
  readonly publish: (publication: Publication) => void;
  /** Receives changes of ended plays, and of a hidden play's stored facts. Like `publish`. */
  readonly publishEarlier?: (publication: Publication) => void;
  readonly tap?: Pick<Tap, 'arrived' | 'published'>;
  readonly source?: () => Source;
  readonly logged?: () => readonly LoggedLine[];
  /** Adds an entry to `--hide.tracks`; resolves to an error text. Absent without a configuration file. */
  readonly listHidden?: ((entry: string, isListed: boolean) => Promise<Text | undefined>) | undefined;
}

export interface Pipeline extends SourceListener, Control {
  /** Continues an earlier run's set, and clears it from outputs. Call it before a source reports. */
  resume(set: EarlierSet): void;
  /** Restores hides by hand from an earlier set read too late to be continued. */
  restoreHides(set: EarlierSet): void;
  /** Whether this track is on air, or was when the continued run ended. */
  goesOn(track: Track): boolean;
  /** Epoch milliseconds, if `goesOn` and this source reported it; else undefined. */
  onAirSince(report: Pick<Transition, 'track' | 'source'>): number | undefined;
  /** Returns whether outputs show this play, on whichever deck. */
  shows(play: PlayId): boolean;
  /** Masks an earlier run's entry if anything hides its track now. */
  viewEntry(entry: SetEntry): SetEntry;
  settingsChanged(): void;
  /** Looks up the pictures on air again. */
  enricherChanged(): void;
  /**
   * The new source may first report the play on air under another id. `removed`: names of sources that are followed no
   * longer; a play of theirs ends.
   */
  sourceReplaced(removed: readonly string[]): void;
  /** Publishes a waiting track without pictures, drops the held one, ignores further events. */
  stop(): void;
}
