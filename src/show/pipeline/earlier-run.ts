/** Takes over what an earlier run stored. */
import type { EarlierSet } from '../../core/contracts/set.ts';
import { type SetEntry, withHiddenRemoved } from '../../core/track.ts';
import { publishChanges } from './awaited.ts';
import { withNamesOf } from './corrected-before.ts';
import { NOTHING_HIDDEN, withHidden, withoutHidden } from './hidden-before.ts';
import { judgeEntry, shownOf, withReport } from './judgement.ts';
import { restoredPlay } from './play.ts';
import { publishEarlierChanges, send, sendWithoutNames } from './publications.ts';
import { lastPlay } from './state.ts';
import type { Step } from './step.ts';
import { REPORTED_WITHIN_MS, setAsideFor } from './transition.ts';

/** Continues an earlier run's set. Puts nothing on air, because only a source knows the audible track. */
export function resume(step: Step, earlier: EarlierSet): void {
  restoreAll(step, earlier);
  const { state, grounds } = step;
  const { entries, before = [] } = earlier;
  const last = entries.at(-1);
  if (last === undefined) {
    const left = before.at(-1);
    setAsideFor(step, left && judgeEntry(left, grounds), REPORTED_WITHIN_MS);
    return;
  }
  const { monotonic, wall } = step.at;
  // Counted from the last track, because the clock may have been set since the first, and elapsed times must not
  // decrease.
  const startedAt = monotonic - (last.elapsedMs + Math.max(0, wall - last.at));
  state.set = { startedAt, position: last.position };
  for (const entry of entries) {
    step.put(restoredPlay(entry, judgeEntry(entry, grounds)));
  }
  const play = lastPlay(state);
  if (play !== undefined) {
    step.name(play.id, play.place.position);
    // Outputs may still show or keep the earlier run's names.
    send(step, play, 'track', shownOf(play.judgement), 'publish earlier');
    publishEarlierChanges(step);
    sendWithoutNames(step, play, 'off air', 'publish', { isResumed: true });
  }
  state.isNewSource = true;
}

/** Only hides and corrections: the set was read too late to be continued. */
export function restoreHides(step: Step, earlier: EarlierSet): void {
  restoreAll(step, earlier);
  const { grounds } = step;
  step.putAll((play) => ({
    ...play,
    judgement: withReport(play.judgement, play.judgement.reported, grounds),
  }));
  publishChanges(step);
}

function restoreAll(step: Step, { entries, before = [] }: EarlierSet): void {
  for (const entry of [...before, ...withHiddenRemoved(entries)]) {
    restore(step, entry);
  }
}

/** Restores the operator's hide or correction. A track that was visible in a later play had been revealed. */
function restore({ state, grounds }: Step, entry: SetEntry): void {
  const { reported, corrected } = entry.facts?.open() ?? {};
  if (reported !== undefined && corrected !== undefined) {
    state.correctedBefore = withNamesOf(state.correctedBefore, reported, corrected);
  }
  const judgement = judgeEntry(entry, { ...grounds, hiddenBefore: NOTHING_HIDDEN });
  if (!entry.hidden) {
    state.hiddenBefore = withoutHidden(state.hiddenBefore, judgement);
  } else if (judgement.verdict === 'hide') {
    state.hiddenBefore = withHidden(state.hiddenBefore, judgement);
  }
}
