import { FILES, type SaidThing } from '../evidence.ts';
import type { ChaosSet } from '../script.ts';
import type { ChaosPlay, Hearing } from './hearing.ts';
import type { Published } from './published.ts';
import type { ChaosRun, ChaosTimes } from './times.ts';
import { tokensIn } from './words.ts';

/** Ms; outputs may show the state before a change. */
const MOMENT_MS = 300;
/** Answers that have no removed row. */
const LISTS = /^\/(api\/v1\/(history|now)|page\/)/;
/** Keep names of earlier runs or plays. */
const RECORDS: ReadonlySet<string> = new Set([FILES.cue, FILES.history, 'operator', 'events']);

export function checkLeaks(
  set: ChaosSet,
  hearing: Hearing,
  published: Published,
  times: ChaosTimes,
  said: readonly SaidThing[],
): string[] {
  const tracks = new Map(set.tracks.map(({ token }, number) => [token, number]));
  const momentMs = MOMENT_MS + set.slackMs;

  function newestPlay(track: number, at: number): ChaosPlay | undefined {
    return hearing.plays.filter((one) => one.track === track && one.loadedAt <= at).at(-1);
  }

  function isSecret(track: number, at: number): boolean {
    const play = newestPlay(track, at);
    return (
      play !== undefined &&
      published.isHidden(play, at) &&
      published.isHidden(play, Math.max(play.loadedAt, at - momentMs))
    );
  }

  /**
   * *Hide next time* leaves a visible play as it is until a later play of the track is hidden, and so does anything that
   * happens in the operator's next set.
   */
  function keepsNames(track: number, at: number): boolean {
    const before = published.entries.filter((entry) => entry.at <= at);
    const last = before.findLast((entry) => entry.play.track === track);
    const isOfEarlierSet = (last?.set ?? 0) < (before.at(-1)?.set ?? 0);
    return last?.token !== undefined && (isOfEarlierSet || last.isListedLater === true);
  }

  /**
   * Records keep a visible play's names unless the track was played again and hidden: a color at the end may be meant
   * for the next.
   */
  function mayRecord(track: number, at: number): boolean {
    const run = times.runs.findLast(({ from }) => from <= at);
    const play = newestPlay(track, at);
    const inRun = published.entries.filter((entry) => entry.run === run && entry.at <= at - momentMs);
    const last = inRun.findLastIndex((entry) => entry.play === play);
    const endedAt = inRun[last + 1]?.at ?? at;
    const wasHidden = play !== undefined && last >= 0 && published.isHidden(play, endedAt);
    return published.entries.some(
      (entry) =>
        entry.play.track === track &&
        (entry.visibleAt ?? Number.POSITIVE_INFINITY) <= at &&
        (entry.run !== run || (entry.play !== play && !wasHidden)),
    );
  }

  /** Every row of the track, some time ago and in this run: others may be unwritten. */
  function isRemoved(track: number, at: number): boolean {
    const rows = published.entries.filter((entry) => entry.play.track === track && entry.at <= at);
    const answers = rows.map(({ removals }) => removals.filter((one) => one.at <= at).at(-1));
    const isNow = ({ run }: { readonly run: ChaosRun }): boolean => run.from <= at && at < run.to;
    return (
      rows.length > 0 &&
      answers.every((last) => last?.removed === true && isNow(last) && last.at <= at - momentMs)
    );
  }

  const problems: string[] = [];
  for (const { at, where, text } of said) {
    const isRecord =
      RECORDS.has(where) || where.endsWith('.cue') || /^\/(api\/v1\/history|page\/)/.test(where);
    for (const token of new Set(tokensIn(text))) {
      const track = tracks.get(token);
      if (track !== undefined && LISTS.test(where) && isRemoved(track, at)) {
        problems.push(`${at}: ${where} has ${token}, which the operator removed`);
      }
      const mayKeep = isRecord || /^(\/art\/|webhook$|chat$)/.test(where);
      const isKept = mayKeep && track !== undefined && keepsNames(track, at);
      if (track === undefined || (isSecret(track, at) && !isKept && !(isRecord && mayRecord(track, at)))) {
        problems.push(`${at}: ${where} names ${token}, which is hidden: ${text.slice(0, 200)}`);
      }
    }
  }
  return problems;
}
