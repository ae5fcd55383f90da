/**
 * Decides whether a track may be shown, from everything that can hide it: rules, its source (the deck's color)
 * and the operator. Nothing else decides that.
 */
import type { HiddenBy } from '../../core/contracts.ts';
import { shown } from '../../core/shown.ts';
import {
  identityOf,
  isSameTrack,
  isUnchanged,
  type OperatorNames,
  type PlayFacts,
  type SetEntry,
  type Shown,
  type Track,
} from '../../core/track.ts';
import { extract } from './extract.ts';
import { type HiddenBefore, identitiesOf, type KnownTrack, wasHidden } from './hidden-before.ts';
import { type HideRule, listingsMet, rulesMet } from './hide.ts';
import type { Extraction, HideRules } from './options.ts';

/** What a judgement rests on beside the track. */
export interface Grounds {
  /** Read at each use: they are live. */
  readonly rules: Extraction & HideRules;
  readonly hiddenBefore: HiddenBefore;
}

export interface Judgement extends KnownTrack {
  /** As its source reported it last; the expressions are matched against it. */
  readonly reported: Track;
  /** As people see it; the same object as long as nothing changes. */
  readonly track: Track;
  /** The report that it was made of; a later one with other names may only count for the rules. */
  readonly shownReport: Track;
  /** What the same track has in common with it: as it is shown, and as its source reports it. None while it has no title. */
  readonly identities: readonly string[];
  readonly corrected: OperatorNames;
  /** Those that it meets: they hide it as long as the operator has not revealed it. */
  readonly rules: readonly HideRule[];
  /** It was listed while it was on air, for the next time. */
  readonly listedForLater: boolean;
  readonly hiddenAtSource: boolean;
  /** The operator's; a reveal holds until a rule that did not meet the play then, or a new color of the deck, hides it. */
  readonly verdict: 'hide' | 'reveal' | undefined;
}

export function judge(reported: Track, hiddenAtSource: boolean, grounds: Grounds): Judgement {
  return recalled(
    identified({
      reported,
      track: extract(reported, grounds.rules),
      shownReport: reported,
      corrected: {},
      rules: rulesOf(reported, false, grounds),
      listedForLater: false,
      hiddenAtSource,
      verdict: undefined,
    }),
    grounds,
  );
}

/** What hides it; undefined while it may be shown. */
export function hiddenBy({ verdict, rules, hiddenAtSource }: Judgement): HiddenBy | undefined {
  if (verdict !== undefined) {
    return verdict === 'hide' ? 'operator' : undefined;
  }
  if (rules.length > 0) {
    return 'rule';
  }
  return hiddenAtSource ? 'source' : undefined;
}

export function isHidden(judgement: Judgement): boolean {
  return hiddenBy(judgement) !== undefined;
}

/** The track as it may be shown: the same object as long as nothing changes. */
export function shownOf(judgement: Judgement): Shown {
  return shown(judgement.track, isHidden(judgement));
}

/** The track without its names, whatever the judgement is. */
export function concealed({ track }: Judgement): Shown {
  return shown(track, true);
}

/** What hides the same play under the names that its deck reports, which may be more than were announced. */
export function hiddenByAs(judgement: Judgement, reported: Track, grounds: Grounds): HiddenBy | undefined {
  const isRuledOut =
    judgement.verdict === undefined && rulesOf(reported, judgement.listedForLater, grounds).length > 0;
  return hiddenBy(judgement) ?? (isRuledOut ? 'rule' : undefined);
}

/** The same play under the names that its deck reports, as the operator corrected them. */
export function shownAs(judgement: Judgement, reported: Track, grounds: Grounds): Shown {
  const isHiddenAs = hiddenByAs(judgement, reported, grounds) !== undefined;
  return shown({ ...extract(reported, grounds.rules), ...judgement.corrected }, isHiddenAs);
}

/** Whether `other` is this track and hidden: its names must not be seen on another deck either. */
export function hides(judgement: Judgement, other: Track): boolean {
  return isHidden(judgement) && other.title !== '' && judgement.identities.includes(identityOf(other));
}

/** Of an entry of an earlier run. Only the operator, or its source, shows it again when it was hidden then. */
export function judgeEntry({ track, hidden, facts }: SetEntry, grounds: Grounds): Judgement {
  const known = facts?.open();
  const { reported = track, corrected: names = {} } = known ?? {};
  const isByHand = hidden && known?.hiddenByHand === true;
  const judged = corrected(judge(reported, hidden && !isByHand, grounds), names);
  if (isByHand) {
    return withVerdict(judged, 'hide');
  }
  return hidden ? judged : revealedAs(withTrack(judged, track), known?.revealedFrom);
}

/** Whether another source could report it under these names. */
export function isReportedAs({ reported }: Judgement, other: Track): boolean {
  return isSameTrack(other, reported);
}

