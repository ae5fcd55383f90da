/**
 * `(state, event) → { state, effects }`: `advance.ts` lists the events, the files beside it have their rules, and
 * `views.ts` the views, all pure; `index.ts` carries out the effects.
 */

import type { Enrichment } from '../../core/contracts/enricher.ts';
import type { EarlierSet } from '../../core/contracts/set.ts';
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
import { type CorrectedBefore, NOTHING_CORRECTED } from './corrected-before.ts';
import { type HiddenBefore, NOTHING_HIDDEN } from './hidden-before.ts';
import { type Grounds, hidesSameTrack, isHidden, type Judgement, judge, shownOf } from './judgement.ts';
import { NO_PACE, type Pace } from './pace.ts';
import { type FeaturedPlay, isUnreported } from './play.ts';

/** Times are monotonic unless noted. */
export interface PipelineState {
  readonly plays: ReadonlyMap<number, FeaturedPlay>;
  /** Plays hidden now or when published, also mistakes that left the set. Empty: no play can affect another. */
  readonly withheld: ReadonlySet<number>;
  /** A play may have several ids. */
  readonly ids: ReadonlyMap<PlayId, number>;
  readonly current: number | undefined;
  /** Published last; `current` may still wait for its pictures. */
  readonly onScreen: number | undefined;
  readonly held: Held | undefined;
  /** The deck's color was cleared while another track was held. It may concern that track, so the reveal waits. */
  readonly isColorCleared: boolean;
  readonly awaited: Awaited | undefined;
  /** A new source may report the current play under another id. */
  readonly isNewSource: boolean;
  /** Last play of the earlier run, if the operator began a new set before a source reported: it may still be on air. */
  readonly mayMove: { readonly play: FeaturedPlay; readonly startedAt: number } | undefined;
  /** Track that left the air for a new set. Until `until`, a starting source may report it as if it were new. */
  readonly setAside: { readonly judgement: Judgement; readonly until: number } | undefined;
  readonly hiddenBefore: HiddenBefore;
  readonly correctedBefore: CorrectedBefore;
  readonly pace: Pace;
  readonly hasLoggedRush: boolean;
  /** Monotonic start, and last position; undefined before the first track. */
  readonly set: { readonly startedAt: number; readonly position: number } | undefined;
  /** See `Publication.set`; 0 in the first. */
  readonly setNumber: number;
  readonly seq: number;
  readonly isStopped: boolean;
}

export interface Held {
  readonly transition: Transition;
  readonly dueAt: number;
  /** `dueAt` in epoch milliseconds. */
  readonly until: number;
  readonly since: number;
  /** The play ended during the hold; epoch milliseconds. */
  readonly endedAt?: number | undefined;
}

export interface Awaited {
  readonly track: ShownTrack;
  readonly until: number;
  /** The deadline passed; the enricher was asked for partial results. */
  readonly isLate: boolean;
}

export type PipelineEvent =
  | { readonly kind: 'resume' | 'restore hides'; readonly set: EarlierSet }
  // Source's events; see `SourceListener`.
  | { readonly kind: 'transition'; readonly transition: Transition }
  | { readonly kind: 'visibility'; readonly playId: PlayId; readonly hidden: boolean }
  | ({ readonly kind: 'names'; readonly playId: PlayId } & Named)
  | ({ readonly kind: 'loaded' } & Named)
  | { readonly kind: 'off air'; readonly playId: PlayId }
  | { readonly kind: 'ended'; readonly playId: PlayId; readonly at: number }
  | { readonly kind: 'new source'; readonly removed: readonly string[] }
  // Operator's commands; see `Pipeline`.
  /** `only`: not the next one that waits for its pictures, too. */
  | { readonly kind: 'hide'; readonly position: number | undefined; readonly only?: true }
  | { readonly kind: 'reveal'; readonly position: number | undefined }
  /** `entry`: of `--hide.tracks`, added or removed. */
  | { readonly kind: 'list for later'; readonly entry: string }
  | { readonly kind: 'correct'; readonly names: OperatorNames; readonly position: number | undefined }
  | { readonly kind: 'remove'; readonly position: number; readonly isRemoved: boolean }
  | { readonly kind: 'new set'; readonly leavesAir: boolean }
  | { readonly kind: 'end show' }
  | { readonly kind: 'skip hold' }
  | { readonly kind: 'new settings' }
  | { readonly kind: 'new enricher' }
  | { readonly kind: 'stop' }
  /** Answers `seek pictures`. */
  | { readonly kind: 'pictures'; readonly pictures: Enrichment }
  /** The timer fired, perhaps slightly before the clock shows its time. */
  | { readonly kind: 'time'; readonly by: number };

