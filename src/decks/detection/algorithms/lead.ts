/**
 * The deck that plays while no other does. Decks that start beside it wait until it stops; then the first to
 * start leads. Starts count after a while, because without faders a tap on an inaudible deck looks like one.
 */
import { say, type Text } from '../../../core/message.ts';
import { HAND_GRACE } from '../transport.ts';
import { type Algorithm, type DeckCandidate, namesOf, type RuleContext } from './algorithm.ts';

const START_MS = 300;

export const lead: Algorithm = {
  stopGrace: HAND_GRACE,
  usesLevels: false,

  decide(playing, context) {
    return { leader: firstOf(playing, context)?.deck, checkAt: whenStartsCount(playing, context) };
  },

  explain(deck, playing, context) {
    if (!hasStarted(deck, context)) {
      return justStarted(deck);
    }
    const first = firstOf(playing, context);
    if (playing.every((other) => other === deck || !hasStarted(other, context))) {
      return say('decks.deck-leads-no-other-plays', { deck: deck.label });
    }
    if (first === undefined) {
      return say('decks.deck-waits-until-plays-alone-unknown', { deck: deck.label });
    }
    return first === deck
      ? say('decks.deck-leads-started-first-changes-when', { deck: deck.label })
      : say('decks.deck-waits-until-stops', { deck: deck.label, names: namesOf([first]) });
  },
};

/** Undefined if no deck plays, or several played before their device was connected. */
function firstOf(playing: readonly DeckCandidate[], context: RuleContext): DeckCandidate | undefined {
  const started = playing.filter((deck) => hasStarted(deck, context));
  return started.find(({ incumbent }) => incumbent) ?? firstStarted(started);
}

/** Undefined if no deck plays, or the first to start is unknown. */
export function firstStarted(playing: readonly DeckCandidate[]): DeckCandidate | undefined {
  const earliest = Math.min(...playing.map(({ waitsSince }) => waitsSince));
  const [first, ...others] = playing.filter(({ waitsSince }) => waitsSince === earliest);
  return others.length > 0 && first?.playedBefore === true ? undefined : first;
}

/** Ran long enough before any stop. */
export function hasStarted({ startedAt, stoppedAt }: DeckCandidate, { at }: RuleContext): boolean {
  return (stoppedAt ?? at) >= startedAt + START_MS;
}

export function whenStartsCount(playing: readonly DeckCandidate[], context: RuleContext): number | undefined {
  const starts = playing
    .filter((deck) => deck.stoppedAt === undefined && !hasStarted(deck, context))
    .map(({ startedAt }) => startedAt + START_MS);
  return starts.length === 0 ? undefined : Math.min(...starts);
}

export function justStarted({ label }: DeckCandidate): Text {
  return say('decks.deck-waits-only-just-started', { deck: label });
}
