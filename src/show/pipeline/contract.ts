import type { Enricher } from '../../core/contracts/enricher.ts';
import type { Control } from '../../core/contracts/operator.ts';
import type { EarlierSet } from '../../core/contracts/set.ts';
import type { Tap } from '../../core/contracts/sink.ts';
import type { Source, SourceListener } from '../../core/contracts/source.ts';
import type { Clock, LoggedLine, Logger } from '../../core/tools.ts';
import type { PlayId, Publication, SetEntry } from '../../core/track.ts';
import type { PipelineOptions } from './options.ts';

export type PipelineSettings = PipelineOptions & {
  readonly 'streaming.timeout': number;
};

export interface PipelineTools {
  readonly clock: Clock;
  readonly log: Logger;
  /** Current enricher; without one, publications never wait. */
  readonly enricher?: () => Enricher;
  /** Called in order. Returns at once and never throws. */
  readonly publish: (publication: Publication) => void;
  /**
   * Receives changes of ended plays (hidden, may be shown again) and of the stored facts of a hidden play. Like
   * `publish`; absent if no output needs them.
   */
  readonly publishEarlier?: (publication: Publication) => void;
  readonly tap?: Pick<Tap, 'arrived' | 'published'>;
  readonly source?: () => Source;
  readonly logged?: () => readonly LoggedLine[];
  /**
   * Adds an entry to `--hide.tracks`. Resolves with an error text. Absent if the program reads no configuration file.
   */
  readonly listHidden?: ((entry: string) => Promise<string | undefined>) | undefined;
}

export interface Pipeline extends SourceListener, Control {
  /** Continues the set of an earlier run, and clears what outputs still show of it. Call it before a source reports. */
  resume(set: EarlierSet): void;
  /** Restores hides by hand from an earlier set that was read too late to be continued. */
  restoreHides(set: EarlierSet): void;
  /** Returns whether outputs show this play, on whichever deck it is heard. */
  shows(play: PlayId): boolean;
  /** Masks an entry of an earlier run if anything hides its track now. */
  viewEntry(entry: SetEntry): SetEntry;
  /** A new rule hides the track on air at once. */
  settingsChanged(): void;
  /** Looks up the pictures of the track on air again. */
  enricherChanged(): void;
  /** The new source's first report may be the play on air under another id. */
  sourceReplaced(): void;
  /** Publishes a waiting track without pictures, drops the held one, and ignores further events. */
  stop(): void;
}
