import type { Finding } from '../finding.ts';
import type { OptionTable } from '../option.ts';
import type { Tools } from '../tools.ts';
import type { Publication, Transition } from '../track.ts';
import type { RoomBeats } from './beat.ts';
import type { CardedPart } from './part.ts';
import type { GetEarlierSet, SessionFile } from './set.ts';

/**
 * Selects a sink's publications (`shouldDeliver` in `show/deliver/delivery-queue.ts`).
 *
 * | kind | purpose | publications |
 * | --- | --- | --- |
 * | `state` | shows the track on air | all, but only the newest when it falls behind; hidden ones as empty |
 * | `record` | keeps the set | all in order, hidden tracks as `ID`; also hides and reveals of earlier plays |
 * | `message` | notifies people | each play once, in order, never while hidden or unnamed |
 */
export type SinkKind = 'state' | 'record' | 'message';

/** `publish` calls never overlap. */
export interface Sink {
  readonly kind: SinkKind;
  /** Only the newest publication counts; it cancels a delivery in progress. Always so for `state`. */
  readonly newestOnly?: true;
  /** Called once, before the first `publish`; returns at once. */
  prepare?(): void;
  /** Clears what an earlier set left outside. Called before the first `publish` of a new set; returns at once. */
  clear?(): void;
  /**
   * The signal fires at the time limit or when the program stops. An UpstreamError says whether a retry can help; the
   * queue then retries with backoff, in order. After any other error a message is dropped and a `state` or `record`
   * delivery is retried.
   */
  publish(publication: Publication, signal: AbortSignal): void | Promise<void>;
  /**
   * Reports a hide before queued publications, to sinks that write names later than `publish` gave them. `publish` gets
   * it in its turn. Returns at once.
   */
  hide?(publication: Publication): void;
  /**
   * Reports that an ended play was hidden, may be shown again, or was a mistake, to sinks that name earlier plays on
   * request. A `record` sink without this method gets it by `publish`. `refresh`: viewers may still see a hidden name,
   * so the shown publication is delivered again, or else this one.
   */
  earlier?(publication: Publication): 'refresh' | undefined;
  offAir?(publication: Publication): void;
  /** Rendered form. If a settings change alters it, a `state` sink gets the shown publication again. */
  rendered?(publication: Publication): string;
  /** Live settings changed, or the cause of a refusal may be fixed. */
  settingsChanged?(): void;
  /** Resolves after a refusal when the cause is fixed, if the sink can notice that, or when the signal fires. */
  mended?(signal: AbortSignal): Promise<void>;
  /**
   * Milliseconds by which viewers hear the stream later than the room. Publications are held that long, and never
   * delivered if hidden meanwhile. Not for `record`.
   */
  delayMs?(): number;
  /** Limit of one `publish`; 10,000 by default. */
  readonly timeLimitMs?: number;
  /** When retrying a publication is pointless; 60,000 by default. */
  readonly retryForMs?: number;
  /** Problems that the sink notices while it works. Absent if `diagnose` and health report them all. */
  findings?(): readonly Finding[];
  /** Must be quick: it is called at the end of the two seconds that a stop may take. */
  close?(): Promise<void>;
}

/** Observes tracks for recordings and measurements. Calls return at once and decide nothing. */
export interface Tap {
  /** A track from a source, whether it counts or not, perhaps several times. */
  arrived(transition: Transition): void;
  published(publication: Publication): void;
  shown(publication: Publication): void;
}

/** Implemented by the HTTP server. Never throws. */
export interface OverlayOutput {
  show(publication: Publication): void;
  /** An ended play was hidden or may be shown again. */
  changeEarlier(publication: Publication): void;
}

export interface SinkTools extends Tools {
  readonly audience: OverlayOutput;
  readonly beats: RoomBeats;
  /** Licensed sinks stay off without it. */
  readonly licensed: boolean;
  readonly earlierSet: GetEarlierSet;
  /** Call it when the first track is featured, not before. */
  readonly setId: () => string;
  readonly sessions: SessionFile;
}

/** `create` returns undefined if the settings switch the sink off. */
export type SinkPart<Options extends OptionTable> = CardedPart<Options, Sink | undefined, SinkTools>;
