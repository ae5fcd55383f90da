import { FILES, type SaidThing } from '../evidence.ts';
import type { ChaosSet } from '../script.ts';
import type { ChaosPlay, Hearing } from './hearing.ts';
import type { Published } from './published.ts';
import type { ChaosTimes } from './times.ts';
import { tokensIn } from './words.ts';

/** Ms; outputs may show the state before a change. */
const MOMENT_MS = 300;
/** Keep names of earlier runs or plays. */
const RECORDS: ReadonlySet<string> = new Set([FILES.cue, 'operator', 'events']);

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

  const problems: string[] = [];
  for (const { at, where, text } of said) {
    const isRecord =
      RECORDS.has(where) || where.endsWith('.cue') || /^\/(api\/v1\/history|page\/)/.test(where);
    for (const token of new Set(tokensIn(text))) {
      const track = tracks.get(token);
      if (track === undefined || (isSecret(track, at) && !(isRecord && mayRecord(track, at)))) {
        problems.push(`${at}: ${where} names ${token}, which is hidden: ${text.slice(0, 200)}`);
      }
    }
  }
  return problems;
}
