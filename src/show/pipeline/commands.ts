/** The operator's commands. A function returns false if no play takes the command. */
import { cleanText } from '../../core/text.ts';
import type { OperatorNames } from '../../core/track.ts';
import { clearAir, putEnd } from './air.ts';
import { change, endWait, publishChanges, refreshPictures } from './awaited.ts';
import { withNamesOf } from './corrected-before.ts';
import { NOTHING_HIDDEN, wasHidden, withHidden, withoutHidden } from './hidden-before.ts';
import { isSameEntry, listEntry } from './hide.ts';
import {
  isHidden,
  shownOf,
  withCorrections,
  withCurrentRules,
  withKeptListings,
  withVerdict,
} from './judgement.ts';
import { type FeaturedPlay, movedToNewSet, withCorrection, withExtraction } from './play.ts';
import { send, sendBegin, sendEarlier, setOf } from './publications.ts';
import { currentOrResumed, lastHiddenPlays, laterHiddenPlay } from './state.ts';
import type { Step } from './step.ts';
import { REPORTED_WITHIN_MS, setAsideFor } from './transition.ts';

export function hide(step: Step, position = step.state.current, only = false): boolean {
  const { state, current } = step;
  const play = step.playAt(position);
  if (play === undefined) {
    return false;
  }
  hideWherePlayed(step, play);
  // The next track waits for its pictures, so the operator may mean either.
  if (current !== undefined && position === state.onScreen && !only) {
    hideWherePlayed(step, current);
  }
  publishChanges(step);
  return true;
}

/** Hides the play and later ones of its track; future ones are recognized by name. */
function hideWherePlayed(step: Step, { place, judgement }: FeaturedPlay): void {
  const itself = withHidden(NOTHING_HIDDEN, judgement);
  for (const play of step.state.plays.values()) {
    const { position } = play.place;
    if (position === place.position || (position > place.position && wasHidden(itself, play.judgement))) {
      step.put({ ...play, judgement: withVerdict(play.judgement, 'hide') });
    }
  }
  step.state.hiddenBefore = withHidden(step.state.hiddenBefore, judgement);
}

/** Returns false also for an earlier play whose track is hidden in a later one. */
export function reveal(step: Step, position = step.state.current): boolean {
  const { state } = step;
  const play = step.playAt(position);
  const isEarlier = position !== state.current;
  if (play === undefined || (isEarlier && laterHiddenPlay(play, lastHiddenPlays(state)) !== undefined)) {
    return false;
  }
  state.hiddenBefore = withoutHidden(state.hiddenBefore, play.judgement);
  return change(step, position, () => ({ ...play, judgement: withVerdict(play.judgement, 'reveal') }));
}

/** Judges plays as before, although `--hide.tracks` gets or loses the entry. */
export function listForLater(step: Step, entry: string): void {
  step.putAll((play) =>
    isSameEntry(listEntry(play.judgement.reported), entry)
      ? { ...play, judgement: withKeptListings(play.judgement) }
      : play,
  );
}

export function correct(
  step: Step,
  { artist, title }: OperatorNames,
  position = step.state.current,
): boolean {
  const names = {
    ...(artist === undefined ? {} : { artist: cleanText(artist) }),
    ...(title === undefined ? {} : { title: cleanText(title) }),
  };
  const isCorrected =
    position === step.state.current
      ? change(step, position, (play) => renamed(step, withCorrection(play, names)))
      : correctEarlier(step, position, names);
  const judgement = isCorrected ? step.playAt(position)?.judgement : undefined;
  if (judgement !== undefined) {
    const { reported, corrected } = judgement;
    step.state.correctedBefore = withNamesOf(step.state.correctedBefore, reported, corrected);
  }
  return isCorrected;
}

/** Returns false for a hidden play, because its names must not get out. */
function correctEarlier(step: Step, position: number | undefined, names: OperatorNames): boolean {
  const play = step.playAt(position);
  if (typeof play?.published !== 'object' || play.isRemoved || isHidden(play.judgement)) {
    return false;
  }
  const corrected = { ...play, judgement: withCorrections(play.judgement, names) };
  step.put(corrected);
  send(step, corrected, 'correction', shownOf(corrected.judgement), 'publish earlier');
  return true;
}

