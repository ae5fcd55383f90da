import { isSameTrack } from '../core/names.ts';
import { shown } from '../core/shown.ts';
import type { Shown, Track } from '../core/track.ts';
import { extract } from './extract.ts';
import { hiddenByRule } from './hide.ts';
import type { Extraction, HideRules } from './options.ts';

export type Rules = Extraction & HideRules;

export interface OperatorNames {
  readonly artist?: string;
  readonly title?: string;
}

/**
 * A track as its source tells it, and everything that may hide it: expressions, its source (the deck's colour), the
 * operator. The one place where it is decided what may be shown.
 */
export class Judgement {
  readonly #rules: Rules;
  /** As its source tells it by now; expressions are tried on it. */
  #told: Track;
  /** As it is shown. */
  #track: Track;
  #corrected: OperatorNames = {};
  #hiddenByRule: boolean;
  #hiddenAtSource: boolean;
  #verdict: 'hide' | 'reveal' | undefined;

  /** `rules` are asked at each use. */
  constructor(rules: Rules, told: Track, hiddenAtSource: boolean) {
    this.#rules = rules;
    this.#told = told;
    this.#track = extract(told, rules);
    this.#hiddenByRule = hiddenByRule(told, this.#track, rules);
    this.#hiddenAtSource = hiddenAtSource;
  }

  /** The operator's verdict holds until an expression or the deck's colour newly says that the play is to be hidden. */
  get hidden(): boolean {
    return this.#verdict === undefined
      ? this.#hiddenByRule || this.#hiddenAtSource
      : this.#verdict === 'hide';
  }

  /** Its track is the same object as long as nothing changes. */
  get shown(): Shown {
    return shown(this.#track, this.hidden);
  }

  /** The names of a hidden track must not be seen on another deck either. */
  hides(other: Track): boolean {
    return this.hidden && (isSameTrack(other, this.#track) || isSameTrack(other, this.#told));
  }

  /** What may be shown where the same play is called as its deck calls it. */
  shownAs(told: Track): Shown {
    return shown(extract(told, this.#rules), this.hidden);
  }

  setHiddenAtSource(hidden: boolean): void {
    this.#revealEnds(hidden && !this.#hiddenAtSource);
    this.#hiddenAtSource = hidden;
  }

  setVerdict(verdict: 'hide' | 'reveal'): void {
    this.#verdict = verdict;
  }

  /** The expressions are others now. */
  judge(): void {
    const hidden = hiddenByRule(this.#told, extract(this.#told, this.#rules), this.#rules);
    this.#revealEnds(hidden && !this.#hiddenByRule);
    this.#hiddenByRule = hidden;
  }

  /** The source tells more, or something else; what it is called where it is shown stays. */
  learn(told: Track): void {
    this.#told = told;
    this.judge();
  }

  /** It is called from now on as the source told it last, but for what the operator corrected. True if that is new. */
  rename(): boolean {
    return this.#call({ ...extract(this.#told, this.#rules), ...this.#corrected });
  }

  /** Whether `rename` would change what people read. */
  get isCalledOtherwise(): boolean {
    const { artist, title } = { ...extract(this.#told, this.#rules), ...this.#corrected };
    return artist !== this.#track.artist || title !== this.#track.title;
  }

  /** The operator's names. True if they are new. */
  correct(names: OperatorNames): boolean {
    this.#corrected = { ...this.#corrected, ...names };
    return this.#call({ ...this.#track, ...names });
  }

  #call(track: Track): boolean {
    const fields = Object.keys(track) as (keyof Track)[];
    const isNew = fields.some((field) => track[field] !== this.#track[field]);
    if (isNew) {
      this.#track = track;
    }
    return isNew;
  }

  #revealEnds(ends: boolean): void {
    if (ends && this.#verdict === 'reveal') {
      this.#verdict = undefined;
    }
  }
}
