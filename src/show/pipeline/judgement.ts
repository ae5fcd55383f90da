import type { HiddenBy } from '../../core/contracts.ts';
import { shown } from '../../core/shown.ts';
import {
  type HiddenTrack,
  identityOf,
  isSameTrack,
  isUnchanged,
  type SetEntry,
  type Shown,
  type Track,
} from '../../core/track.ts';
import { extract } from './extract.ts';
import { fingerprintOf, isFingerprintOf } from './fingerprint.ts';
import type { HiddenBefore } from './hidden-before.ts';
import { hiddenByRule, isListed, listEntry } from './hide.ts';
import type { Extraction, HideRules } from './options.ts';

export type Rules = Extraction & HideRules;

export interface OperatorNames {
  readonly artist?: string;
  readonly title?: string;
}

/**
 * Decides whether a track may be shown, from everything that can hide it: rules, its source (the deck's color)
 * and the operator. Nothing else decides that.
 */
export class Judgement {
  readonly #rules: Rules;
  readonly #hiddenBefore: HiddenBefore;
  /** As its source reported it last; the expressions are matched against it. */
  #reported: Track;
  /** As people see it. */
  #track: Track;
  /** `identityOf` both; absent until it is needed: each publication is compared with every earlier play. */
  #reportedIdentity: string | undefined;
  #trackIdentity: string | undefined;
  #corrected: OperatorNames = {};
  #hiddenByRule: boolean;
  /** It was listed while it was on air, for the next time. */
  #listedForLater = false;
  #hiddenAtSource: boolean;
  #verdict: 'hide' | 'reveal' | undefined;

  /** `rules` are read at each use: they are live. */
  constructor(rules: Rules, hiddenBefore: HiddenBefore, reported: Track, hiddenAtSource: boolean) {
    this.#rules = rules;
    this.#hiddenBefore = hiddenBefore;
    this.#reported = reported;
    this.#track = extract(reported, rules);
    this.#hiddenByRule = this.#isHiddenByRule(reported);
    this.#hiddenAtSource = hiddenAtSource;
    this.#recallVerdict();
  }

  /** The operator's verdict holds until an expression or the deck's color newly hides the play. */
  get hidden(): boolean {
    return this.hiddenBy !== undefined;
  }

  /** What hides it; undefined while it may be shown. */
  get hiddenBy(): HiddenBy | undefined {
    if (this.#verdict !== undefined) {
      return this.#verdict === 'hide' ? 'operator' : undefined;
    }
    if (this.#hiddenByRule) {
      return 'rule';
    }
    return this.#hiddenAtSource ? 'source' : undefined;
  }

  /** The operator hid it. */
  get hiddenByHand(): boolean {
    return this.#verdict === 'hide';
  }

