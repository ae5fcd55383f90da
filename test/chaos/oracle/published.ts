import { type ChaosSet, PICTURES_WAIT_MS } from '../script.ts';
import { audibleIn, type ChaosPlay, type Hearing, isHiddenPlay, STUTTER_MS } from './hearing.ts';
import { type ChaosRun, type ChaosTimes, overlaps, type Span, without } from './times.ts';
import type { Listing, NewSet, Removal, SeenPublication } from './words.ts';

const SETTLE_MS = 3_000;
const BACK_MS = 4_000;
/** Traktor reports a level at rest; a fade takes at most this long. */
const FADE_MS = 8_000;
/** Colors act at once, give or take the order of events. */
const MOMENT_MS = 150;

const FOLLOWS_MS = 500;

/** Of an earlier set: two attempts on a hanging disk, and the pause between them. */
const READ_AGAIN_MS = 25_000;
const RETRY_MS = 20_000;
/** A set stopped for less than this goes on, however it was stopped. */
const SURELY_GOES_ON_MS = 110_000;
/** Since a track. */
const CERTAINLY_FRESH_MS = 19 * 60_000;

/** Play in a set's record, as browsers saw it. */
export interface PublishedEntry {
  readonly run: ChaosRun;
  readonly position: number;
  /** See `SeenPublication.set`. */
  readonly set?: number;
  /** Position in the set before, if the track moved to this one. */
  readonly from?: number;
  /** Accepted ones, in order. */
  readonly removals: readonly (Removal & { readonly run: ChaosRun })[];
  /** The operator began a set with the next track, so that this one left the air. */
  readonly leftAt?: number;
  /** Its track was noted for *Hide next time* later, or its hide was read late. */
  readonly isListedLater?: boolean;
  readonly play: ChaosPlay;
  readonly at: number;
  readonly changedAt: number;
  /** In order; undefined: hidden. */
  readonly tokens: readonly (string | undefined)[];
  readonly token: string | undefined;
  /** First readable; undefined: never. */
  readonly visibleAt: number | undefined;
}

/** Absent: none. */
export interface OperatorAnswers {
  readonly newSets?: readonly NewSet[];
  readonly listings?: readonly Listing[];
  readonly removals?: readonly Removal[];
}

export interface Published {
  readonly entries: readonly PublishedEntry[];
  readonly problems: readonly string[];
  /** Includes the operator's verdicts. */
  isHidden(play: ChaosPlay, at: number): boolean;
  mayBeHidden(play: ChaosPlay, at: number): boolean;
}

type OpenEntry = { -readonly [Key in keyof PublishedEntry]: PublishedEntry[Key] };
interface Verdict {
  readonly play: ChaosPlay;
  readonly hidden: boolean;
  readonly everywhere: boolean;
  /** Either reading is right; without one, rules and colors count. */
  readonly unsure?: true;
  readonly from: number;
  readonly to: number;
}