interface Named {
  readonly track: Track;
  readonly nativeArt: NativeArt | undefined;
}

/** Actions for the shell, in order. */
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
  /** Answered by `pictures`. One at a time, and last in its step. */
  | { readonly kind: 'seek pictures'; readonly track: ShownTrack; readonly nativeArt: NativeArt | undefined }
  /** The source reported a play that is off air. */
  | { readonly kind: 'leave air'; readonly playId: PlayId }
  | { readonly kind: 'flush pictures' }
  | { readonly kind: 'end pictures' };

export interface PipelineEnvironment {
  readonly at: EventTime;
  readonly settings: PipelineSettings;
}

export interface EventTime {
  readonly monotonic: number;
  /** Epoch milliseconds; may be set back. */
  readonly wall: number;
}

export function emptyPipeline(): PipelineState {
  return {
    plays: new Map(),
    withheld: new Set(),
    ids: new Map(),
    current: undefined,
    onScreen: undefined,
    held: undefined,
    isColorCleared: false,
    awaited: undefined,
    isNewSource: false,
    mayMove: undefined,
    setAside: undefined,
    hiddenBefore: NOTHING_HIDDEN,
    correctedBefore: NOTHING_CORRECTED,
    pace: NO_PACE,
    hasLoggedRush: false,
    set: undefined,
    setNumber: 0,
    seq: 0,
    isStopped: false,
  };
}

/** Next timer, monotonic ms. */
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

/** Last play of the set that is not removed. */
export function lastPlay({ plays, set }: PipelineState): FeaturedPlay | undefined {
  for (let position = set?.position ?? 0; position > 0; position -= 1) {
    const play = plays.get(position);
    if (play?.isRemoved === false) {
      return play;
    }
  }
  return undefined;
}

/** Undefined once the play went off air in this run. */
export function currentOrResumed(state: PipelineState): FeaturedPlay | undefined {
  const last = lastPlay(state);
  return currentPlay(state) ?? (last && isUnreported(last) ? last : state.mayMove?.play);
}

export function playOf(state: PipelineState, id: PlayId): FeaturedPlay | undefined {
  return playAt(state, state.ids.get(id));
}

export type Reported = Pick<Transition, 'track' | 'hidden'>;

/** Masks a track off air, also if the same track is on air and hidden. */
export function preview({ track, hidden }: Reported, state: PipelineState, grounds: Grounds): Shown {
  return shownOf(judge(track, hidden || judgementHidingOnAir(track, state) !== undefined, grounds));
}

/** Judgement on air that hides this track too. */
export function judgementHidingOnAir(track: Track, state: PipelineState): Judgement | undefined {
  const current = currentPlay(state);
  return current !== undefined && hidesSameTrack(current.judgement, track) ? current.judgement : undefined;
}

/** Keyed by every key of the track. */
export function lastHiddenPlays({ plays }: Pick<PipelineState, 'plays'>): ReadonlyMap<string, FeaturedPlay> {
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

export function laterHiddenPlay(
  { judgement, place }: FeaturedPlay,
  hidden: ReadonlyMap<string, FeaturedPlay>,
): FeaturedPlay | undefined {
  return judgement.identities
    .map((identity) => hidden.get(identity))
    .find((later) => later !== undefined && later.place.position > place.position);
}
