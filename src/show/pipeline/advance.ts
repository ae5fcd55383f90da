/**
 * Applies an event and lists the effects.
 *
 * clean → hold → extract → hide → enrich → publish
 *
 * Stages before `enrich` run in the step of the transition, or of its hold's end.
 */
import { cleanTrack } from '../../core/text.ts';
import { endOverdueWait, endWait, refreshPictures } from './awaited.ts';
import { correct, endShow, hide, listForLater, newSet, newSettings, remove, reveal } from './commands.ts';
import { restoreHides, resume } from './earlier-run.ts';
import { end, names, newSource, offAir, visibility } from './reports.ts';
import type { Effect, PipelineEnvironment, PipelineEvent, PipelineState } from './state.ts';
import { Step } from './step.ts';
import { prefetch, release, transition } from './transition.ts';

export interface PipelineStep {
  readonly state: PipelineState;
  readonly effects: readonly Effect[];
  /** False for an operator's command that no play took. */
  readonly applied: boolean;
}

/** A stopped pipeline ignores all events. */
export function advance(
  state: PipelineState,
  event: PipelineEvent,
  environment: PipelineEnvironment,
): PipelineStep {
  const step = new Step(state, environment);
  const applied = !state.isStopped && apply(event, step) !== false;
  return { state: step.state, effects: step.effects, applied };
}

/** Returns false for an operator's command that no play took. */
function apply(event: PipelineEvent, step: Step): unknown {
  switch (event.kind) {
    case 'resume':
      return resume(step, event.set);
    case 'restore hides':
      return restoreHides(step, event.set);
    case 'transition':
      return transition(step, event.transition);
    case 'visibility':
      return visibility(step, event.playId, event.hidden);
    case 'names':
      return names(step, event);
    case 'loaded':
      return prefetch(step, { track: cleanTrack(event.track), hidden: false }, event.nativeArt);
    case 'off air':
      return offAir(step, event.playId);
    case 'ended':
      return end(step, event.playId, event.at);
    case 'new source':
      return newSource(step, event.removed);
    case 'hide':
      return hide(step, event.position, event.only);
    case 'reveal':
      return reveal(step, event.position);
    case 'list for later':
      return listForLater(step, event.entry);
    case 'correct':
      return correct(step, event.names, event.position);
    case 'remove':
      return remove(step, event.position, event.isRemoved);
    case 'new set':
      return newSet(step, event.leavesAir);
    case 'end show':
      return endShow(step);
    case 'skip hold':
      return release(step);
    case 'new settings':
      return newSettings(step);
    case 'new enricher':
      return refreshPictures(step);
    case 'stop':
      return stop(step);
    case 'pictures':
      return endWait(step, event.pictures, step.state.awaited?.isLate === false);
    case 'time':
      return time(step, event.by);
  }
}

/** Publishes a waiting track without pictures. */
function stop(step: Step): void {
  step.state.isStopped = true;
  step.state.held = undefined;
  endWait(step);
}

function time(step: Step, by: number): void {
  endOverdueWait(step, by);
  const { held } = step.state;
  if (held !== undefined && held.dueAt <= by) {
    release(step);
  }
}
