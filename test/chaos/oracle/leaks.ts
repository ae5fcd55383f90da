/** Nothing names a track that nobody may see: in no output, log, answer, feed or file. */
import { FILES, type SaidThing } from '../evidence.ts';
import type { ChaosSet } from '../script.ts';
import type { Hearing } from './hearing.ts';
import type { Published } from './published.ts';
import { tokensIn } from './words.ts';

/** What is said in the moment of a change may be said of the moment before. */
const MOMENT_MS = 300;
/** These keep names that were not hidden when they were published. */
const RECORDS: ReadonlySet<string> = new Set([
  FILES.cue,
  '/api/v1/history',
  '/api/v1/history/csv',
  'operator',
  'events',
]);

export function checkLeaks(
  set: ChaosSet,
  hearing: Hearing,
  published: Published,
  said: readonly SaidThing[],
): string[] {
  const tracks = new Map(set.tracks.map(({ token }, number) => [token, number]));
  const shown = new Map<number, number>();
  for (const { visibleAt, play } of published.entries) {
    if (visibleAt !== undefined) {
      shown.set(play.track, Math.min(visibleAt, shown.get(play.track) ?? Number.POSITIVE_INFINITY));
    }
  }

  function isSecret(track: number, at: number): boolean {
    const play = hearing.plays.filter((one) => one.track === track && one.loadedAt <= at).at(-1);
    return (
      play !== undefined &&
      published.isHidden(play, at) &&
      published.isHidden(play, Math.max(play.loadedAt, at - MOMENT_MS - set.slackMs))
    );
  }

  const problems: string[] = [];
  for (const { at, where, text } of said) {
    const isRecord = RECORDS.has(where) || where.endsWith('.cue');
    for (const token of new Set(tokensIn(text))) {
      const track = tracks.get(token);
      const wasShown = isRecord && (shown.get(track ?? -1) ?? Number.POSITIVE_INFINITY) <= at;
      if (track === undefined || (isSecret(track, at) && !wasShown)) {
        problems.push(`${at}: ${where} names ${token}, which is hidden: ${text.slice(0, 200)}`);
      }
    }
  }
  return problems;
}
