import type { Finding } from '../finding.ts';
import type { SinkHealth } from '../health.ts';
import type { Text } from '../message.ts';
import type { OptionTable } from '../option.ts';
import type { Tools } from '../tools.ts';
import type { Publication, Transition } from '../track.ts';
import type { RoomBeats } from './beat.ts';
import type { CardedPart } from './part.ts';
import type { GetEarlierSet, SessionFile, SetNames } from './set.ts';

/**
 * Selects a sink's publications (`shouldDeliver` in `show/deliver/delivery-queue.ts`).
 *
 * | kind | purpose | publications |
 * | --- | --- | --- |
 * | `state` | shows the track on air | only the newest when it falls behind; hidden ones as empty |
 * | `record` | keeps the set | all in order, hidden ones as `ID`; also hides and reveals of earlier plays |
 * | `message` | notifies people | each play once, in order, never while hidden or unnamed |
 */
export type SinkKind = 'state' | 'record' | 'message';

/** What the receiver took from a sink that does not send in `publish`. */
export type Taken = Pick<SinkHealth, 'delivered' | 'queued' | 'lastSuccessAt'>;

/** `publish` calls never overlap. */
export interface Sink {
  readonly kind: SinkKind;
  /** A newer publication cancels a delivery in progress. Always so for `state`. */
  readonly newestOnly?: true;
  /** Called before the first `publish`; returns at once. */
  prepare?(): void;
  /**
   * Whether the service accepts the user's credentials, in the background at the start. Sends nothing. Rejects with an
   * UpstreamError.
   */
  verify?(signal: AbortSignal): Promise<void>;
  /** Remains of an earlier set, before the first `publish` of a new one; returns at once. */
  clear?(): void;
  /**
   * The signal fires at the time limit or when the program stops. An UpstreamError says whether a retry can
   * help; the queue then retries with backoff, in order. After any other error it drops a message and retries
   * a `state` or `record` delivery. Resolves to the reason if the receiver got
   * nothing of it although nothing is wrong.
   */
  publish(publication: Publication, signal: AbortSignal): void | Promise<void> | Promise<Text | undefined>;
  /**
   * A hide ahead of queued publications, for sinks that write names later than `publish` gave them. `publish`
   * gets it in its turn. Returns at once.
   */
  hide?(publication: Publication): void;
  /**
   * An ended play was hidden, may be shown again, or was a mistake: for sinks that name earlier plays on
   * request. A `record` sink without this method gets it by `publish`. `refresh`: viewers may still see a
   * hidden name, so the shown publication is delivered again, or else this one.
   */
  earlier?(publication: Publication): 'refresh' | undefined;
  offAir?(publication: Publication): void;
  /** A `state` sink gets the shown publication again if a settings change alters it. */
  rendered?(publication: Publication): string;
  /** Live settings changed, or the cause of a failure may be fixed: ends waits of the sink's own. */
  settingsChanged?(): void;
  /** Resolves when the sink finds the cause of a refusal fixed, or when the signal fires. */
  mended?(signal: AbortSignal): Promise<void>;
  /**
   * How much later than the room viewers hear the stream. Publications are held that long, and dropped if
   * hidden meanwhile. Not for `record`.
   */
  delayMs?(): number;
  /** Limit of one `publish`; 10,000 by default. */
  readonly timeLimitMs?: number;
  /** When retrying a publication is pointless; 60,000 by default. */
  readonly retryForMs?: number;
  /** The receiver lists earlier tracks, so a test is hidden before the current track follows. Only for `state`. */
  readonly listsEarlier?: true;
  /** Absent if `publish` answers only once the receiver has. */
  taken?(): Taken;
  /** Absent if `diagnose` and health report all problems. A `fault` means that it sends nothing for now. */
  findings?(): readonly Finding[];
  /** Must be quick: a stop takes at most two seconds. */
  close?(): Promise<void>;
}

/** Observes tracks for recordings and measurements. Returns at once. */
export interface Tap {
  /** Every track from a source, perhaps several times. */
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
  /** Returns the id of the publication's set. Call it when the first track is featured, not before. */
  readonly setId: (publication: Pick<Publication, 'set'>) => string;
  readonly sessions: SessionFile;
  /** Returns the names that the settings give now. */
  readonly setNames: () => SetNames;
}

/** `create`: undefined if the settings switch the sink off. */
export type SinkPart<Options extends OptionTable> = CardedPart<Options, Sink | undefined, SinkTools>;
