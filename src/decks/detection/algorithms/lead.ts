/**
 * `lead`: the deck that plays while no other does; one that starts beside it waits until it stops. Among several that
 * wait, the one whose play started first. It does not use faders, so a start counts only after a while: a tap on an
 * inaudible deck is none.
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

/** Undefined when no deck plays, or when several already played before their device was connected. */
function firstOf(playing: readonly DeckCandidate[], context: RuleContext): DeckCandidate | undefined {
  const started = playing.filter((deck) => hasStarted(deck, context));
  return started.find(({ incumbent }) => incumbent) ?? firstStarted(started);
}

/** Undefined when no deck plays, or when it is not known which one started first. */
export function firstStarted(playing: readonly DeckCandidate[]): DeckCandidate | undefined {
  const earliest = Math.min(...playing.map(({ waitsSince }) => waitsSince));
  const [first, ...others] = playing.filter(({ waitsSince }) => waitsSince === earliest);
  return others.length > 0 && first?.playedBefore === true ? undefined : first;
}

/** The deck has run for long enough, and didn't stop before. */
export function hasStarted({ startedAt, stoppedAt }: DeckCandidate, { at }: RuleContext): boolean {
  return (stoppedAt ?? at) >= startedAt + START_MS;
}

/** When the next start counts, if time alone is missing. */
export function whenStartsCount(playing: readonly DeckCandidate[], context: RuleContext): number | undefined {
  const starts = playing
    .filter((deck) => deck.stoppedAt === undefined && !hasStarted(deck, context))
    .map(({ startedAt }) => startedAt + START_MS);
  return starts.length === 0 ? undefined : Math.min(...starts);
}

export function justStarted({ label }: DeckCandidate): Text {
  return say('decks.deck-waits-only-just-started', { deck: label });
}
