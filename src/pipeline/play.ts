import type { Enrichment } from '../core/contracts.ts';
import type { PublicationKind, Track, Transition } from '../core/track.ts';

/** When and where in the set a play was featured; fields as in `Publication`. */
export interface Place {
  readonly position: number;
  readonly at: number;
  readonly elapsedMs: number;
}

/** The featured play: what hides it, how it was corrected, and what has been published of it. */
export class Play {
  readonly place: Place;
  #transition: Transition;
  #track: Track;
  /** Absent until they were asked for; they belong to `track` as it stands. */
  pictures: Enrichment | undefined;
  #hiddenByRule: boolean;
  #hiddenAtSource: boolean;
  #verdict: 'hide' | 'reveal' | undefined;
  /** What the sinks were told last. */
  #told: 'nothing' | 'hidden' | Track = 'nothing';

  /** `track` is the transition's, extracted. */
  constructor(transition: Transition, track: Track, hiddenByRule: boolean, place: Place) {
    this.#transition = transition;
    this.place = place;
    this.#track = track;
    this.#hiddenByRule = hiddenByRule;
    this.#hiddenAtSource = transition.hidden;
  }

  /** Its track is what the source knows by now; rules are tried on it. */
  get transition(): Transition {
    return this.#transition;
  }

  /** As it is published. */
  get track(): Track {
    return this.#track;
  }

  /** The operator's verdict holds until a rule or the deck's colour newly says that the play is to be hidden. */
  get hidden(): boolean {
    return this.#verdict === undefined
      ? this.#hiddenByRule || this.#hiddenAtSource
      : this.#verdict === 'hide';
  }

  setHiddenAtSource(hidden: boolean): void {
    this.#revealEnds(hidden && !this.#hiddenAtSource);
    this.#hiddenAtSource = hidden;
  }

  setHiddenByRule(hidden: boolean): void {
    this.#revealEnds(hidden && !this.#hiddenByRule);
    this.#hiddenByRule = hidden;
  }

  #revealEnds(ends: boolean): void {
    if (ends && this.#verdict === 'reveal') {
      this.#verdict = undefined;
    }
  }

  /** The source knows more of it than before; what it is called on air stays. */
  learn(track: Track): void {
    this.#transition = { ...this.#transition, track };
  }

  setVerdict(verdict: 'hide' | 'reveal'): void {
    this.#verdict = verdict;
  }

  correct(names: { readonly artist: string; readonly title: string }): void {
    if (names.artist !== this.#track.artist || names.title !== this.#track.title) {
      this.#track = { ...this.#track, ...names };
      this.pictures = undefined;
    }
  }

  /** What kind of publication would tell the sinks what they do not know yet; undefined when they know it all. */
  news(): PublicationKind | undefined {
    if (this.#told === 'nothing') {
      return 'track';
    }
    if (this.#told === 'hidden') {
      return this.hidden ? undefined : 'reveal';
    }
    if (this.hidden) {
      return 'hide';
    }
    return this.#told === this.#track ? undefined : 'correction';
  }

  /** The sinks have been told what stands now. */
  told(): void {
    this.#told = this.hidden ? 'hidden' : this.#track;
  }
}
