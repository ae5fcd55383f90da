/** Tells outputs of plays. Nothing else numbers or sends publications. */
import { Sealed } from '../../core/sealed.ts';
import type { Publication, Shown, Track } from '../../core/track.ts';
import { factsOf, isHidden, NO_TRACK, shownOf, withoutNames } from './judgement.ts';
import {
  afterPublication,
  type ChangeKind,
  enriched,
  type FeaturedPlay,
  hasOutdatedFacts,
  isHiddenByAnother,
  isPublishedHidden,
  pendingChange,
} from './play.ts';
import { lastHiddenPlays, laterHiddenPlay, type PipelineState } from './state.ts';
import type { Step } from './step.ts';

type Publish = 'publish' | 'publish earlier';

/** Puts the play on screen: publishes its pending change, or facts that a later run needs. */
export function publish(step: Step, position: number): void {
  step.state.onScreen = position;
  // First, because a new track is sent with the list of earlier ones.
  publishEarlierChanges(step);
  const play = step.playAt(position);
  if (play === undefined) {
    return;
  }
  const kind = pendingChange(play);
  const shown = shownOf(play.judgement);
  if (kind !== undefined) {
    send(step, play, kind, shown, 'publish');
    logChange(step, play, kind, shown);
  } else if (hasOutdatedFacts(play)) {
    send(step, play, 'hide', shown, 'publish earlier');
  }
}

/** Reports ended plays that became hidden or visible, or whose track did in a later play. */
export function publishEarlierChanges(step: Step): void {
  const { current, onScreen, plays, withheld } = step.state;
  if (withheld.size === 0) {
    return;
  }
  const hidden = lastHiddenPlays(step.state);
  for (const play of plays.values()) {
    const { position } = play.place;
    if (position === current || position === onScreen || play.published === 'nothing') {
      continue;
    }
    const isHiddenLater = hidden.size > 0 && laterHiddenPlay(play, hidden) !== undefined;
    const isOtherwise = (isHiddenLater || isHidden(play.judgement)) !== isPublishedHidden(play);
    if (isOtherwise || isHiddenByAnother(play)) {
      sendEarlier(step, play, isHiddenLater);
    }
  }
}

/** `isHiddenLater`: a later play hides its track. */
export function sendEarlier(step: Step, play: FeaturedPlay, isHiddenLater: boolean): void {
  const shown = isHiddenLater ? withoutNames(play.judgement) : shownOf(play.judgement);
  send(step, play, shown.hidden ? 'hide' : 'reveal', shown, 'publish earlier');
}

export function sendWithoutNames(
  step: Step,
  { judgement, id, place, source }: FeaturedPlay,
  kind: 'off air' | 'retract',
  how: Publish,
  resumed: Pick<Publication, 'isResumed'> = {},
): void {
  emit(step, { kind, playId: id, ...place, ...withoutNames(judgement), source, ...resumed }, how);
}

/** Begins a set without a track. */
export function sendBegin(step: Step): void {
  const none = { playId: '', position: 0, at: step.at.wall, elapsedMs: 0, source: '', ...NO_TRACK };
  emit(step, { kind: 'new set', ...none }, 'publish earlier');
}

export function send(
  step: Step,
  play: FeaturedPlay,
  kind: ChangeKind | 'end' | 'new set',
  shown: Shown,
  how: Publish,
): void {
  const { judgement, deck, file, movedFrom, isRemoved } = play;
  step.put(afterPublication(play, shown));
  emit(
    step,
    {
      kind: isRemoved ? 'retract' : kind,
      playId: play.id,
      ...play.place,
      ...(shown.hidden ? shown : enriched(play, shown)),
      source: play.source,
      ...(deck === undefined ? {} : { deck }),
      facts: new Sealed({ ...factsOf(judgement), ...(file !== undefined && { file }) }),
      ...(play.isResumed && { isResumed: true as const }),
      ...(movedFrom !== undefined && { movedFrom }),
      ...(isRemoved && { removed: true as const }),
    },
    how,
  );
}

function emit(step: Step, publication: Omit<Publication, 'seq' | 'set'>, how: Publish): void {
  step.state.seq += 1;
  const { seq } = step.state;
  step.effects.push({ kind: how, publication: { ...publication, seq, ...setOf(step.state) } });
}

export function setOf({ setNumber }: PipelineState): Pick<Publication, 'set'> {
  return setNumber > 0 ? { set: setNumber } : {};
}

function logChange(step: Step, play: FeaturedPlay, kind: ChangeKind, { hidden, track }: Shown): void {
  const after = `${Math.round((step.now - play.reportedAt) / 100) / 10}s`;
  step.log('info', messageOf(play, kind, track), {
    ...(hidden ? { hidden } : { artist: track.artist, title: track.title }),
    deck: play.deck,
    position: play.place.position,
    ...setOf(step.state),
    ...(kind === 'track' && !play.isResumed ? { after } : {}),
  });
}

function messageOf({ isBack, published }: FeaturedPlay, kind: ChangeKind, track: Track): string {
  if (isBack && (kind === 'correction' || kind === 'track')) {
    return 'track on air again';
  }
  return track === published ? 'track has other pictures' : MESSAGES[kind];
}

const MESSAGES: Record<ChangeKind, string> = {
  track: 'track featured',
  hide: 'track hidden',
  reveal: 'track revealed',
  correction: 'track corrected',
};
