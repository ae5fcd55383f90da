/** Sources' reports of announced plays, and the change of sources. */
import { cleanTrack } from '../../core/text.ts';
import { isNamed, type PlayId } from '../../core/track.ts';
import { clearAir, color, endOnAir, isOnAir, update } from './air.ts';
import { withHidden } from './hidden-before.ts';
import { shownOf, withReport } from './judgement.ts';
import { withNames } from './play.ts';
import { type PipelineEvent, playOf } from './state.ts';
import type { Step } from './step.ts';
import { continuesPlay, prefetch, REPORTED_WITHIN_MS, setAsideFor } from './transition.ts';

/** Names may change this long after a play is featured; missing names may always come. */
const NAMES_MAY_COME_MS = 10_000;

export function visibility(step: Step, playId: PlayId, hidden: boolean): void {
  const { state } = step;
  const { held } = state;
  if (held?.transition.playId === playId) {
    state.held = { ...held, transition: { ...held.transition, hidden } };
    return;
  }
  const play = playOf(state, playId);
  if (play?.heardAs !== playId) {
    // Audible on another deck, whose color counts.
    return;
  }
  if (play === step.current && !hidden && held !== undefined) {
    // The DJ may clear the color for the deck's next track.
    state.isColorCleared = true;
  } else {
    color(step, play, hidden);
  }
}

export function names(
  step: Step,
  { playId, track: raw, nativeArt }: Extract<PipelineEvent, { kind: 'names' }>,
): void {
  const { state } = step;
  const news = { track: cleanTrack(raw), ...(nativeArt && { nativeArt }) };
  const { held } = state;
  if (held?.transition.playId === playId) {
    const transition = { ...held.transition, ...news };
    state.held = { ...held, transition };
    if (!continuesPlay(step, transition)) {
      prefetch(step, transition, transition.nativeArt);
    }
    return;
  }
  const position = state.ids.get(playId);
  const hidden = step.playAt(position)?.judgement;
  if (hidden?.verdict === 'hide') {
    state.hiddenBefore = withHidden(state.hiddenBefore, withReport(hidden, news.track, step.grounds));
  }
  update(step, position, (play) => {
    const isNew = step.now - play.featuredAt <= NAMES_MAY_COME_MS;
    const lacksNames = position === state.current && !isNamed(shownOf(play.judgement).track);
    return withNames(play, news, isNew || lacksNames, step.grounds);
  });
}

export function offAir(step: Step, playId: PlayId): void {
  if (isOnAir(step, playId)) {
    clearAir(step);
  }
}

/** `at`: epoch milliseconds. */
export function end(step: Step, playId: PlayId, at: number): void {
  const { held } = step.state;
  if (held?.transition.playId === playId) {
    step.state.held = { ...held, endedAt: at };
  } else if (isOnAir(step, playId)) {
    endOnAir(step, at);
  }
}

/** `removed`: names of sources that are followed no longer. */
export function newSource(step: Step, removed: readonly string[]): void {
  const { state, current, at } = step;
  if (current !== undefined && current.place.endedAt === undefined && removed.includes(current.source)) {
    endOnAir(step, at.wall);
  }
  state.isNewSource = true;
  setAsideFor(step, state.setAside?.judgement, REPORTED_WITHIN_MS);
  // The new source reports it again if it still plays.
  state.held = undefined;
}
