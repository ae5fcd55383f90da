import type { Enrichment } from '../../core/contracts.ts';
import type {
  NativeArt,
  PlayId,
  PublicationKind,
  SetEntry,
  Shown,
  ShownTrack,
  Track,
  Transition,
} from '../../core/track.ts';
import type { Judgement, OperatorNames } from './judgement.ts';

/** When and where in the set a play was featured; fields as in `Publication`. */
export interface SetPosition {
  readonly position: number;
  readonly at: number;
  readonly elapsedMs: number;
}

/** A featured play: its judgement, its pictures, and its last publication. */
export class FeaturedPlay {
  readonly transition: Omit<Transition, 'track' | 'hidden' | 'nativeArt'>;
  readonly judgement: Judgement;
  readonly place: SetPosition;
  /** On the monotonic clock. */
  readonly featuredAt: number;
  /** When its source reported it, on the monotonic clock: before its hold. */
  readonly reportedAt: number;
  /** Its id at the deck that is heard: it may go on under another one. Only that deck's color counts. */
  heardAs: PlayId;
  /** Where its source has its picture, as far as that is known. */
  nativeArt: NativeArt | undefined;
  /** Absent until they were requested; they belong to the track as it is shown. */
  pictures: Enrichment | undefined;
  /** Until when its publication may wait for pictures, on the monotonic clock; absent until they were requested. */
  deadline: number | undefined;
  /**
   * It is over, and was hidden until then: no news from its source shows it any more. A DJ clears the color of a deck for
   * the track that is loaded next.
   */
  endedHidden = false;
  /** What was published last. */
  #published: 'nothing' | 'hidden' | 'hidden by hand' | ShownTrack = 'nothing';

  constructor(
    transition: Transition,
    judgement: Judgement,
    place: SetPosition,
    times: { readonly reportedAt: number; readonly featuredAt: number },
  ) {
    const { track: _judged, hidden: _too, nativeArt, ...rest } = transition;
    this.transition = rest;
    this.heardAs = rest.playId;
    this.nativeArt = nativeArt;
    this.judgement = judgement;
    this.place = place;
    this.reportedAt = times.reportedAt;
    this.featuredAt = times.featuredAt;
  }

  /** One that was featured before a restart, and shown. */
  static ofEarlierRun(entry: SetEntry, judgement: Judgement): FeaturedPlay {
    const { position, at, elapsedMs, ...transition } = entry;
    const play = new FeaturedPlay(
      // The sources of this run may give the same ids to other plays.
      { ...transition, at, playId: `earlier ${position}` },
      judgement,
      { position, at, elapsedMs },
      { reportedAt: 0, featuredAt: Number.NEGATIVE_INFINITY },
    );
    play.published(entry);
    return play;
  }

  get id(): PlayId {
    return this.transition.playId;
  }

  get shown(): Shown {
    return this.judgement.shown;
  }

  /** `mayRename`: its names may still change after they were published. `nativeArt`: of the reported track, if new. */
  updateTrack(reported: Track, mayRename: boolean, nativeArt?: NativeArt): void {
    this.judgement.update(reported);
    const isRead = typeof this.#published === 'object';
    if ((!isRead || (mayRename && this.judgement.hasNewNames)) && this.judgement.rename()) {
      this.nativeArt = nativeArt ?? this.nativeArt;
      this.pictures = undefined;
    }
  }

  /** With what was found for it. What its source knows comes first. */
  enriched({ track, ...shown }: Shown): Shown & Pick<Enrichment, 'art' | 'code'> {
    const { isrc = '', ...pictures } = this.pictures ?? {};
    return { ...shown, track: track.isrc === '' ? { ...track, isrc } : track, ...pictures };
  }

  /** The next one is featured. */
  end(): void {
    // Pictures are large, and are not published again.
    const { isrc } = this.pictures ?? {};
    this.pictures = isrc === undefined ? undefined : { isrc };
    this.nativeArt = undefined;
    this.endedHidden = this.judgement.hidden;
  }

  correct(names: OperatorNames): void {
    if (this.judgement.correct(names)) {
      this.pictures = undefined;
    }
  }

  /** The kind of publication that would bring the sinks up to date; undefined when they are. */
  pendingChange(): PublicationKind | undefined {
    const { hidden, track } = this.shown;
    if (this.#published === 'nothing') {
      return 'track';
    }
    if (hidden) {
      // Who hid it is kept: a run after a restart has to know it.
      return this.#published === this.#hiddenState ? undefined : 'hide';
    }
    if (this.#published === 'hidden' || this.#published === 'hidden by hand') {
      return 'reveal';
    }
    return this.#published === track ? undefined : 'correction';
  }

  /** It was published last as hidden. */
  get isConcealed(): boolean {
    return this.#published === 'hidden' || this.#published === 'hidden by hand';
  }

  /** Notes what has been published. */
  published({ hidden, track }: Shown): void {
    this.#published = hidden ? this.#hiddenState : track;
  }

  get #hiddenState(): 'hidden' | 'hidden by hand' {
    return this.judgement.hiddenByHand ? 'hidden by hand' : 'hidden';
  }
}
