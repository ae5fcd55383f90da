/** The pipeline as others see it: what it needs, and what it does. */
import type { Control, EarlierSet, Enricher, Source, SourceListener, Tap } from '../../core/contracts.ts';
import type { Clock, LoggedLine, Logger } from '../../core/tools.ts';
import type { Publication, SetEntry } from '../../core/track.ts';
import type { PipelineOptions } from './options.ts';

export type PipelineSettings = PipelineOptions & {
  /** Seconds that a publication may wait for pictures. */
  readonly 'streaming.timeout': number;
};

export interface PipelineTools {
  readonly clock: Clock;
  readonly log: Logger;
  /** What looks for pictures now; absent: nothing is looked up and nothing waits. */
  readonly enricher?: () => Enricher;
  /** Receives each publication, in order; returns at once and never throws. */
  readonly publish: (publication: Publication) => void;
  /**
   * Receives changes of plays that are over: one was hidden, or may be shown again; and of what is recorded of a hidden
   * one, which nobody sees. Like `publish`; absent when no output names those.
   */
  readonly publishEarlier?: (publication: Publication) => void;
  readonly tap?: Pick<Tap, 'arrived' | 'published'>;
  /** What reports to it now, and has the decks; absent: nothing has decks. */
  readonly source?: () => Source;
  /** The last lines of the log, oldest first; absent: none are kept. */
  readonly logged?: () => readonly LoggedLine[];
  /**
   * Adds an entry to `--hide.tracks`. Resolves with why that cannot be done; undefined when it is. Absent in a program
   * that reads no configuration file.
   */
  readonly listHidden?: ((entry: string) => Promise<string | undefined>) | undefined;
}

/** Reports come from the source; the operator sees and changes what becomes of them. */
export interface Pipeline extends SourceListener, Control {
  /**
   * Continues the set of an earlier run: publishes what was on air when that ended, so that every output is brought in line
   * with the set. Call it before a source reports; later, it only recalls what the operator hid.
   */
  resume(set: EarlierSet): void;
  /** An entry of an earlier run as it may be shown now: without names when something hides the track by now. */
  viewEntry(entry: SetEntry): SetEntry;
  /** The settings have changed: a rule that hides what is on air hides it at once. */
  settingsChanged(): void;
  /** What looks for pictures is another one, or may find others: those of the track on air are looked for again. */
  enricherChanged(): void;
  /** The source is another one from now on; what it reports first may be the play that is on air, by another id. */
  sourceReplaced(): void;
  /** Publishes a track that waits for pictures without them, drops the held one, and accepts nothing more. */
  stop(): void;
}
