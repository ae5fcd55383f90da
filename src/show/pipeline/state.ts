/**
 * The pipeline as data: what it knows between two events, what may happen to it, and what it wants done.
 *
 *   (state, event) → { state, effects }
 *
 * `step.ts` has the rules, `views.ts` what others may see; neither waits, calls or keeps anything. `index.ts` holds the
 * state, makes events of calls and of time, and carries out the effects.
 */
import type { EarlierSet, Enrichment } from '../../core/contracts.ts';
import type { LogFields } from '../../core/tools.ts';
import type {
  NativeArt,
  OperatorNames,
  PlayId,
  Publication,
  Shown,
  ShownTrack,
  Track,
  Transition,
} from '../../core/track.ts';
import type { PipelineSettings } from './contract.ts';
import { type HiddenBefore, NOTHING_HIDDEN } from './hidden-before.ts';
import { type Grounds, hidesSameTrack, isHidden, type Judgement, judge, shownOf } from './judgement.ts';
import { NO_PACE, type Pace } from './pace.ts';
import type { FeaturedPlay } from './play.ts';

/** Times are on the monotonic clock unless they say otherwise. */
export interface PipelineState {
  /** Those that are remembered by their positions, in the order in which they were featured. */
  readonly plays: ReadonlyMap<number, FeaturedPlay>;
  /** Positions of the plays that are hidden, or were published so: without any, no play changes because of another. */
  readonly withheld: ReadonlySet<number>;
  /** The position of each play by its ids: it may go on under another one. */
  readonly ids: ReadonlyMap<PlayId, number>;
  /** The position of the current play, which is on air. */
  readonly current: number | undefined;
  /** The position that was published last; not the current one while that waits for its pictures. */
  readonly onScreen: number | undefined;
  readonly held: Held | undefined;
  /** The current play's color was cleared while the next track was held: that may be for the next one. */
  readonly isCleared: boolean;
  /** The current play's publication waits for its pictures. */
  readonly awaited: Awaited | undefined;
  /** Another source has taken over, which may still be playing the current play. */
  readonly isNewSource: boolean;
  readonly hiddenBefore: HiddenBefore;
  readonly pace: Pace;
  readonly hasLoggedRush: boolean;
  /** When the first track of the set was featured, and the last position; undefined until there is one. */
  readonly set: { readonly startedAt: number; readonly position: number } | undefined;
  /** Number of the last publication. */
  readonly seq: number;
  readonly isStopped: boolean;
}

/** A transition that must stay the newest until its time has come. */
export interface Held {
  readonly transition: Transition;
  readonly dueAt: number;
  /** The same in milliseconds since 1970-01-01 UTC. */
  readonly until: number;
  /** When its source reported it. */
  readonly since: number;
}

export interface Awaited {
  /** Whose pictures. */
  readonly track: ShownTrack;
  readonly until: number;
  /** Its time is over: what has arrived is asked for. */
  readonly isLate: boolean;
}

export type PipelineEvent =
  /** The set of an earlier run, which this run continues. */
  | { readonly kind: 'resume'; readonly set: EarlierSet }
  // From a source; see `SourceListener`.
  | { readonly kind: 'transition'; readonly transition: Transition }
  | { readonly kind: 'visibility'; readonly playId: PlayId; readonly hidden: boolean }
  | ({ readonly kind: 'names'; readonly playId: PlayId } & Named)
  | ({ readonly kind: 'loaded' } & Named)
  | { readonly kind: 'off air'; readonly playId: PlayId }
  /** What reports from now on may report what is on air, by another id. */
  | { readonly kind: 'new source' }
  // From the operator; see `Pipeline`.
  | { readonly kind: 'hide'; readonly position: number | undefined }
  | { readonly kind: 'reveal' }
  | { readonly kind: 'list for later' }
  | { readonly kind: 'correct'; readonly names: OperatorNames }
  | { readonly kind: 'skip hold' }
  /** The rules may be other ones. */
  | { readonly kind: 'new settings' }
  /** What looks for pictures may find others. */
  | { readonly kind: 'new enricher' }
  | { readonly kind: 'stop' }
  /** The answer to `seek pictures`, as long as that was not ended. */
  | { readonly kind: 'pictures'; readonly pictures: Enrichment }
  /** The timer for what is due by then has fired, whatever the clock shows: timers fire a little early, and clocks stand still. */
  | { readonly kind: 'time'; readonly by: number };

