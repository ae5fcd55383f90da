/**
 * `lead`: the deck that plays while no other does; one that starts beside it waits until it stops. Among
 * several that wait, the one that started first.
 */
import type { DeckId } from '../deck.ts';
import { SCRATCH_GRACE } from '../transport.ts';
import { type Algorithm, type Candidate, namesOf } from './algorithm.ts';

export const lead: Algorithm = {
  stopGrace: SCRATCH_GRACE,

  decide(playing, { leading }) {
    const first = firstStarted(playing, leading?.deck);
    return first === undefined ? {} : { leader: first.deck };
  },

  explain(deck, playing, { leading }) {
    const first = firstStarted(playing, leading?.deck);
    const others = playing.filter((other) => other !== deck);
    if (others.length === 0) {
      return `Deck ${deck.label} leads: no other plays`;
    }
    if (first === undefined) {
      return `Deck ${deck.label} waits until it plays alone: nobody heard which deck started first`;
    }
    return first === deck
      ? `Deck ${deck.label} leads: it started first; changes when it stops`
      : `Deck ${deck.label} waits until ${namesOf([first])} stops`;
  },
};

/** Undefined when nobody plays, or when several already played before anybody listened. */
export function firstStarted(
  playing: readonly Candidate[],
  incumbent: DeckId | undefined,
): Candidate | undefined {
  const earliest = Math.min(...playing.map(({ startedAt }) => startedAt));
  const first = playing.filter(({ startedAt }) => startedAt === earliest);
  return first.length === 1 ? first[0] : first.find(({ deck }) => deck === incumbent);
}
