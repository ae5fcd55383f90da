import { isDeepStrictEqual } from 'node:util';
import type { Enrichment } from '../../core/contracts.ts';
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

/** What a publication with a track of its own may be. */
export type ChangeKind = Exclude<PublicationKind, 'off air' | 'retract'>;

/** When and where in the set a play was featured; fields as in `Publication`. */
export interface SetPosition {
  readonly position: number;
  readonly at: number;
  readonly elapsedMs: number;
}

/** A featured play: its judgement, its pictures, and its last publication. */
export interface FeaturedPlay {
  readonly id: PlayId;
  readonly source: string;
  readonly deck: string | undefined;
  readonly judgement: Judgement;
  /** No other play has its position. */
  readonly place: SetPosition;
  /** On the monotonic clock. */
  readonly featuredAt: number;
  /** When its source reported it, on the monotonic clock: before its hold. */
  readonly reportedAt: number;
  /** Its id at the deck that is heard: it may go on under another one. Only that deck's color counts. */
  readonly heardAs: PlayId;
  /** Where its source has its picture, as far as that is known. */
  readonly nativeArt: NativeArt | undefined;
  /** Absent until they were requested; they belong to the track as it is shown. */
  readonly pictures: Enrichment | undefined;
  /** Those that it was published with, while others are looked for. */
  readonly earlierPictures: Enrichment | undefined;
  /** Until when its publication may wait for pictures, on the monotonic clock; absent until they were requested. */
  readonly deadline: number | undefined;
  /** On air again after another play: it is published once more. */
  readonly isBack: boolean;
  /**
   * Ended while hidden: later news from its source must not reveal it. A DJ clears the color of a deck for
   * the track that is loaded next.
   */
  readonly endedHidden: boolean;
  /** What was published last. Who hid it is kept: a run after a restart has to know it. */
  readonly published: 'nothing' | 'hidden' | 'hidden by hand' | ShownTrack;
  /** The judgement then, for the same reason. */
  readonly publishedBy: Judgement;
  /** An earlier run featured it. */
  readonly isResumed: boolean;
}

/** The pictures of a track with other names are not its own. */
const NOT_SOUGHT = { pictures: undefined, earlierPictures: undefined };

/** The times are on the monotonic clock. */
export function featured(
  { playId, source, deck, nativeArt }: Omit<Transition, 'track' | 'hidden' | 'at'>,
  judgement: Judgement,
  place: SetPosition,
  { reportedAt, featuredAt }: Pick<FeaturedPlay, 'reportedAt' | 'featuredAt'>,
): FeaturedPlay {
  return {
    ...{ id: playId, source, deck, judgement, place, featuredAt, reportedAt, nativeArt },
    heardAs: playId,
    ...NOT_SOUGHT,
    deadline: undefined,
    isBack: false,
    endedHidden: false,
    published: 'nothing',
    publishedBy: judgement,
    isResumed: false,
  };
}

/** One that was featured before a restart. */
export function ofEarlierRun(entry: SetEntry, judgement: Judgement): FeaturedPlay {
  const { position, at, elapsedMs, source, deck } = entry;
  // The sources of this run may give the same ids to other plays.
  const playId = `earlier ${position}`;
  const play = featured(
    { playId, source, ...(deck === undefined ? {} : { deck }) },
    judgement,
    { position, at, elapsedMs },
    { reportedAt: 0, featuredAt: Number.NEGATIVE_INFINITY },
  );
  return { ...afterPublication(play, entry), isResumed: true };
}

/** `mayRename`: its names may still change after they were published. `nativeArt`: of the reported track, if new. */
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
  return withNew.track === judgement.track
    ? { ...play, judgement }
    : { ...play, judgement: withNew, nativeArt: nativeArt ?? play.nativeArt, ...NOT_SOUGHT };
}

/** With the names that the expressions make now. The same when that changes nothing. */
export function withExtraction(play: FeaturedPlay, grounds: Grounds): FeaturedPlay {
  const judgement = withCurrentExtraction(play.judgement, grounds);
  return judgement === play.judgement ? play : { ...play, judgement, ...NOT_SOUGHT };
}

/** The operator's names. */
export function withCorrection(play: FeaturedPlay, names: OperatorNames): FeaturedPlay {
  const judgement = withCorrections(play.judgement, names);
  return judgement.track === play.judgement.track
    ? { ...play, judgement }
    : { ...play, judgement, ...NOT_SOUGHT };
}

/** Its pictures are looked for once more. Before it was published, the time for them goes on. */
export function withoutPictures(play: FeaturedPlay): FeaturedPlay {
  const { published, pictures, earlierPictures = pictures, deadline } = play;
  return {
    ...play,
    pictures: undefined,
    earlierPictures: typeof published === 'object' ? (earlierPictures ?? {}) : undefined,
    deadline: published === 'nothing' ? deadline : undefined,
  };
}

/** The next one is featured. */
export function ended(play: FeaturedPlay): FeaturedPlay {
  // Pictures are large, and are not published again.
  const { isrc } = play.pictures ?? {};
  return {
    ...play,
    pictures: isrc === undefined ? undefined : { isrc },
    earlierPictures: undefined,
    nativeArt: undefined,
    endedHidden: isHidden(play.judgement),
  };
}

/** With what was found for it. What its source knows comes first. */
export function enriched(
  { pictures: found }: FeaturedPlay,
  { track, ...shown }: Shown,
): Shown & Pick<Enrichment, 'art' | 'code'> {
  const { isrc = '', ...pictures } = found ?? {};
  return { ...shown, track: track.isrc === '' ? { ...track, isrc } : track, ...pictures };
}

/** On air again, as the deck that is heard reports it. Its pictures are looked for again. */
export function backOnAir(play: FeaturedPlay, { playId, hidden, nativeArt }: Transition): FeaturedPlay {
  return {
    ...play,
    heardAs: playId,
    judgement: withColor(play.judgement, hidden),
    nativeArt,
    ...NOT_SOUGHT,
    deadline: undefined,
    isBack: true,
    endedHidden: false,
  };
}

/** The kind of publication that would bring the sinks up to date; undefined when they are. */
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

/** What is recorded of it, hidden, is out of date: a later run would not recognize it, or not know what it is called. */
export function isStoredOutdated(play: FeaturedPlay): boolean {
  return isPublishedHidden(play) && !isStoredAlike(play.judgement, play.publishedBy);
}

/** A later run has to know it, or it would show the track when it is played again. */
export function isHiddenByHandOnlyNow({ published, judgement }: FeaturedPlay): boolean {
  return published === 'hidden' && judgement.verdict === 'hide';
}

/** It was published last as hidden. */
export function isPublishedHidden({ published }: FeaturedPlay): boolean {
  return published === 'hidden' || published === 'hidden by hand';
}

export function afterPublication(play: FeaturedPlay, shown: Shown): FeaturedPlay {
  return {
    ...play,
    published: publishedAs(play, shown),
    publishedBy: play.judgement,
    earlierPictures: undefined,
    isBack: false,
  };
}

function publishedAs({ judgement }: FeaturedPlay, { hidden, track }: Shown): FeaturedPlay['published'] {
  return hidden ? (judgement.verdict === 'hide' ? 'hidden by hand' : 'hidden') : track;
}
