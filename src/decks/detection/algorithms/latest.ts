/**
 * For programs that record what is loaded, and later that it counts as played, but neither starts and stops nor faders: of
 * the tracks that count as played, the one that was loaded last.
 */
import { HAND_GRACE } from '../transport.ts';
import { type Algorithm, type DeckCandidate, namesOf } from './algorithm.ts';

export const latest: Algorithm = {
  stopGrace: HAND_GRACE,
  usesLevels: false,

  decide(playing) {
    // Nobody expects a level here.
    return { leader: lastOf(playing)?.deck, withoutLevels: false };
  },

  explain(deck, playing) {
    if (deck.counted === undefined) {
      return `Deck ${deck.label} waits: its program does not count it as played yet`;
    }
    const last = lastOf(playing);
    return last === undefined || last === deck
      ? `Deck ${deck.label} leads: it was loaded last; loading is all that is known`
      : `Deck ${deck.label} waits: ${namesOf([last])} was loaded after it; loading is all that is known`;
  },
};

function lastOf(playing: readonly DeckCandidate[]): DeckCandidate | undefined {
  const counted = playing.filter(({ counted }) => counted !== undefined);
  return counted.toSorted((one, other) => (other.counted ?? 0) - (one.counted ?? 0))[0];
}