  /** What a later run recognizes the track by; undefined while it is visible or has no names. */
  hiddenTrack(): HiddenTrack | undefined {
    const fingerprint = this.hidden ? fingerprintOf(this.#reported) : undefined;
    return fingerprint === undefined ? undefined : { fingerprint, byHand: this.hiddenByHand };
  }

  /** Whether the entry of an earlier run is of this track. */
  isOf({ hidden, hiddenTrack, track }: SetEntry): boolean {
    if (hidden) {
      return hiddenTrack !== undefined && isFingerprintOf(hiddenTrack.fingerprint, this.#reported);
    }
    return track.title !== '' && track.artist === this.#track.artist && track.title === this.#track.title;
  }

  /** `track` is the same object as long as nothing changes. */
  get shown(): Shown {
    return shown(this.#track, this.hidden);
  }

  /** Whether `other` is this track and hidden: its names must not be seen on another deck either. */
  hides(other: Track): boolean {
    return this.hidden && other.title !== '' && this.#isIdentifiedBy(identityOf(other));
  }

  /** Whether another source could report it under these names. */
  isReportedAs(reported: Track): boolean {
    return isSameTrack(reported, this.#reported);
  }

  /** The track without its names, whatever the judgement is. */
  get concealed(): Shown {
    return shown(this.#track, true);
  }

  /** What the same track has in common with it: as it is shown, and as its source reports it. None while it has no title. */
  get identities(): string[] {
    return [
      ...(this.#track.title === '' ? [] : [this.#identity]),
      ...(this.#reported.title === '' ? [] : [this.#identityAtSource]),
    ];
  }

  /** What hides the same play under the names that its deck reports, which may be more than were announced. */
  hiddenByAs(reported: Track): HiddenBy | undefined {
    const isRuledOut = this.#verdict === undefined && this.#isHiddenByRule(reported);
    return this.hiddenBy ?? (isRuledOut ? 'rule' : undefined);
  }

  /** The same play under the names that its deck reports, as the operator corrected them. */
  shownAs(reported: Track): Shown {
    const isHidden = this.hiddenByAs(reported) !== undefined;
    return shown({ ...extract(reported, this.#rules), ...this.#corrected }, isHidden);
  }

  setHiddenAtSource(hidden: boolean): void {
    this.#revealEnds(hidden && !this.#hiddenAtSource);
    this.#hiddenAtSource = hidden;
  }

  setVerdict(verdict: 'hide' | 'reveal'): void {
    this.#verdict = verdict;
    if (verdict === 'reveal') {
      this.#hiddenBefore.remove(this.#reported);
    }
  }

  /** Applies the expressions again; they may have changed. */
  judge(): void {
    const hidden = this.#isHiddenByRule(this.#reported);
    this.#revealEnds(hidden && !this.#hiddenByRule);
    this.#hiddenByRule = hidden;
  }

  /** How `--hide.tracks` names this track, which it does not hide now; empty while it has no name. */
  listForLater(): string {
    this.#listedForLater = true;
    return listEntry(this.#reported);
  }

  /** The source reports other names: applies the expressions to them, and keeps the names as shown. */
  update(reported: Track): void {
    this.#reported = reported;
    this.#reportedIdentity = undefined;
    this.judge();
    this.#recallVerdict();
  }

  /** Shows the names that the source reported last, with the operator's corrections. True if that changes any field. */
  rename(): boolean {
    return this.#setTrack({ ...extract(this.#reported, this.#rules), ...this.#corrected });
  }

  /** Whether `rename` would change what people read. */
  get hasNewNames(): boolean {
    const { artist, title } = { ...extract(this.#reported, this.#rules), ...this.#corrected };
    return artist !== this.#track.artist || title !== this.#track.title;
  }

  /** Applies the operator's corrections. True if that changes any field. */
  correct(names: OperatorNames): boolean {
    this.#corrected = { ...this.#corrected, ...names };
    return this.#setTrack({ ...this.#track, ...names });
  }

  #isHiddenByRule(reported: Track): boolean {
    const after = extract(reported, this.#rules);
    return (
      hiddenByRule(reported, after, this.#rules) ||
      (!this.#listedForLater && isListed(reported, after, this.#rules))
    );
  }

  #setTrack(track: Track): boolean {
    const isNew = !isUnchanged(track, this.#track);
    if (isNew) {
      this.#track = track;
      this.#trackIdentity = undefined;
    }
    return isNew;
  }

  get #identity(): string {
    this.#trackIdentity ??= identityOf(this.#track);
    return this.#trackIdentity;
  }

  get #identityAtSource(): string {
    this.#reportedIdentity ??= identityOf(this.#reported);
    return this.#reportedIdentity;
  }

  #isIdentifiedBy(identity: string): boolean {
    return identity === this.#identity || identity === this.#identityAtSource;
  }

  /** The names that tell that the operator hid the track before a restart may come late. */
  #recallVerdict(): void {
    if (this.#hiddenBefore.has(this.#reported)) {
      this.#verdict ??= 'hide';
    }
  }

  #revealEnds(ends: boolean): void {
    if (ends && this.#verdict === 'reveal') {
      this.#verdict = undefined;
    }
  }
}
