/** Whether a track may be shown. The only place that weighs rules, deck color and the operator. */
import type { HiddenBy } from '../../core/hidden-by.ts';
import { shown } from '../../core/shown.ts';
import {
  identityOf,
  isUnchanged,
  type OperatorNames,
  type PlayFacts,
  type SetEntry,
  type Shown,
  type Track,
  UNKNOWN_TRACK,
} from '../../core/track.ts';
import { type CorrectedBefore, NOTHING_CORRECTED, namesOf } from './corrected-before.ts';
import { extract } from './extract.ts';
import { type HiddenBefore, identitiesOf, type KnownTrack, wasHidden } from './hidden-before.ts';
import { type HideRule, isListing, isListingOf, matchingExpressions, matchingListings } from './hide.ts';
import type { Extraction, HideRules } from './options.ts';

export interface Grounds {
  /** Live: read at each use. */
  readonly rules: Extraction & HideRules;
  readonly hiddenBefore: HiddenBefore;
  /** Absent: none. */
  readonly correctedBefore?: CorrectedBefore;
}

export interface Judgement extends KnownTrack {
  /** Source's latest report, which hiding rules match. */
  readonly reported: Track;
  /** Extracted and corrected names. Same object until a field changes. */
  readonly track: Track;
  /** Report behind `track`. Later reports may affect only the hiding rules. */
  readonly shownReport: Track;
  /** Keys that match the track elsewhere, by shown and reported names. Empty without a title. */
  readonly identities: readonly string[];
  readonly corrected: OperatorNames;
  /** Hide the track unless the operator revealed it. */
  readonly rules: readonly HideRule[];
  /**
   * Matching entries of `--hide.tracks` before *Hide next time* changed it, which counts from the next play on.
   * Undefined: the entries that match now.
   */
  readonly keptListings: readonly HideRule[] | undefined;
  readonly hiddenAtSource: boolean;
  /** The operator's. A reveal ends when another rule matches or the deck gets the hiding color. */
  readonly verdict: 'hide' | 'reveal' | undefined;
}

export function judge(reported: Track, hiddenAtSource: boolean, grounds: Grounds): Judgement {
  const corrected = earlierNames(reported, grounds);
  return withEarlierHide(
    withIdentities({
      reported,
      track: namesNow({ reported, corrected }, grounds.rules),
      shownReport: reported,
      corrected,
      rules: matchingRules(reported, undefined, grounds),
      keptListings: undefined,
      hiddenAtSource,
      verdict: undefined,
    }),
    grounds,
  );
}

export function hiddenBy({ verdict, rules, reported, hiddenAtSource }: Judgement): HiddenBy | undefined {
  if (verdict !== undefined) {
    return verdict === 'hide' ? 'operator' : undefined;
  }
  // Taking it off the list shows a `listed` track.
  if (rules.some((rule) => !isListingOf(rule, reported))) {
    return 'rule';
  }
  if (hiddenAtSource) {
    return 'source';
  }
  return rules.length > 0 ? 'listed' : undefined;
}

export function isHidden(judgement: Judgement): boolean {
  return hiddenBy(judgement) !== undefined;
}

/** Returns the same track object until something changes. */
export function shownOf(judgement: Judgement): Shown {
  return shown(judgement.track, isHidden(judgement));
}

export function withoutNames({ track }: Judgement): Shown {
  return shown(track, true);
}

export const NO_TRACK: Shown = shown(UNKNOWN_TRACK, true);

/** The same track on another deck must be hidden too. */
export function hidesSameTrack(judgement: Judgement, other: Track): boolean {
  return isHidden(judgement) && other.title !== '' && judgement.identities.includes(identityOf(other));
}

/** Earlier entries that ended hidden stay so until the operator or the source reveals them. */
export function judgeEntry({ track, hidden, facts }: SetEntry, { rules, hiddenBefore }: Grounds): Judgement {
  // Corrections of other plays came later.
  const grounds: Grounds = { rules, hiddenBefore };
  const known = facts?.open();
  const { reported = track, corrected = {} } = known ?? {};
  const isByHand = hidden && known?.hiddenByHand === true;
  const judged = withCorrections(judge(reported, hidden && !isByHand, grounds), corrected);
  if (isByHand) {
    return withVerdict(judged, 'hide');
  }
  return hidden ? judged : withEarlierReveal(withTrack(judged, track), known?.revealedFrom);
}

export function withColor(judgement: Judgement, hiddenAtSource: boolean): Judgement {
  const isNew = hiddenAtSource && !judgement.hiddenAtSource;
  return { ...judgement, hiddenAtSource, verdict: verdictAfter(judgement, isNew) };
}

export function withVerdict(judgement: Judgement, verdict: 'hide' | 'reveal'): Judgement {
  return { ...judgement, verdict };
}

export function withCurrentRules(judgement: Judgement, grounds: Grounds): Judgement {
  const rules = matchingRules(judgement.reported, judgement.keptListings, grounds);
  const isNew = rules.some((rule) => !judgement.rules.includes(rule));
  return { ...judgement, rules, verdict: verdictAfter(judgement, isNew) };
}