export function checkPublished(
  set: ChaosSet,
  hearing: Hearing,
  times: ChaosTimes,
  seen: readonly SeenPublication[],
  { newSets = [], listings = [], removals = [] }: OperatorAnswers = {},
): Published {
  const problems: string[] = [];
  const entries: OpenEntry[] = [];
  const verdicts: Verdict[] = [];
  const begun = newSets.filter(({ accepted }) => accepted);
  const fadeMs = set.decks === 'Traktor' ? FADE_MS : 0;
  const picturesMs = Math.min(set.picturesMs, PICTURES_WAIT_MS);
  const lagMs = set.delay * 1_000 + picturesMs + SETTLE_MS + fadeMs + set.slackMs;

  /** Reveals end when the color hides again, or as `goesOn` decides; hides last with the set. */
  function noteVerdicts(run: ChaosRun): void {
    for (const act of set.acts) {
      if ((act.do === 'hide' || act.do === 'reveal') && act.at >= run.from && act.at < run.to) {
        const onAir = onAirAt(act.at);
        if (onAir !== undefined) {
          const { play } = onAir;
          const hidden = act.do === 'hide';
          if (hidden) {
            verdicts.push(...hideOf(onAir, act.at));
          } else {
            const to = Math.min(hiddenAfter(play, act.at), endOf(run));
            verdicts.push({ play, hidden, everywhere: false, from: act.at, to });
            verdicts.push(...(to === endOf(run) ? goesOn(onAir) : []));
          }
        }
      }
    }
  }

  /** A program that stops in order knows the operator's verdicts to its end. */
  function endOf({ number, end, to }: ChaosRun): number {
    return end === 'stop' ? (times.runs[number]?.from ?? to) : to;
  }

  /** By color, or noted for *Hide next time*. */
  function hiddenAfter(play: ChaosPlay, from: number): number {
    const painted = play.red.find(({ red, at }) => red && at > from)?.at ?? Number.POSITIVE_INFINITY;
    return Math.min(
      painted,
      listings.find((one) => one.track === play.track && one.at > from)?.at ?? painted,
    );
  }

  function isListed(track: number, at: number): boolean {
    return listings.some((one) => one.track === track && one.at <= at);
  }

  /** A set that begins with the next track takes the last one of the set before off air. */
  function leftAt(entry: OpenEntry): number | undefined {
    const ending = begun[setOf(entry)];
    const isLast = !entries.some(
      (other) => other.run === entry.run && other.at > entry.at && setOf(other) === setOf(entry),
    );
    return isLast && ending?.next && ending.at >= entry.at && ending.at < entry.run.to
      ? ending.at
      : undefined;
  }

  /** Only a load, another track in between or a blind time brings it back on air. */
  function isSetAside(play: ChaosPlay, at: number, before: readonly OpenEntry[]): boolean {
    return before.some((entry) => {
      const from = entry.play === play ? leftAt(entry) : undefined;
      const since = { from: from ?? at, to: at };
      return (
        from !== undefined &&
        !set.acts.some(
          (act) => act.do === 'load' && act.track === play.track && act.at > from && act.at <= at,
        ) &&
        !audibleIn(hearing, { from: from - 1_000 * set.delay, to: at }).some(
          (other) => other.play !== play,
        ) &&
        !times.blind.some((span) => overlaps(span, since))
      );
    });
  }

  /** A stored reveal from a rule continues in the next run, as its first publication tells. */
  function goesOn({ run, play, position, from }: PublishedEntry): Verdict[] {
    const next = times.runs[run.number];
    const { token, secret = false } = set.tracks[play.track] ?? {};
    const first = firstOf(next);
    const isPlace = (at: number | undefined): boolean => at === position || (at !== undefined && at === from);
    const isRuled = secret || isListed(play.track, run.to);
    if (next === undefined || !isRuled || !isPlace(first?.position) || first?.token !== token) {
      return [];
    }
    const again = entries.find((entry) => entry.run === next && isPlace(entry.position));
    const to = Math.min(hiddenAfter(again?.play ?? play, next.from), endOf(next));
    const verdict = {
      play: again?.play ?? play,
      hidden: false,
      everywhere: again === undefined,
      from: next.from,
      to,
    };
    return [verdict, ...(again !== undefined && to === endOf(next) ? goesOn(again) : [])];
  }

  function firstOf(run: ChaosRun | undefined): SeenPublication | undefined {
    return run && seen.find(({ at }) => at >= run.from && isOf(run, at, times));
  }

  function onAirAt(now: number): OpenEntry | undefined {
    const last = entries.findLast(
      ({ run, at }) => now >= run.from && now < run.to && at >= run.from && at <= now,
    );
    return last !== undefined && (leftAt(last) ?? now + 1) > now ? last : undefined;
  }

  /** Traktor's tracks are unknown after a restart, so the operator may reveal nothing. */
  function hideOf(entry: PublishedEntry, from: number): Verdict[] {
    const { play, run } = entry;
    const revealed = set.acts.find(
      ({ at, do: next }) =>
        at > from && next === 'reveal' && onAirAt(at)?.play.track === play.track && !isLost(at),
    );
    const nextSet = times.runs.find((other) => other.from > run.to && beginsAnother(firstOf(other)));
    const forgetful = wasLost(play, run, from) ? times.runs[run.number] : undefined;
    const revealedAt = revealed?.at ?? Number.POSITIVE_INFINITY;
    const to = Math.min(nextSet?.from ?? revealedAt, forgetful?.from ?? revealedAt, revealedAt);
    const verdict = { play, everywhere: true };
    const hide = { ...verdict, hidden: true, from, to };
    if (to !== nextSet?.from || !times.diskTroubles.some((one) => overlaps(one, startOf(nextSet)))) {
      return [hide];
    }
    // A run that cannot read the earlier set begins another, and hides its tracks once it has read it.
    const readFrom = wasReadLate(entry, from, nextSet);
    const unsure = { ...verdict, hidden: true, unsure: true as const };
    return [
      hide,
      { ...unsure, from: to, to: revealedAt },
      { ...verdict, hidden: true, from: readFrom, to: Math.min(nextSet.to, revealedAt) },
    ].filter((one) => one.from < one.to);
  }

  function startOf({ from }: ChaosRun): Span {
    return { from, to: from + READ_AGAIN_MS };
  }

  /** Infinity unless the set certainly had the hide and goes on. */
  function wasReadLate({ at }: PublishedEntry, hiddenAt: number, run: ChaosRun): number {
    const before = times.runs[run.number - 2]?.to ?? 0;
    const isCertain =
      run.from - before < SURELY_GOES_ON_MS &&
      run.from - at < CERTAINLY_FRESH_MS &&
      !times.clockSet.some((setAt) => setAt >= at - RETRY_MS) &&
      !times.diskTroubles.some((one) => one.from <= hiddenAt + FOLLOWS_MS && hiddenAt <= one.to + RETRY_MS);
    let { to: readFrom } = startOf(run);
    for (const trouble of [...times.diskTroubles, ...times.blind].sort(
      (one, other) => one.from - other.from,
    )) {
      const isMeanwhile = overlaps(trouble, { from: readFrom - READ_AGAIN_MS, to: readFrom });
      readFrom = isMeanwhile ? Math.max(readFrom, trouble.to + READ_AGAIN_MS) : readFrom;
    }
    return isCertain ? readFrom : Number.POSITIVE_INFINITY;
  }

  /** A disk that takes nothing from a hide to the program's end keeps no hide; the next run's publications tell. */
  function wasLost(play: ChaosPlay, run: ChaosRun, hiddenAt: number): boolean {
    const next = times.runs[run.number];
    const token = set.tracks[play.track]?.token;
    return (
      next !== undefined &&
      times.diskTroubles.some(({ from, to }) => from <= hiddenAt && run.to <= to) &&
      seen.some((one) => one.token === token && isOf(next, one.at, times))
    );
  }

  /** A set that does not continue the one before, which the operator's do: their hides last. */
  function beginsAnother(first: SeenPublication | undefined): boolean {
    const before = first && seen[seen.indexOf(first) - 1];
    const place = entries.findIndex((entry) => entry.at === first?.at);
    const mayBeSame = first?.token === undefined || first.token === before?.token;
    // Hidden ones look alike until the place of the first is known.
    const isSame = place > 0 ? entries[place]?.play.track === entries[place - 1]?.play.track : mayBeSame;
    const isAgain = before?.position === 1 && isSame;
    return first?.position === 1 && !isAgain && setOf(first) === setOf(before);
  }

  /** A reveal may have waited for pictures at the kill; the next run's first publication tells. */
  function isLost(revealedAt: number): boolean {
    const run = times.runs.find(({ from, to }) => revealedAt >= from && revealedAt < to);
    const first = firstOf(run && times.runs[run.number]);
    const isPublished =
      run === undefined ||
      seen.some(({ at, token }) => at >= revealedAt && token !== undefined && isOf(run, at, times));
    return !isPublished && run.to < revealedAt + lagMs && first !== undefined && first.token === undefined;
  }

  /** Plays that ended hidden stay so; others follow deck and operator. */
  function isHidden(play: ChaosPlay, now: number): boolean {
    const run = times.runs.findLast(({ from }) => from <= now);
    const ofRun = entries.filter((entry) => entry.run === run && entry.at <= now);
    const place = ofRun.findLastIndex((entry) => entry.play === play);
    const over = place < 0 ? undefined : ofRun[place + 1]?.at;
    const endedHidden =
      over !== undefined && isHiddenOnAir(play, over) && isHiddenOnAir(play, over - picturesMs - MOMENT_MS);
    return endedHidden || isHiddenOnAir(play, now);
  }

  function isHiddenOnAir(play: ChaosPlay, at: number): boolean {
    const verdict = verdictAt(play, at);
    const isRuled = isHiddenPlay(set, play, at) || isListed(play.track, at);
    return verdict === undefined || verdict.unsure ? isRuled : verdict.hidden;
  }

  function verdictAt(play: ChaosPlay, at: number): Verdict | undefined {
    const isAbout = (one: Verdict): boolean =>
      one.play === play || (one.everywhere && one.play.track === play.track);
    return verdicts.findLast((one) => isAbout(one) && one.from <= at && at < one.to);
  }

  function mayBeHidden(play: ChaosPlay, at: number): boolean {
    return isHidden(play, at) || verdictAt(play, at)?.unsure === true;
  }

  function mayBe(play: ChaosPlay, hidden: boolean, at: number): boolean {
    const moments = [at, at - MOMENT_MS - set.slackMs];
    return moments.some((one) => (hidden ? mayBeHidden(play, one) : !isHidden(play, one)));
  }

  /** Loaded while its connection was lost. */
  function isUnknown({ loadedAt }: ChaosPlay, at: number): boolean {
    return set.acts.some(
      (act) => act.do === 'drop' && act.at < loadedAt && loadedAt <= at && at < act.at + act.ms,
    );
  }

  /** Span of possible lateness, without blind times. */
  function windowBefore(at: number) {
    let from = at - lagMs;
    for (const span of [...times.blind].reverse()) {
      if (overlaps(span, { from, to: at })) {
        from -= Math.min(at, span.to) - span.from + BACK_MS;
      }
    }
    return { from, to: at };
  }

  function entryOf(one: SeenPublication, run: ChaosRun, before: readonly OpenEntry[]): OpenEntry | undefined {
    const { at, token, position } = one;
    const audible = audibleIn(hearing, windowBefore(at));
    const fitting = audible
      .filter(({ play }) => !isUnknown(play, at))
      .filter(({ play }) =>
        token === undefined ? mayBe(play, true, at) : set.tracks[play.track]?.token === token,
      );
    // A track of an earlier set may be played in a new one.
    // A report of a removed row's play is another one.
    const inSet = before.filter((entry) => setOf(entry) === setOf(one) && !wasRemoved(entry, at));
    const free = fitting
      .filter(({ play }) => play.mayRepeat || !inSet.some((entry) => entry.play === play))
      .filter(({ play }) => !isSetAside(play, at, before));
    // Hidden publications look alike: the earliest audible play comes first.
    const isRow =
      token === undefined &&
      seen.some((next) => next.token === undefined && next.at > at && next.at < at + lagMs);
    const found = isRow ? (free.find(({ to }) => to > run.from) ?? free[0]) : free.at(-1);
    if (found === undefined) {
      problems.push(
        fitting.length > 0
          ? `${at}: ${token ?? 'a hidden track'} was published again at ${position}`
          : `${at}: ${token ?? 'a hidden track'} was published, but the room hears ${audibleNames(audible)}`,
      );
      return undefined;
    }
    const last = before.at(-1);
    const lastHeard = last === undefined ? undefined : audible.find(({ play }) => play === last.play);
    // After so short a stop, the play may still be featured.
    const ended = Math.min(lastHeard?.from ?? at, at - STUTTER_MS - set.slackMs);
    if (lastHeard?.sure === true && found.sure && found.to <= ended) {
      problems.push(`${at}: ${token ?? 'a hidden track'} was published after what followed it`);
    }
    return opened(one, run, found.play);
  }

  function opened(
    { at, token, position, set: number }: SeenPublication,
    run: ChaosRun,
    play: ChaosPlay,
  ): OpenEntry {
    return {
      run,
      position,
      play,
      at,
      changedAt: at,
      removals: [],
      tokens: [token],
      token,
      visibleAt: token === undefined ? undefined : at,
      ...(number !== undefined && { set: number }),
    };
  }

  function wasRemoved(entry: OpenEntry, at: number): boolean {
    return removals.some(
      (one) => one.accepted && one.at >= entry.at && one.at <= at && one.position === placeAt(entry, one.at),
    );
  }

  /** Position before the track moved to the operator's next set, or since. */
  function placeAt({ position, from, set: number = 0 }: OpenEntry, at: number): number {
    return from !== undefined && at < (begun[number - 1]?.at ?? 0) ? from : position;
  }

  /** Rows that are over can be removed, the one on air cannot. */
  function removed(removal: Removal): string[] {
    const { at, position, accepted } = removal;
    const run = times.runs.find(({ from, to }) => from <= at && at < to);
    const row = entries.findLast((entry) => entry.at <= at && placeAt(entry, at) === position);
    if (run === undefined || row === undefined) {
      return accepted ? [`${at}: a row ${position} was removed that was not published`] : [];
    }
    if (accepted) {
      row.removals = [...row.removals, { ...removal, run }];
    }
    const onAir = onAirAt(at);
    const last = seen.findLast((one) => one.at <= at && isOf(run, one.at, times) && one.at >= run.from);
    // The next one may wait for its pictures.
    const isOnAir = onAir === row && last?.at !== at;
    const isOver = onAir !== row && last !== undefined && last.at < at && setOf(last) === setOf(row);
    return (accepted ? isOnAir : isOver)
      ? [`${at}: row ${position} was ${accepted ? 'removed while it was on air' : 'not removed'}`]
      : [];
  }

  function audibleNames(audible: readonly { readonly play: ChaosPlay }[]): string {
    return audible.map(({ play }) => set.tracks[play.track]?.token ?? '?').join(', ') || 'nothing';
  }

  for (const run of times.runs) {
    const ofRun: OpenEntry[] = [];
    // Noted once earlier publications are known: verdicts concern the current track.
    const own = seen.filter(({ at }) => at >= run.from && at <= run.to + 2_000 && isOf(run, at, times));
    for (const one of own) {
      const current = ofRun.at(-1);
      verdicts.length = 0;
      for (const other of times.runs) {
        noteVerdicts(other);
      }
      if (current !== undefined && setOf(one) > setOf(current)) {
        problems.push(...(begun[setOf(one) - 1]?.next ? begins(one) : moves(current, one)));
      }
      if (current?.position === one.position && setOf(one) === setOf(current)) {
        if (one.token !== undefined && set.tracks[current.play.track]?.token !== one.token) {
          problems.push(`${one.at}: ${one.token} stands in the place of another track`);
        }
        current.changedAt = one.at;
        current.token = one.token;
        current.tokens = [...current.tokens, one.token];
        current.visibleAt ??= one.token === undefined ? undefined : one.at;
      } else {
        const entry = entryOf(one, run, ofRun);
        if (entry !== undefined) {
          Object.assign(entry, movesLate(entry, ofRun));
          ofRun.push(entry);
          entries.push(entry);
        }
      }
      const play = ofRun.at(-1)?.play;
      if (play !== undefined && !mayBe(play, one.token === undefined, one.at)) {
        problems.push(
          `${one.at}: ${set.tracks[play.track]?.token} is ${one.token === undefined ? 'hidden for no reason' : 'shown although it is hidden'}`,
        );
      }
    }
    problems.push(...missed(run, ofRun), ...newSets.flatMap((newSet) => answered(newSet, run, own)));
  }
  verdicts.length = 0;
  for (const run of times.runs) {
    noteVerdicts(run);
  }
  for (const [index, entry] of entries.entries()) {
    entry.isListedLater =
      listings.some((one) => one.track === entry.play.track && one.at > entry.at) ||
      verdictAt(entry.play, entry.at)?.unsure === true;
    problems.push(...notFollowed(entry, entries[index + 1]));
    const left = leftAt(entry);
    if (left !== undefined) {
      entry.leftAt = left;
    }
  }

  problems.push(...removals.flatMap(removed));

  /** The set before ended with the track while no source had reported it to this run: it moves once one does. */
  function movesLate({ run, set: number = 0, play }: OpenEntry, before: readonly OpenEntry[]) {
    const begins = begun[number - 1];
    const last = entries.at(-1);
    const isFirst = before.length === 0 && begins !== undefined && begins.at >= run.from && !begins.next;
    return isFirst && last?.play.track === play.track && setOf(last) === number - 1
      ? { from: last.position }
      : {};
  }

  function begins({ at, position }: SeenPublication): string[] {
    return position === 1 ? [] : [`${at}: the new set begins at ${position}`];
  }

  /** The track on air is the new set's first. */
  function moves(current: OpenEntry, one: SeenPublication): string[] {
    if (one.position !== 1 || !newSets.some(({ at }) => at === one.at) || one.token !== current.token) {
      return [`${one.at}: ${current.token ?? 'a hidden track'} did not move to the new set`];
    }
    current.from = current.position;
    current.position = 1;
    current.set = setOf(one);
    return [];
  }

  /** Needs an earlier track. The next one may wait for its pictures. */
  function answered(
    { at, accepted, next }: NewSet,
    run: ChaosRun,
    own: readonly SeenPublication[],
  ): string[] {
    if (at < run.from || at >= run.to) {
      return [];
    }
    const last = own.findLast((one) => one.at < at);
    const isOfSet = last !== undefined && setOf(last) === begun.filter((one) => one.at < at).length;
    const before = isOfSet ? last.position : 0;
    const most = Math.max(before, ...own.filter((one) => one.at === at).map(({ position }) => position));
    const left = before - removals.filter((one) => one.accepted && one.removed && one.at < at).length;
    const isWrong = accepted ? most === 1 && !next : left > (next ? 0 : 1);
    return isWrong ? [`${at}: a new set was ${accepted ? 'begun' : 'refused'} at position ${before}`] : [];
  }

  function notFollowed(entry: PublishedEntry, next?: PublishedEntry): string[] {
    const { run, play, at } = entry;
    const over = Math.min(next?.run === run ? next.at : run.to, leftAt(entry) ?? run.to);
    const changes = [
      ...play.red.map((paint) => paint.at),
      ...verdicts.filter((one) => one.play === play).flatMap(({ from, to }) => [from, to]),
      ...listings.filter((one) => one.track === play.track).map((one) => one.at),
    ]
      .filter((change) => change > at && change < over)
      .sort((one, other) => one - other);
    return changes.flatMap((change, index) => {
      const hidden = isHiddenOnAir(play, change);
      // Reveals may wait for pictures, and don't happen while the next track is held.
      const due = change + FOLLOWS_MS + set.slackMs + (hidden ? 0 : lagMs);
      const end = Math.min(changes[index + 1] ?? over, over - (hidden ? 0 : lagMs));
      const isBlind = times.blind.some((blind) => overlaps(blind, { from: change - BACK_MS, to: due }));
      const shown = seen.findLast((one) => one.at >= at && one.at <= due && isPlaceOf(entry, one));
      return due >= end || isBlind || (shown?.token === undefined) === hidden
        ? []
        : [`${change}: ${set.tracks[play.track]?.token} is not ${hidden ? 'hidden' : 'revealed'}`];
    });
  }

  /** The run goes on with a set that began with the next track, and hears the one before it. */
  function mayStayAside(play: ChaosPlay, run: ChaosRun, at: number): boolean {
    const last = entries.findLast((entry) => entry.at < run.from);
    const ending = last && begun[setOf(last)];
    return (
      ending?.next === true &&
      ending.at < at &&
      last?.play.track === play.track &&
      !audibleIn(hearing, { from: run.from, to: at }).some((other) => other.play.track !== play.track)
    );
  }

  function missed(run: ChaosRun, ofRun: readonly PublishedEntry[]): string[] {
    const audible = hearing.audible.filter(({ sure }) => sure);
    return audible.flatMap(({ play, from, to }) => {
      const limits = { from: Math.max(from, run.from), to: Math.min(to, run.to) };
      return without(limits, times.blind)
        .map((span) => {
          const isBack = times.blind.some((blind) => blind.to === span.from);
          const due = span.from + lagMs + (isBack || span.from === run.from ? BACK_MS : 0);
          const isThere = ofRun.some((entry) => entry.play === play && entry.at <= due);
          return { due, isMissed: due < span.to && !isThere && !mayStayAside(play, run, due) };
        })
        .filter(({ isMissed }) => isMissed)
        .map(
          ({ due }) =>
            `${due}: ${set.tracks[play.track]?.token} is heard since ${from} and was not published`,
        );
    });
  }

  return { entries, problems, isHidden, mayBeHidden };
}

function setOf({ set = 0 }: { readonly set?: number } = {}): number {
  return set;
}

function isPlaceOf(entry: PublishedEntry, one: SeenPublication): boolean {
  return setOf(one) === setOf(entry) ? one.position === entry.position : one.position === entry.from;
}

/** Orderly stops may publish a last time. */
function isOf(run: ChaosRun, at: number, times: ChaosTimes): boolean {
  const next = times.runs[run.number];
  return next === undefined || at < next.from;
}
