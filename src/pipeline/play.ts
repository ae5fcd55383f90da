import type { Enrichment } from '../core/contracts.ts';
import type { PlayId, PublicationKind, Shown, ShownTrack, Track, Transition } from '../core/track.ts';
import type { Judgement, OperatorNames } from './judgement.ts';

/** When and where in the set a play was featured; fields as in `Publication`. */
export interface SetPosition {
  readonly position: number;
  readonly at: number;
  readonly elapsedMs: number;
}

/** A featured play: how it is judged, its pictures, and what has been published of it. */
export class FeaturedPlay {
  readonly transition: Omit<Transition, 'track' | 'hidden'>;
  readonly judgement: Judgement;
  readonly place: SetPosition;
  /** On the monotonic clock. */
  readonly featuredAt: number;
  /** Absent until they were asked for; they belong to the track as it is shown. */
  pictures: Enrichment | undefined;
  /** When it goes out with the pictures that are there by then, monotonic; absent until they were asked for. */
  deadline: number | undefined;
  /** What the sinks were told last. */
  #published: 'nothing' | 'hidden' | ShownTrack = 'nothing';

  constructor(transition: Transition, judgement: Judgement, place: SetPosition, featuredAt: number) {
    const { track: _judged, hidden: _too, ...rest } = transition;
    this.transition = rest;
    this.judgement = judgement;
    this.place = place;
    this.featuredAt = featuredAt;
  }

  get id(): PlayId {
    return this.transition.playId;
  }

  get shown(): Shown {
    return this.judgement.shown;
  }

  /** `mayRename`: what it is called may still change where people have read it. */
  updateTrack(told: Track, mayRename: boolean): void {
    this.judgement.learn(told);
    const isRead = typeof this.#published === 'object';
    if ((!isRead || (mayRename && this.judgement.isCalledOtherwise)) && this.judgement.rename()) {
      this.pictures = undefined;
    }
  }

  correct(names: OperatorNames): void {
    if (this.judgement.correct(names)) {
      this.pictures = undefined;
    }
  }

  /** What kind of publication would tell the sinks what they do not know yet; undefined when they know it all. */
  pendingChange(): PublicationKind | undefined {
    const { hidden, track } = this.shown;
    if (this.#published === 'nothing') {
      return 'track';
    }
    if (this.#published === 'hidden') {
      return hidden ? undefined : 'reveal';
    }
    if (hidden) {
      return 'hide';
    }
    return this.#published === track ? undefined : 'correction';
  }

  /** The sinks have been told what stands now. */
  published(): void {
    const { hidden, track } = this.shown;
    this.#published = hidden ? 'hidden' : track;
  }
}