export function withKeptListings(judgement: Judgement): Judgement {
  const { keptListings, rules } = judgement;
  return { ...judgement, keptListings: keptListings ?? rules.filter(isListing) };
}

/** Matches the rules against new names, but keeps the shown ones; see `withReportedNames`. */
export function withReport(judgement: Judgement, reported: Track, grounds: Grounds): Judgement {
  const isEarlier = judgement.corrected === earlierNames(judgement.reported, grounds);
  const corrected = isEarlier ? earlierNames(reported, grounds) : judgement.corrected;
  const news = withIdentities({ ...judgement, reported, corrected });
  return withEarlierHide(withCurrentRules(news, grounds), grounds);
}

/** Shows the latest report's names. Keeps `track` if no field changes. */
export function withReportedNames(judgement: Judgement, { rules }: Grounds): Judgement {
  return withTrack({ ...judgement, shownReport: judgement.reported }, namesNow(judgement, rules));
}

export function hasNewNames(judgement: Judgement, { rules }: Grounds): boolean {
  const { artist, title } = namesNow(judgement, rules);
  return artist !== judgement.track.artist || title !== judgement.track.title;
}

/** `--extract.regex.*` changed. Keeps `track` if no field changes. */
export function withCurrentExtraction(judgement: Judgement, { rules }: Grounds): Judgement {
  return withTrack(judgement, namesNow({ ...judgement, reported: judgement.shownReport }, rules));
}

/** Keeps `track` if no field changes. */
export function withCorrections(judgement: Judgement, names: OperatorNames): Judgement {
  const corrected = { ...judgement.corrected, ...names };
  return withTrack({ ...judgement, corrected }, { ...judgement.track, ...names });
}

/** Judges by the names on the play's deck, which may be more complete than the published ones. */
export function withDeckNames(judgement: Judgement, onDeck: Track, grounds: Grounds): Judgement {
  const rules = isHidden(judgement)
    ? judgement.rules
    : matchingRules(onDeck, judgement.keptListings, grounds);
  return { ...judgement, track: namesNow({ ...judgement, reported: onDeck }, grounds.rules), rules };
}

export function factsOf(judgement: Judgement): PlayFacts {
  const { reported, corrected, verdict, rules } = judgement;
  const by = hiddenBy(judgement);
  return {
    reported,
    corrected,
    hiddenByHand: verdict === 'hide',
    ...(by && { hiddenBy: by }),
    ...(verdict === 'reveal' && rules.length > 0 && { revealedFrom: rules }),
  };
}

/** A later run would recognize and correct both alike. */
export function isStoredAlike(one: Judgement, other: Judgement): boolean {
  return (
    one.corrected === other.corrected && identitiesOf(one.reported)[0] === identitiesOf(other.reported)[0]
  );
}

/**
 * Covers all rules that match now, or does not count. Does not override the deck's color, which the DJ may have set
 * again while deckcast was down.
 */
function withEarlierReveal(judgement: Judgement, revealedFrom: readonly string[] = []): Judgement {
  const { verdict, rules, hiddenAtSource } = judgement;
  const isRevealed =
    !hiddenAtSource &&
    verdict === undefined &&
    rules.length > 0 &&
    rules.every((rule) => revealedFrom.includes(rule));
  return isRevealed ? withVerdict(judgement, 'reveal') : judgement;
}

function earlierNames(reported: Track, { correctedBefore = NOTHING_CORRECTED }: Grounds): OperatorNames {
  return namesOf(correctedBefore, reported);
}

function namesNow(
  { reported, corrected }: Pick<Judgement, 'reported' | 'corrected'>,
  rules: Extraction,
): Track {
  return { ...extract(reported, rules), ...corrected };
}

function withTrack(judgement: Judgement, track: Track): Judgement {
  return isUnchanged(track, judgement.track) ? judgement : withIdentities({ ...judgement, track });
}

function withIdentities(judgement: Omit<Judgement, 'identities'>): Judgement {
  const titled = [judgement.track, judgement.reported].filter(({ title }) => title !== '');
  return { ...judgement, identities: titled.map(identityOf) };
}

function matchingRules(
  reported: Track,
  keptListings: Judgement['keptListings'],
  { rules }: Grounds,
): HideRule[] {
  const after = extract(reported, rules);
  return [
    ...matchingExpressions(reported, after, rules),
    ...(keptListings ?? matchingListings(reported, after, rules)),
  ];
}

/** Hides a track that the operator hid before. Repeated with each report, because names may come late. */
function withEarlierHide(judgement: Judgement, { hiddenBefore }: Grounds): Judgement {
  return judgement.verdict === undefined && wasHidden(hiddenBefore, judgement)
    ? withVerdict(judgement, 'hide')
    : judgement;
}

/** Ends a reveal when a rule or color newly hides the track. */
function verdictAfter({ verdict }: Judgement, isNewlyHidden: boolean): Judgement['verdict'] {
  return isNewlyHidden && verdict === 'reveal' ? undefined : verdict;
}