interface Named {
  readonly track: Track;
  readonly nativeArt: NativeArt | undefined;
}

/** What is to be done outside, in this order. */
export type Effect =
  | {
      readonly kind: 'publish' | 'publish earlier';
      readonly publication: Publication;
    }
  | {
      readonly kind: 'log';
      readonly level: 'info' | 'warn';
      readonly message: string;
      readonly fields: LogFields;
    }
  | { readonly kind: 'prefetch'; readonly track: ShownTrack; readonly nativeArt: NativeArt | undefined }
  /** Answered by `pictures`. One at a time, and the last effect of its step. */
  | { readonly kind: 'seek pictures'; readonly track: ShownTrack; readonly nativeArt: NativeArt | undefined }
  /** The time for them is over: what has arrived is wanted. */
  | { readonly kind: 'flush pictures' }
  | { readonly kind: 'end pictures' };

/** What a step meets outside the state. */
export interface PipelineEnvironment {
  readonly at: EventTime;
  readonly settings: PipelineSettings;
}

export interface EventTime {
  readonly monotonic: number;
  /** Milliseconds since 1970-01-01 UTC; may be set back. */
  readonly wall: number;
}

/** Before any event. */
export function emptyPipeline(): PipelineState {
  return {
    plays: new Map(),
    withheld: new Set(),
    ids: new Map(),
    current: undefined,
    onScreen: undefined,
    held: undefined,
    isCleared: false,
    awaited: undefined,
    isNewSource: false,
    hiddenBefore: NOTHING_HIDDEN,
    pace: NO_PACE,
    hasLoggedRush: false,
    set: undefined,
    seq: 0,
    isStopped: false,
  };
}

/** When time alone changes something, on the monotonic clock; undefined when it does not. */
export function wakesAt({ held, awaited }: PipelineState): number | undefined {
  const next = Math.min(held?.dueAt ?? Number.POSITIVE_INFINITY, awaited?.until ?? Number.POSITIVE_INFINITY);
  return Number.isFinite(next) ? next : undefined;
}

export function playAt({ plays }: PipelineState, position: number | undefined): FeaturedPlay | undefined {
  return position === undefined ? undefined : plays.get(position);
}

export function currentPlay(state: PipelineState): FeaturedPlay | undefined {
  return playAt(state, state.current);
}

export function playOf(state: PipelineState, id: PlayId): FeaturedPlay | undefined {
  return playAt(state, state.ids.get(id));
}

/** A track as its source reports it. */
export type Reported = Pick<Transition, 'track' | 'hidden'>;

/** A track that is not on air as it may be shown; hidden also when the same track is on air and hidden. */
export function preview({ track, hidden }: Reported, state: PipelineState, grounds: Grounds): Shown {
  return shownOf(judge(track, hidden || hiddenOnAir(track, state) !== undefined, grounds));
}

/** The judgement that hides this track because it is on air and hidden. */
export function hiddenOnAir(track: Track, state: PipelineState): Judgement | undefined {
  const current = currentPlay(state);
  return current !== undefined && hidesSameTrack(current.judgement, track) ? current.judgement : undefined;
}

/** The last play of each track that is hidden, on air or over, by all that identifies the track. */
export function lastHidden({ plays }: Pick<PipelineState, 'plays'>): ReadonlyMap<string, FeaturedPlay> {
  const last = new Map<string, FeaturedPlay>();
  for (const play of plays.values()) {
    for (const identity of isHidden(play.judgement) ? play.judgement.identities : []) {
      if (play.place.position > (last.get(identity)?.place.position ?? 0)) {
        last.set(identity, play);
      }
    }
  }
  return last;
}

/** Which play has the same track again, and is hidden. */
export function hiddenAgain(
  { judgement, place }: FeaturedPlay,
  hidden: ReadonlyMap<string, FeaturedPlay>,
): FeaturedPlay | undefined {
  return judgement.identities
    .map((identity) => hidden.get(identity))
    .find((later) => later !== undefined && later.place.position > place.position);
}
