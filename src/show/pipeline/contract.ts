/** The pipeline as others see it: what it needs, and what it does. */
import type {
  DeckState,
  DeckView,
  Enricher,
  GetEarlierSet,
  HeardTrack,
  HeardView,
  HeldTrack,
  HiddenBy,
  SourceListener,
} from '../../core/contracts.ts';
import type { Clock, LoggedLine, Logger } from '../../core/tools.ts';
import type { Publication, SetEntry } from '../../core/track.ts';
import type { OperatorNames } from './judgement.ts';
import type { PipelineOptions } from './options.ts';

export type PipelineSettings = PipelineOptions & {
  /** Seconds that a publication may wait for pictures. */
  readonly 'streaming.timeout': number;
};

export interface PipelineTools {
  readonly clock: Clock;
  readonly log: Logger;
  /** Absent: nothing is looked up and nothing waits. */
  readonly enricher?: Enricher;
  /** Absent: this run begins a set of its own. */
  readonly earlierSet?: GetEarlierSet;
  /** Fingerprints of the tracks that the operator hid before a restart. */
  readonly hiddenByHand?: readonly string[];
  /** Receives each publication, in order; returns at once and never throws. */
  readonly publish: (publication: Publication) => void;
  /**
   * Receives changes of plays that are over: one was hidden, or may be shown again. Like `publish`; absent when no
   * output names those.
   */
  readonly publishEarlier?: (publication: Publication) => void;
}

export interface Pipeline extends SourceListener {
  /**
   * The operator hides the featured track, also while it waits for its pictures, or the one at this position of the set,
   * which may be over. Like `reveal` and `edit`, returns false when there is none.
   */
  hide(position?: number): boolean;
  /** Whether the featured track is the one at this position of the set. */
  isOnAir(position: number): boolean;
  /** The operator shows the featured track, whatever hid it. */
  reveal(): boolean;
  /**
   * How `--hide.tracks` names the featured track, so that it is hidden the next time it is played: for the
   * configuration file alone. Empty while it has no name; undefined when nothing is featured.
   */
  listForLater(): string | undefined;
  /** The operator corrects the featured track; a field left out stays. */
  edit(names: OperatorNames): boolean;
  /** Features the held track now. */
  skipHold(): void;
  /** The held track. */
  held(): HeldTrack | undefined;
  /** Whether the featured track still waits for its pictures. */
  isWaiting(): boolean;
  /** What hides the track on air; undefined while it may be shown. */
  hiddenBy(): HiddenBy | undefined;
  /** The deck as it may be shown, by the same judgement as a publication. */
  view(deck: DeckState): DeckView;
  /** The same of a track that the room may hear. */
  viewHeard(track: HeardTrack): HeardView;
  /** An entry of an earlier run as it may be shown now: without names when something hides the track by now. */
  viewEntry(entry: SetEntry): SetEntry;
  /** The line as it may be shown now: without the names of a track that was hidden after it was logged. */
  viewLine(line: LoggedLine): LoggedLine;
  /** The settings have changed: a rule that hides what is on air hides it at once. */
  settingsChanged(): void;
  /** The source is another one from now on; what it reports first may be the play that is on air, by another id. */
  sourceReplaced(): void;
  /** Publishes a track that waits for pictures without them, drops the held one, and accepts nothing more. */
  stop(): void;
}
