import { type ChaosSet, PICTURES_WAIT_MS } from '../script.ts';
import { audibleIn, type ChaosPlay, type Hearing, isHiddenPlay, STUTTER_MS } from './hearing.ts';
import { type ChaosRun, type ChaosTimes, overlaps, without } from './times.ts';
import type { NewSet, SeenPublication } from './words.ts';

const SETTLE_MS = 3_000;
const BACK_MS = 4_000;
/** Traktor reports a level at rest; a fade takes at most this long. */
const FADE_MS = 8_000;
/** Colors act at once, give or take the order of events. */
const MOMENT_MS = 150;

const FOLLOWS_MS = 500;

/** Play in a set's record, as browsers saw it. */
export interface PublishedEntry {
  readonly run: ChaosRun;
  readonly position: number;
  /** See `SeenPublication.set`. */
  readonly set?: number;
  /** Position in the set before, if the track moved to this one. */
  readonly from?: number;
  readonly play: ChaosPlay;
  readonly at: number;
  readonly changedAt: number;
  /** In order; undefined: hidden. */
  readonly tokens: readonly (string | undefined)[];
  readonly token: string | undefined;
  /** First readable; undefined: never. */
  readonly visibleAt: number | undefined;
}

export interface Published {
  readonly entries: readonly PublishedEntry[];
  readonly problems: readonly string[];
  /** Includes the operator's verdicts. */
  isHidden(play: ChaosPlay, at: number): boolean;
}

type OpenEntry = { -readonly [Key in keyof PublishedEntry]: PublishedEntry[Key] };
interface Verdict {
  readonly play: ChaosPlay;
  readonly hidden: boolean;
  readonly everywhere: boolean;
  readonly from: number;
  readonly to: number;
}

export function checkPublished(
  set: ChaosSet,
  hearing: Hearing,
  times: ChaosTimes,
  seen: readonly SeenPublication[],
  newSets: readonly NewSet[] = [],
): Published {
  const problems: string[] = [];
  const entries: OpenEntry[] = [];
  const verdicts: Verdict[] = [];
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
          const to = hidden ? endOfHide(onAir, act.at) : Math.min(redAfter(play, act.at), endOf(run));
          verdicts.push({ play, hidden, everywhere: hidden, from: act.at, to });
          if (!hidden && to === endOf(run)) {
            verdicts.push(...goesOn(onAir));
          }
        }
      }
    }
  }

  /** A program that stops in order knows the operator's verdicts to its end. */
  function endOf({ number, end, to }: ChaosRun): number {
    return end === 'stop' ? (times.runs[number]?.from ?? to) : to;
  }

  function redAfter(play: ChaosPlay, from: number): number {
    return play.red.find(({ red, at }) => red && at > from)?.at ?? Number.POSITIVE_INFINITY;
  }

  /** A stored reveal from a rule continues in the next run, as its first publication tells. */
  function goesOn({ run, play, position, from }: PublishedEntry): Verdict[] {
    const next = times.runs[run.number];
    const { token, secret = false } = set.tracks[play.track] ?? {};
    const first = firstOf(next);
    const isPlace = (at: number | undefined): boolean => at === position || (at !== undefined && at === from);
    if (next === undefined || !secret || !isPlace(first?.position) || first?.token !== token) {
      return [];
    }
    const again = entries.find((entry) => entry.run === next && isPlace(entry.position));
    const to = Math.min(redAfter(again?.play ?? play, next.from), endOf(next));
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
    return entries.findLast(({ run, at }) => now >= run.from && now < run.to && at >= run.from && at <= now);
  }

  /** Traktor's tracks are unknown after a restart, so the operator may reveal nothing. */
  function endOfHide({ play, run }: PublishedEntry, from: number): number {
    const revealed = set.acts.find(
      ({ at, do: next }) =>
        at > from && next === 'reveal' && onAirAt(at)?.play.track === play.track && !isLost(at),
    );
    const nextSet = times.runs.find((other) => other.from > run.to && beginsAnother(firstOf(other)));
    const forgetful = wasLost(play, run, from) ? times.runs[run.number] : undefined;
    return Math.min(
      ...[revealed?.at, nextSet?.from, forgetful?.from].filter((at) => at !== undefined),
      Number.POSITIVE_INFINITY,
    );
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
    const isAgain = before?.position === 1 && (first?.token === undefined || first.token === before.token);
    return first?.position === 1 && !isAgain && (first.set ?? 0) === (before?.set ?? 0);
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
    const isAbout = (one: Verdict): boolean =>
      one.play === play || (one.everywhere && one.play.track === play.track);
    const verdict = verdicts.findLast((one) => isAbout(one) && one.from <= at && at < one.to);
    return verdict?.hidden ?? isHiddenPlay(set, play, at);
  }

  function mayBe(play: ChaosPlay, hidden: boolean, at: number): boolean {
    return isHidden(play, at) === hidden || isHidden(play, at - MOMENT_MS - set.slackMs) === hidden;
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
    const fitting = audible.filter(({ play }) =>
      token === undefined ? mayBe(play, true, at) : set.tracks[play.track]?.token === token,
    );
    // A track of an earlier set may be played in a new one.
    const inSet = before.filter((entry) => setOf(entry) === setOf(one));
    const free = fitting.filter(({ play }) => play.mayRepeat || !inSet.some((entry) => entry.play === play));
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
      tokens: [token],
      token,
      visibleAt: token === undefined ? undefined : at,
      ...(number !== undefined && { set: number }),
    };
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
        problems.push(...moves(current, one));
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
    problems.push(...notFollowed(entry, entries[index + 1]));
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
  function answered({ at, accepted }: NewSet, run: ChaosRun, own: readonly SeenPublication[]): string[] {
    if (at < run.from || at >= run.to) {
      return [];
    }
    const before = own.findLast((one) => one.at < at)?.position ?? 0;
    const most = Math.max(before, ...own.filter((one) => one.at === at).map(({ position }) => position));
    const isWrong = accepted ? most === 1 : before > 1;
    return isWrong ? [`${at}: a new set was ${accepted ? 'begun' : 'refused'} at position ${before}`] : [];
  }

  function notFollowed(entry: PublishedEntry, next?: PublishedEntry): string[] {
    const { run, play, at } = entry;
    const over = next?.run === run ? next.at : run.to;
    const changes = [
      ...play.red.map((paint) => paint.at),
      ...verdicts.filter((one) => one.play === play).flatMap(({ from, to }) => [from, to]),
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

  function missed(run: ChaosRun, ofRun: readonly PublishedEntry[]): string[] {
    const audible = hearing.audible.filter(({ sure }) => sure);
    return audible.flatMap(({ play, from, to }) => {
      const limits = { from: Math.max(from, run.from), to: Math.min(to, run.to) };
      return without(limits, times.blind)
        .map((span) => {
          const isBack = times.blind.some((blind) => blind.to === span.from);
          const due = span.from + lagMs + (isBack || span.from === run.from ? BACK_MS : 0);
          const isThere = ofRun.some((entry) => entry.play === play && entry.at <= due);
          return { due, isMissed: due < span.to && !isThere };
        })
        .filter(({ isMissed }) => isMissed)
        .map(
          ({ due }) =>
            `${due}: ${set.tracks[play.track]?.token} is heard since ${from} and was not published`,
        );
    });
  }

  return { entries, problems, isHidden };
}

function setOf({ set = 0 }: { readonly set?: number }): number {
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
