/** Puts plays on air, and takes them off it. */
import type { PlayId, Transition } from '../../core/track.ts';
import { change, dropWait, endWait, publishWhenReady } from './awaited.ts';
import { judge, shownOf, withColor } from './judgement.ts';
import { counted } from './pace.ts';
import { backOnAir, ended, endedAt, type FeaturedPlay, featured, goingOn, type SetPosition } from './play.ts';
import { send, sendWithoutNames } from './publications.ts';
import { playOf } from './state.ts';
import type { Step } from './step.ts';

/** `reportedAt`: monotonic ms. */
export function feature(step: Step, transition: Transition, reportedAt: number): void {
  const { state, now } = step;
  state.pace = counted(state.pace, now);
  const judgement = judge(transition.track, transition.hidden, step.grounds);
  const place = nextPlace(step);
  state.mayMove = undefined;
  state.setAside = undefined;
  step.put(featured(transition, judgement, place, { reportedAt, featuredAt: now }));
  step.name(transition.playId, place.position);
  const before = endCurrent(step);
  state.current = place.position;
  revealLater(step, before);
  publishWhenReady(step);
}

function nextPlace({ state, at: { monotonic, wall } }: Step): SetPosition {
  const { startedAt, position: before } = state.set ?? { startedAt: monotonic, position: 0 };
  const position = before + 1;
  state.set = { startedAt, position };
  return { position, at: wall, elapsedMs: Math.round(monotonic - startedAt) };
}

/** Ends the play on air, and publishes it first, with the pictures that arrived. */
function endCurrent(step: Step): FeaturedPlay | undefined {
  endWait(step);
  const { current } = step;
  if (current !== undefined) {
    step.put(ended(current));
  }
  return current;
}

/** Puts an earlier play on air again. The current one ends, or leaves the set if it was a mistake. */
export function bringBack(step: Step, position: number, transition: Transition): void {
  const mistake = transition.correction?.mistake;
  const { current } = step;
  if (current !== undefined && mistake !== undefined && isOnAir(step, mistake)) {
    dropWait(step);
    retract(step, current);
  } else {
    endCurrent(step);
  }
  const play = step.playAt(position);
  if (play !== undefined) {
    step.put(backOnAir(play, transition, step.at.wall));
    step.state.current = position;
    publishWhenReady(step);
  }
}

function retract(step: Step, play: FeaturedPlay): void {
  const { position } = play.place;
  step.forget(play);
  const { set, withheld } = step.state;
  // The log names the play by its position, which stays withheld, so no other play may get it.
  if (set?.position === position && !withheld.has(position)) {
    step.state.set = { ...set, position: position - 1 };
  }
  if (play.published !== 'nothing') {
    sendWithoutNames(step, play, 'retract', 'publish earlier');
  }
}

export function clearAir(step: Step): void {
  const play = endCurrent(step);
  if (play === undefined) {
    return;
  }
  step.state.current = undefined;
  step.state.onScreen = undefined;
  revealLater(step, play);
  sendWithoutNames(step, play, 'off air', 'publish');
  step.log('info', 'nothing is on air', { source: play.source });
}

export function isOnAir({ state, current }: Step, playId: PlayId): boolean {
  return current !== undefined && current === playOf(state, playId);
}

/** The source says that the play on air has ended. It stays on screen. `at`: epoch milliseconds. */
export function endOnAir(step: Step, at: number): void {
  if (step.current !== undefined) {
    putEnd(step, endedAt(step.current, at));
  }
}

/** Tells of a change of its end. */
export function putEnd(step: Step, play: FeaturedPlay): void {
  step.put(play);
  if (step.state.awaited === undefined) {
    send(step, play, 'end', shownOf(play.judgement), 'publish earlier');
  }
}

/** The deck of this id counts from now on. */
export function continueAs(
  step: Step,
  current: FeaturedPlay,
  { playId, hidden, deck = current.deck }: Transition,
): void {
  step.state.held = undefined;
  const play = { ...current, heardAs: playId, deck };
  step.put(play);
  if (current.place.endedAt !== undefined || deck !== current.deck) {
    putEnd(step, goingOn(play, step.at.wall));
  }
  color(step, current, hidden);
}

/** `hidden`: whether the deck has the hiding color. */
export function color(step: Step, { place: { position } }: FeaturedPlay, hidden: boolean): void {
  const wasCleared = step.state.isColorCleared && position === step.state.current;
  if (wasCleared) {
    step.state.isColorCleared = false;
  }
  update(step, position, (play) => {
    // The color was cleared in between: a new decision.
    const before = wasCleared ? withColor(play.judgement, false) : play.judgement;
    return { ...play, judgement: withColor(before, hidden) };
  });
}

/** Reveals a play whose color was cleared while another was held, now that the color was not meant for that one. */
export function revealLater(step: Step, play: FeaturedPlay | undefined): void {
  if (step.state.isColorCleared) {
    step.state.isColorCleared = false;
    if (play !== undefined) {
      color(step, play, false);
    }
  }
}

/** Applies a source's report, unless the play ended hidden. */
export function update(
  step: Step,
  position: number | undefined,
  apply: (play: FeaturedPlay) => FeaturedPlay,
): void {
  const play = step.playAt(position);
  if (play !== undefined && !play.endedHidden) {
    change(step, position, apply);
  }
}
