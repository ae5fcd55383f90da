/**
 * For programs that record loads, and later that they count as played, but no starts, stops or faders: the
 * track that came to count as played last leads.
 */
import { say } from '../../../core/message.ts';
import { HAND_GRACE } from '../transport.ts';
import { type Algorithm, type DeckCandidate, namesOf } from './algorithm.ts';

export const latest: Algorithm = {
  stopGrace: HAND_GRACE,
  usesLevels: false,

  decide(playing) {
    // Suppresses the warning about missing levels.
    return { leader: lastOf(playing)?.deck, withoutLevels: false };
  },

  explain(deck, playing) {
    if (deck.counted === undefined) {
      const id = deck.countedEarlier
        ? 'decks.waits-counted-earlier'
        : 'decks.deck-waits-program-does-not-count';
      return say(id, { deck: deck.label });
    }
    const last = lastOf(playing);
    return last === undefined || last === deck
      ? say('decks.leads-counted-last', { deck: deck.label })
      : say('decks.waits-other-counted-later', { deck: deck.label, names: namesOf([last]) });
  },
};

function lastOf(playing: readonly DeckCandidate[]): DeckCandidate | undefined {
  const counted = playing.filter(({ counted }) => counted !== undefined);
  return counted.toSorted((one, other) => (other.counted ?? 0) - (one.counted ?? 0))[0];
}
