import { isDeepStrictEqual } from 'node:util';
import type { Enrichment } from '../../core/contracts/enricher.ts';
import type {
  NativeArt,
  OperatorNames,
  PlayId,
  PublicationKind,
  SetEntry,
  Shown,
  ShownTrack,
  Transition,
} from '../../core/track.ts';
import {
  type Grounds,
  hasNewNames,
  hiddenBy,
  isHidden,
  isStoredAlike,
  type Judgement,
  shownOf,
  withColor,
  withCorrections,
  withCurrentExtraction,
  withReport,
  withReportedNames,
} from './judgement.ts';

/** Publications with a track of their own. */
export type ChangeKind = Exclude<PublicationKind, 'off air' | 'retract' | 'end' | 'new set'>;

export interface SetPosition {
  readonly position: number;
  readonly at: number;
  readonly elapsedMs: number;
  /** See `Publication.endedAt`. */
  readonly endedAt?: number;
  /** See `Publication.silentMs`. */
  readonly silentMs?: number;
}

export interface FeaturedPlay {
  readonly id: PlayId;
  readonly source: string;
  readonly deck: string | undefined;
  readonly judgement: Judgement;
  readonly place: SetPosition;
  /** See `Publication.movedFrom`; undefined once published. */
  readonly movedFrom: number | undefined;
  /** Monotonic ms. */
  readonly featuredAt: number;
  /** Report of its source, before the hold; monotonic ms. */
  readonly reportedAt: number;
  /** Id on the audible deck, whose color alone counts; a play may move to another deck under another id. */
  readonly heardAs: PlayId;
  readonly nativeArt: NativeArt | undefined;
  readonly file: string | undefined;
  /** Pictures for `judgement.track`; undefined until they arrive. */
  readonly pictures: Enrichment | undefined;
  /** Pictures that were published, kept during a new lookup. */
  readonly earlierPictures: Enrichment | undefined;
  /** Latest publication without pictures, monotonic ms; undefined until they are requested. */
  readonly deadline: number | undefined;
  /** Returned after another play, so published again. */
  readonly isBack: boolean;
  /** Ended hidden: later reports must not reveal it, because a DJ clears the deck's color for the next track. */
  readonly endedHidden: boolean;
  /** `hidden by hand`: stored for the next run. */
  readonly published: 'nothing' | 'hidden' | 'hidden by hand' | ShownTrack;
  readonly publishedBy: Judgement;
  readonly isResumed: boolean;
  /** See `SetEntry.isCutOff`. */
  readonly isCutOff: boolean;
  /** The operator took it out of the set. */
  readonly isRemoved: boolean;
}

const NO_PICTURES = { pictures: undefined, earlierPictures: undefined };

export function featured(
  { playId, source, deck, nativeArt, file }: Omit<Transition, 'track' | 'hidden' | 'at'>,
  judgement: Judgement,
  place: SetPosition,
  { reportedAt, featuredAt }: Pick<FeaturedPlay, 'reportedAt' | 'featuredAt'>,
): FeaturedPlay {
  return {
    ...{ id: playId, source, deck, judgement, place, featuredAt, reportedAt, nativeArt, file },
    heardAs: playId,
    ...NO_PICTURES,
    deadline: undefined,
    movedFrom: undefined,
    isBack: false,
    endedHidden: false,
    published: 'nothing',
    publishedBy: judgement,
    isResumed: false,
    isCutOff: false,
    isRemoved: false,
  };
}

export function restoredPlay(entry: SetEntry, judgement: Judgement): FeaturedPlay {
  const { position, at, elapsedMs, endedAt, silentMs, source, deck, facts } = entry;
  // Sources may reuse an earlier run's ids.
  const playId = `earlier ${position}`;
  const play = featured(
    { playId, source, ...(deck === undefined ? {} : { deck }), file: facts?.open().file },
    judgement,
    {
      ...{ position, at, elapsedMs },
      ...(endedAt !== undefined && { endedAt }),
      ...(silentMs !== undefined && { silentMs }),
    },
    { reportedAt: 0, featuredAt: Number.NEGATIVE_INFINITY },
  );
  return {
    ...afterPublication(play, entry),
    isResumed: true,
    isCutOff: entry.isCutOff === true,
    isRemoved: entry.removed === true,
  };
}

/** Featured by an earlier run, and unreported in this one. */
export function isUnreported({ id, heardAs, isResumed }: FeaturedPlay): boolean {
  return isResumed && heardAs === id;
}

/** `mayRename`: published names may still change. */
export function withNames(
  play: FeaturedPlay,
  { track, nativeArt }: Pick<Transition, 'track' | 'nativeArt'>,
  mayRename: boolean,
  grounds: Grounds,
): FeaturedPlay {
  const judgement = withReport(play.judgement, track, grounds);
  const isRead = typeof play.published === 'object';
  const withNew =
    !isRead || (mayRename && hasNewNames(judgement, grounds))
      ? withReportedNames(judgement, grounds)
      : judgement;
  const art = withNew.track === judgement.track ? undefined : nativeArt;
  return { ...judgedAs(play, withNew), nativeArt: art ?? play.nativeArt };
}

export function withExtraction(play: FeaturedPlay, grounds: Grounds): FeaturedPlay {
  return judgedAs(play, withCurrentExtraction(play.judgement, grounds));
}

