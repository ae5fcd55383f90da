/**
 * A source reports a track: another report of the play on air, an earlier play again, or a new one, which is held until
 * its delay is over.
 */
import { readLive } from '../../core/option.ts';
import { cleanTrack } from '../../core/text.ts';
import { isSameTrack, type Transition } from '../../core/track.ts';
import { bringBack, continueAs, endOnAir, feature, revealLater } from './air.ts';
import { isSamePlay } from './hidden-before.ts';
import { type Judgement, judge, withCurrentRules } from './judgement.ts';
import { waitMs } from './pace.ts';
import { type FeaturedPlay, movedToNewSet } from './play.ts';
import { currentOrResumed, type PipelineState, playOf, preview, type Reported } from './state.ts';
import type { Step } from './step.ts';

/** A starting source reports the track that plays on. */
export const REPORTED_WITHIN_MS = 10_000;

export function transition(step: Step, raw: Transition): void {
  const { state, current } = step;
  const report = { ...raw, track: cleanTrack(raw.track) };
  const known = playOf(state, report.playId);
  if (known === undefined) {
    if (!goesOnHeld(step, report) && !isStillSetAside(step, report) && !continuesPlay(step, report)) {
      hold(step, report);
    }
  } else if (known === current) {
    continueAs(step, known, report);
  } else {
    // The source went back to a featured play, which makes the held transition obsolete.
    state.held = undefined;
    revealLater(step, current);
    if (report.correction !== undefined || current === undefined) {
      bringBack(step, known.place.position, report);
    }
  }
}

/** The held play goes on after an end, with the names that came since. The hold is not begun again. */
function goesOnHeld({ state }: Step, { playId, hidden }: Transition): boolean {
  const { held } = state;
  if (held?.transition.playId !== playId) {
    return false;
  }
  state.held = { ...held, endedAt: undefined, transition: { ...held.transition, hidden } };
  return true;
}

/** The track left the air for a new set, and only seems new to a source that starts. Its source learns that. */
function isStillSetAside(step: Step, { playId, track, hidden }: Transition): boolean {
  const { setAside } = step.state;
  setAsideFor(step, setAside?.judgement, 0);
  const isStill =
    setAside !== undefined &&
    step.now < setAside.until &&
    isSamePlay(setAside.judgement, judge(track, hidden, step.grounds));
  if (isStill) {
    step.effects.push({ kind: 'leave air', playId });
  }
  return isStill;
}

export function setAsideFor({ state, now }: Step, judgement: Judgement | undefined, ms: number): void {
  state.setAside = judgement && { judgement, until: now + ms };
}

/** The current play under another id: from a new source, after an unfeatured report, or because names came late. */
export function continuesPlay(step: Step, report: Transition): boolean {
  const { state } = step;
  const mayBe = report.deck !== undefined || state.isNewSource;
  state.isNewSource = false;
  const current = currentOrResumed(state);
  if (!mayBe || current === undefined || !isReportOf(step, current, report)) {
    return false;
  }
  const { mayMove } = state;
  const inSet = mayMove?.play === current ? moveLate(step, mayMove) : current;
  const { position } = inSet.place;
  step.name(report.playId, position);
  if (state.current === undefined) {
    // Names may still arrive.
    step.put({ ...inSet, published: 'nothing', featuredAt: step.now });
    bringBack(step, position, report);
  } else {
    continueAs(step, current, report);
  }
  return true;
}

/** A restarted source may report the track with other tags or none. */
function isReportOf(
  step: Step,
  { isResumed, judgement }: FeaturedPlay,
  { track, hidden }: Transition,
): boolean {
  return (
    isSameTrack(track, judgement.reported) ||
    (isResumed && isSamePlay(judgement, judge(track, hidden, step.grounds)))
  );
}

/** The play was on air when the new set began, but no source had reported it yet. */
function moveLate(
  { state, grounds }: Step,
  { play, startedAt }: NonNullable<PipelineState['mayMove']>,
): FeaturedPlay {
  state.mayMove = undefined;
  state.set = { startedAt, position: 1 };
  return { ...movedToNewSet(play), judgement: withCurrentRules(play.judgement, grounds) };
}

/** A newer transition replaces the held one. Holds of 0 ms end in the same step. */
function hold(step: Step, report: Transition): void {
  const { state, settings, at, now } = step;
  const delayMs = readLive(settings, 'delay') * 1_000;
  if (delayMs > 0) {
    prefetch(step, report, report.nativeArt);
  }
  const paceMs = waitMs(state.pace, now);
  if (paceMs > 0 && !state.hasLoggedRush) {
    state.hasLoggedRush = true;
    step.log('warn', 'tracks change too fast; skipping some', { source: report.source });
  }
  const ms = Math.max(delayMs, paceMs);
  state.held = { transition: report, dueAt: now + ms, until: at.wall + ms, since: now };
  if (ms === 0) {
    release(step);
  }
}

export function prefetch(step: Step, coming: Reported, nativeArt: Transition['nativeArt']): void {
  const { hidden, track } = preview(coming, step.state, step.grounds);
  if (!hidden) {
    step.effects.push({ kind: 'prefetch', track, nativeArt });
  }
}

export function release(step: Step): void {
  const { held } = step.state;
  step.state.held = undefined;
  if (held !== undefined) {
    feature(step, held.transition, held.since);
    if (held.endedAt !== undefined) {
      endOnAir(step, held.endedAt);
    }
  }
}