export function withColor(judgement: Judgement, hiddenAtSource: boolean): Judgement {
  const isNew = hiddenAtSource && !judgement.hiddenAtSource;
  return { ...judgement, hiddenAtSource, verdict: verdictAfter(judgement, isNew) };
}

export function withVerdict(judgement: Judgement, verdict: 'hide' | 'reveal'): Judgement {
  return { ...judgement, verdict };
}

/** Applies the expressions again; they may have changed. */
export function judgedAgain(judgement: Judgement, grounds: Grounds): Judgement {
  const rules = rulesOf(judgement.reported, judgement.listedForLater, grounds);
  const isNew = rules.some((rule) => !judgement.rules.includes(rule));
  return { ...judgement, rules, verdict: verdictAfter(judgement, isNew) };
}

/** `--hide.tracks` is going to name it; that does not hide it now. */
export function withListing(judgement: Judgement): Judgement {
  return { ...judgement, listedForLater: true };
}

/** The source reports other names: applies the expressions to them, and keeps the names as shown. */
export function updated(judgement: Judgement, reported: Track, grounds: Grounds): Judgement {
  return recalled(judgedAgain(identified({ ...judgement, reported }), grounds), grounds);
}

/** Shows the names that the source reported last, with the operator's corrections. The same when that changes no field. */
export function renamed(judgement: Judgement, { rules }: Grounds): Judgement {
  return withTrack({ ...judgement, shownReport: judgement.reported }, namesNow(judgement, rules));
}

/** Extracts the names again; the expressions may have changed. The same when that changes no field. */
export function extractedAgain(judgement: Judgement, { rules }: Grounds): Judgement {
  return withTrack(judgement, namesNow({ ...judgement, reported: judgement.shownReport }, rules));
}

/** Whether `renamed` would change what people read. */
export function hasNewNames(judgement: Judgement, { rules }: Grounds): boolean {
  const { artist, title } = namesNow(judgement, rules);
  return artist !== judgement.track.artist || title !== judgement.track.title;
}

/** Applies the operator's corrections. Its `track` is the same when that changes no field. */
export function corrected(judgement: Judgement, names: OperatorNames): Judgement {
  const all = { ...judgement.corrected, ...names };
  return withTrack({ ...judgement, corrected: all }, { ...judgement.track, ...names });
}

/** What the operator revealed it from; undefined when no rule would hide it. */
export function revealedFrom({ verdict, rules }: Judgement): readonly HideRule[] | undefined {
  return verdict === 'reveal' && rules.length > 0 ? rules : undefined;
}

/** A reveal speaks of the rules that hid the play then. Whether a color is a new one is unknown after a restart. */
function revealedAs(judgement: Judgement, revealed: readonly string[] = []): Judgement {
  const { verdict, rules, hiddenAtSource } = judgement;
  const isRevealed =
    !hiddenAtSource &&
    verdict === undefined &&
    rules.length > 0 &&
    rules.every((rule) => revealed.includes(rule));
  return isRevealed ? withVerdict(judgement, 'reveal') : judgement;
}

/** What a later run has to know of it. */
export function factsOf(judgement: Judgement): PlayFacts {
  const { reported, corrected: names, verdict } = judgement;
  const from = revealedFrom(judgement);
  return {
    reported,
    corrected: names,
    hiddenByHand: verdict === 'hide',
    ...(from && { revealedFrom: from }),
  };
}

/** Whether a later run would recognize the hidden track by the same, and give it the same names. */
export function isRecordedAs(one: Judgement, other: Judgement): boolean {
  return (
    one.corrected === other.corrected && identitiesOf(one.reported)[0] === identitiesOf(other.reported)[0]
  );
}

function namesNow({ reported, corrected: names }: Judgement, rules: Extraction): Track {
  return { ...extract(reported, rules), ...names };
}

function withTrack(judgement: Judgement, track: Track): Judgement {
  return isUnchanged(track, judgement.track) ? judgement : identified({ ...judgement, track });
}

function identified(judgement: Omit<Judgement, 'identities'>): Judgement {
  const titled = [judgement.track, judgement.reported].filter(({ title }) => title !== '');
  return { ...judgement, identities: titled.map(identityOf) };
}

function rulesOf(reported: Track, listedForLater: boolean, { rules }: Grounds): HideRule[] {
  const after = extract(reported, rules);
  return [
    ...rulesMet(reported, after, rules),
    ...(listedForLater ? [] : listingsMet(reported, after, rules)),
  ];
}

/** The names that tell that the operator hid the track before may come late. */
function recalled(judgement: Judgement, { hiddenBefore }: Grounds): Judgement {
  return judgement.verdict === undefined && wasHidden(hiddenBefore, judgement)
    ? withVerdict(judgement, 'hide')
    : judgement;
}

/** A reveal ends when something newly hides the track. */
function verdictAfter({ verdict }: Judgement, isNewlyHidden: boolean): Judgement['verdict'] {
  return isNewlyHidden && verdict === 'reveal' ? undefined : verdict;
}
