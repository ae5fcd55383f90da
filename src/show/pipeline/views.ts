import type { DeckState, DeckView, HeldTrack } from '../../core/contracts/deck.ts';
import { cleanTrack } from '../../core/text.ts';
import type { LoggedLine } from '../../core/tools.ts';
import { isSameTrack, type PlayId, type SetEntry, type Track } from '../../core/track.ts';
import { isListed } from './hide.ts';
import { type Grounds, hiddenBy, judge, judgeEntry, shownOf, withDeckNames } from './judgement.ts';
import type { FeaturedPlay } from './play.ts';
import {
  currentOrResumed,
  judgementHidingOnAir,
  lastHiddenPlays,
  laterHiddenPlay,
  type PipelineState,
  playOf,
  type Reported,
} from './state.ts';

export function viewHeld(state: PipelineState, grounds: Grounds): HeldTrack | undefined {
  if (state.held === undefined) {
    return undefined;
  }
  const { transition, until } = state.held;
  const { playId: play, deck } = transition;
  return {
    ...viewOf(undefined, transition, state, grounds),
    play,
    listed: isListed(transition.track, grounds.rules),
    until,
    ...(deck === undefined ? {} : { deck }),
  };
}

/** Masks the track, and counts one that is on air, or was before a restart, as announced. */
export function viewDeck(
  { track: raw, hidden, ...deck }: DeckState,
  state: PipelineState,
  grounds: Grounds,
): DeckView {
  const track = cleanTrack(raw);
  return {
    ...deck,
    ...viewOf(deck.play, { track, hidden }, state, grounds),
    listed: isListed(track, grounds.rules),
    announced: deck.announced || goesOn(track, state) || wasOnAirBefore(track, state, grounds),
  };
}

/** Sources that start again know nothing of earlier plays. */
function wasOnAirBefore(track: Track, { plays }: PipelineState, grounds: Grounds): boolean {
  const { identities } = judge(track, false, grounds);
  return [...plays.values()].some(
    ({ isResumed, judgement }) =>
      isResumed &&
      (identities.length === 0
        ? track.filename !== '' && track.filename === judgement.reported.filename
        : identities.some((identity) => judgement.identities.includes(identity))),
  );
}

/** Judges a featured play's track by that play. */
export function viewOf(
  play: PlayId | undefined,
  { track: raw, hidden }: Reported,
  state: PipelineState,
  grounds: Grounds,
): Pick<DeckView, 'hidden' | 'track' | 'hiddenBy'> {
  const track = cleanTrack(raw);
  const featured = play === undefined ? undefined : playOf(state, play);
  if (featured !== undefined) {
    const { judgement } = laterHiddenPlay(featured, lastHiddenPlays(state)) ?? featured;
    const now = withDeckNames(judgement, track, grounds);
    return { ...shownOf(now), hiddenBy: hiddenBy(now) };
  }
  const onAir = judgementHidingOnAir(track, state);
  const judgement = judge(track, hidden || onAir !== undefined, grounds);
  return { ...shownOf(judgement), hiddenBy: hiddenBy(onAir ?? judgement) };
}

export function shows(id: PlayId, state: PipelineState): boolean {
  const play = playOf(state, id);
  return play !== undefined && play.place.position === state.onScreen && typeof play.published === 'object';
}

export function goesOn(track: Track, state: PipelineState): boolean {
  return playThatGoesOn(track, state) !== undefined;
}

export function playThatGoesOn(track: Track, state: PipelineState): FeaturedPlay | undefined {
  const play = currentOrResumed(state);
  return play && isSameTrack(cleanTrack(track), play.judgement.reported) ? play : undefined;
}

export function viewEntry(entry: SetEntry, state: PipelineState, grounds: Grounds): SetEntry {
  const hidden = entry.hidden || judgementHidingOnAir(entry.track, state) !== undefined;
  const shown = shownOf(judgeEntry({ ...entry, hidden }, grounds));
  return shown.hidden ? { ...entry, ...shown } : entry;
}

/**
 * Positions are of the set. What was hidden in an earlier one is no longer known, so all its names are withheld, without
 * the claim that the track is hidden.
 */
export function viewLine(line: LoggedLine, { withheld, setNumber }: PipelineState): LoggedLine {
  const { artist, title, ...fields } = line.fields;
  const { position, set = 0 } = fields;
  if ((artist ?? title) === undefined || typeof position !== 'number') {
    return line;
  }
  if (set !== setNumber) {
    return { ...line, fields };
  }
  return withheld.has(position) ? { ...line, fields: { ...fields, hidden: true } } : line;
}
