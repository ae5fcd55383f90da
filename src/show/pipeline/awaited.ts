/** A change on air is published once its pictures have arrived, or their time is over. */
import { isNamed } from '../../core/track.ts';
import { isHidden, shownOf } from './judgement.ts';
import { type FeaturedPlay, isPublishedHidden, pendingChange, withoutPictures } from './play.ts';
import { publish, publishEarlierChanges } from './publications.ts';
import type { Step } from './step.ts';

/** The enricher may return partial results after the deadline. */
const GRACE_MS = 100;

/** Returns false without a play at the position. */
export function change(
  step: Step,
  position: number | undefined,
  apply: (play: FeaturedPlay) => FeaturedPlay,
): boolean {
  const play = step.playAt(position);
  if (play === undefined) {
    return false;
  }
  step.put(apply(play));
  if (position === step.state.current) {
    // Earlier plays change with it, also once its pictures are there.
    publishWhenReady(step);
  } else {
    publishChanges(step);
  }
  return true;
}

/** Publishes what changed, earlier and on air. */
export function publishChanges(step: Step): void {
  publishEarlierChanges(step);
  publishWhenReady(step);
  clearScreen(step);
}

/** Publishes the pending change on air, or waits for its pictures. */
export function publishWhenReady(step: Step): void {
  const { current: play, settings } = step;
  if (play === undefined) {
    return;
  }
  const { hidden, track } = shownOf(play.judgement);
  const lacksPictures = !hidden && play.pictures === undefined && pendingChange(play) !== undefined;
  if (lacksPictures && step.state.awaited?.track === track) {
    return;
  }
  dropWait(step);
  if (!lacksPictures) {
    publish(step, play.place.position);
    return;
  }
  const deadline = play.deadline ?? step.now + settings['streaming.timeout'] * 1_000;
  step.put({ ...play, deadline });
  const { nativeArt } = play;
  if (!isNamed(track)) {
    // Fetched early, but shown only with the names, which may hide the track.
    step.effects.push({ kind: 'prefetch', track, nativeArt });
  }
  step.state.awaited = { track, until: deadline, isLate: false };
  step.effects.push({ kind: 'seek pictures', track, nativeArt: isNamed(track) ? nativeArt : undefined });
}

/** Clears the screen if its play gets hidden while the next waits for pictures. */
function clearScreen(step: Step): void {
  const onScreen = step.playAt(step.state.onScreen);
  if (onScreen !== undefined && isHidden(onScreen.judgement) && !isPublishedHidden(onScreen)) {
    endWait(step);
  }
}

/** Publishes the waiting change. Unless the search is complete (`all`), earlier pictures stay. */
export function endWait(step: Step, pictures: NonNullable<FeaturedPlay['pictures']> = {}, all = false): void {
  const { current } = step;
  if (step.state.awaited !== undefined && current !== undefined) {
    dropWait(step);
    step.put({ ...current, pictures: all ? pictures : { ...current.earlierPictures, ...pictures } });
    publish(step, current.place.position);
  }
}

export function dropWait(step: Step): void {
  if (step.state.awaited !== undefined) {
    step.state.awaited = undefined;
    step.effects.push({ kind: 'end pictures' });
  }
}

/** Asks the enricher for its partial results at the deadline, and publishes without pictures after the grace. */
export function endOverdueWait(step: Step, by: number): void {
  const { awaited } = step.state;
  if (awaited === undefined || awaited.until > by) {
    return;
  }
  if (awaited.isLate) {
    endWait(step);
  } else {
    step.state.awaited = { ...awaited, until: step.now + GRACE_MS, isLate: true };
    step.effects.push({ kind: 'flush pictures' });
  }
}

export function refreshPictures(step: Step): boolean {
  dropWait(step);
  return change(step, step.state.current, withoutPictures);
}