export function withCorrection(play: FeaturedPlay, names: OperatorNames): FeaturedPlay {
  return judgedAs(play, withCorrections(play.judgement, names));
}

/** Other names need other pictures. */
function judgedAs(play: FeaturedPlay, judgement: Judgement): FeaturedPlay {
  return { ...play, judgement, ...(judgement.track !== play.judgement.track && NO_PICTURES) };
}

/** Requests new pictures. Before the first publication, the deadline stays. */
export function withoutPictures(play: FeaturedPlay): FeaturedPlay {
  const { published, pictures, earlierPictures = pictures, deadline } = play;
  return {
    ...play,
    pictures: undefined,
    earlierPictures: typeof published === 'object' ? (earlierPictures ?? {}) : undefined,
    deadline: published === 'nothing' ? deadline : undefined,
  };
}

export function ended(play: FeaturedPlay): FeaturedPlay {
  // Pictures are large and will not be published again.
  const { isrc } = play.pictures ?? {};
  return {
    ...play,
    pictures: isrc === undefined ? undefined : { isrc },
    earlierPictures: undefined,
    nativeArt: undefined,
    endedHidden: isHidden(play.judgement),
  };
}

/** The source's ISRC has precedence. */
export function enriched(
  { pictures: found }: FeaturedPlay,
  { track, ...shown }: Shown,
): Shown & Pick<Enrichment, 'art' | 'code'> {
  const { isrc = '', ...pictures } = found ?? {};
  return { ...shown, track: track.isrc === '' ? { ...track, isrc } : track, ...pictures };
}

/** Puts an ended play back on air under the audible deck's id, and requests its pictures. `at`: epoch milliseconds. */
export function backOnAir(
  play: FeaturedPlay,
  { playId, hidden, nativeArt, deck = play.deck }: Transition,
  at: number,
): FeaturedPlay {
  return {
    ...goingOn(play, at),
    heardAs: playId,
    deck,
    judgement: withColor(play.judgement, hidden),
    nativeArt,
    ...NO_PICTURES,
    deadline: undefined,
    isBack: true,
    endedHidden: false,
  };
}

/** Undefined if sinks are up to date. */
export function pendingChange(play: FeaturedPlay): ChangeKind | undefined {
  if (play.published === 'nothing') {
    return 'track';
  }
  const now = publishedAs(play, shownOf(play.judgement));
  if (now === play.published) {
    if (play.isBack) {
      return typeof now === 'string' ? 'hide' : 'correction';
    }
    const { pictures, earlierPictures } = play;
    return earlierPictures === undefined || isDeepStrictEqual(earlierPictures, pictures)
      ? undefined
      : 'correction';
  }
  if (typeof now === 'string') {
    return 'hide';
  }
  return isPublishedHidden(play) ? 'reveal' : 'correction';
}

/** A later run would not recognize or rename the hidden play by its stored facts, or not know who hides it. */
export function hasOutdatedFacts(play: FeaturedPlay): boolean {
  return (
    isPublishedHidden(play) && (!isStoredAlike(play.judgement, play.publishedBy) || isHiddenByAnother(play))
  );
}

/** Stored, so that a play that the operator hides, although a rule did, stays hidden after a restart. */
export function isHiddenByAnother(play: FeaturedPlay): boolean {
  return isPublishedHidden(play) && hiddenBy(play.judgement) !== hiddenBy(play.publishedBy);
}

export function isPublishedHidden({ published }: FeaturedPlay): boolean {
  return published === 'hidden' || published === 'hidden by hand';
}

export function afterPublication(play: FeaturedPlay, shown: Shown): FeaturedPlay {
  return {
    ...play,
    published: publishedAs(play, shown),
    publishedBy: play.judgement,
    earlierPictures: undefined,
    movedFrom: undefined,
    isBack: false,
  };
}

/** The play as the first of a new set. */
export function movedToNewSet(play: FeaturedPlay): FeaturedPlay {
  const { position } = play.place;
  return { ...play, place: { ...play.place, position: 1, elapsedMs: 0 }, movedFrom: position };
}

/** `at`: epoch milliseconds. */
export function endedAt(play: FeaturedPlay, at: number): FeaturedPlay {
  return { ...play, place: { ...play.place, endedAt: Math.max(afterHold(play, at), play.place.at) } };
}

/** A held play ends and goes on as much later as it began, so that reports get its length. */
function afterHold({ isResumed, featuredAt, reportedAt }: FeaturedPlay, at: number): number {
  return Math.round(at + (isResumed ? 0 : featuredAt - reportedAt));
}

/** `at`: epoch milliseconds. */
export function goingOn(play: FeaturedPlay, at: number): FeaturedPlay {
  const { endedAt, ...place } = play.place;
  if (endedAt === undefined) {
    return play;
  }
  if (play.isCutOff) {
    // The play went on while deckcast did not run: that is no stop.
    return { ...play, place, isCutOff: false };
  }
  const silentMs = (place.silentMs ?? 0) + Math.max(0, afterHold(play, at) - endedAt);
  return { ...play, place: { ...place, silentMs } };
}

function publishedAs({ judgement }: FeaturedPlay, { hidden, track }: Shown): FeaturedPlay['published'] {
  return hidden ? (judgement.verdict === 'hide' ? 'hidden by hand' : 'hidden') : track;
}