/** Corrected names on air get a new deadline for pictures, unless some are awaited. */
function renamed({ state, current }: Step, play: FeaturedPlay): FeaturedPlay {
  const isRenamed = play.judgement.track !== current?.judgement.track;
  return isRenamed && state.awaited === undefined ? { ...play, deadline: undefined } : play;
}

/** Removes an ended play from the set, or puts it back. It stays known, because a later play may hide its track. */
export function remove(step: Step, position: number, isRemoved: boolean): boolean {
  const { state, current } = step;
  if (isRemoved && current?.place.position === position && current.place.endedAt !== undefined) {
    clearAir(step);
  }
  const play = step.playAt(position);
  const isOver = position !== state.current && position !== state.onScreen && play?.published !== 'nothing';
  if (play === undefined || !isOver) {
    return false;
  }
  if (play.isRemoved !== isRemoved) {
    step.unname(position);
    const changed = { ...play, isRemoved };
    const isHiddenLater = laterHiddenPlay(play, lastHiddenPlays(state)) !== undefined;
    sendEarlier(step, changed, isHiddenLater);
    const message = isRemoved ? 'track removed from the set' : 'track back in the set';
    step.log('info', message, { position, ...setOf(state) });
    // A source that reports the play again makes a new one, which needs the id.
    step.put({ ...(step.playAt(position) ?? changed), id: `removed ${position}` });
  }
  return true;
}

/** Moves the track on air to a new set, unless it leaves the air. Returns false if the set would keep no track. */
export function newSet(step: Step, leavesAir: boolean): boolean {
  const { state, current } = step;
  const isAwaited = state.awaited !== undefined;
  const inSet = [...state.plays.values()].filter(({ isRemoved }) => !isRemoved);
  const count = inSet.length - (current === undefined || leavesAir ? 0 : 1);
  if (count <= 0) {
    return false;
  }
  endWait(step);
  if (leavesAir) {
    clearAir(step);
  }
  const play = step.current;
  const running = currentOrResumed(state);
  const { set, ids } = state;
  step.forgetAll();
  state.setNumber += 1;
  step.log('info', 'new set begun', { before: count });
  if (play === undefined || set === undefined) {
    state.set = undefined;
    if (leavesAir) {
      setAsideFor(step, (current ?? running)?.judgement, current === undefined ? REPORTED_WITHIN_MS : 0);
    } else {
      state.mayMove = running && set && { play: running, startedAt: set.startedAt + running.place.elapsedMs };
    }
    sendBegin(step);
    return true;
  }
  const { position, elapsedMs } = play.place;
  for (const [id, at] of ids) {
    if (at === position) {
      step.name(id, 1);
    }
  }
  state.set = { startedAt: set.startedAt + elapsedMs, position: 1 };
  state.current = 1;
  state.onScreen = 1;
  const moved = movedToNewSet(play);
  step.put(moved);
  send(step, moved, 'new set', shownOf(moved.judgement), 'publish');
  if (isAwaited) {
    // The play moved before its pictures arrived.
    refreshPictures(step);
  }
  return true;
}

/** The set goes on with the next play. Returns false if nothing is on air or held. */
export function endShow(step: Step): boolean {
  const { current, state, at } = step;
  const { held } = state;
  state.held = undefined;
  if (current === undefined) {
    return held !== undefined;
  }
  const { place } = current;
  putEnd(step, { ...current, place: { ...place, endedAt: place.endedAt ?? Math.max(place.at, at.wall) } });
  clearAir(step);
  setAsideFor(step, current.judgement, 0);
  return true;
}

export function newSettings(step: Step): void {
  const { grounds } = step;
  step.putAll((play) => ({ ...play, judgement: withCurrentRules(play.judgement, grounds) }));
  if (step.current !== undefined) {
    step.put(renamed(step, withExtraction(step.current, grounds)));
  }
  publishChanges(step);
}
