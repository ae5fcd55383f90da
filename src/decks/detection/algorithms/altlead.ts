/**
 * Suits players whose mixer reports nothing and whose decks often run on after their fader was closed. Like
 * `lead`, but a waiting deck also wins after eight seconds as tempo master without a break, or when the
 * featured deck is unloaded or reloaded. Stops below two seconds don't count.
 */
import { say } from '../../../core/message.ts';
import { type Algorithm, type DeckCandidate, namesOf, type RuleContext } from './algorithm.ts';
import { firstStarted, hasStarted, justStarted, whenStartsCount } from './lead.ts';

const MASTER_MS = 8_000;
const STOP_MS = 2_000;

export const altlead: Algorithm = {
  stopGrace: { byButton: STOP_MS, byPlatter: STOP_MS },
  usesLevels: false,

  decide(playing, context) {
    const incumbent = incumbentOf(playing, context);
    const waiting = playing.filter(
      (deck) => deck !== incumbent && deck.stoppedAt === undefined && hasStarted(deck, context),
    );
    const leader =
      waiting.find((deck) => masterWinsAt(deck) <= context.at) ?? incumbent ?? nextOf(waiting, context);
    const starts = whenStartsCount(playing, context) ?? Number.POSITIVE_INFINITY;
    const checkAt = Math.min(starts, ...waiting.map(masterWinsAt).filter((time) => time > context.at));
    return { leader: leader?.deck, checkAt: Number.isFinite(checkAt) ? checkAt : undefined };
  },

  explain(deck, playing, context) {
    const { leader } = altlead.decide(playing, context);
    if (leader === deck.deck) {
      return say('decks.deck-leads-changes-when-stops-reloaded', { deck: deck.label });
    }
    if (!hasStarted(deck, context)) {
      return justStarted(deck);
    }
    if (leader === undefined) {
      return say('decks.deck-waits-until-plays-alone-unknown', { deck: deck.label });
    }
    const first = namesOf(playing.filter((other) => other.deck === leader));
    return say('decks.deck-waits-until-stops-reloaded-tempo', { deck: deck.label, first });
  },
};

/** While it plays the track that it led with. */
function incumbentOf(playing: readonly DeckCandidate[], { leading }: RuleContext): DeckCandidate | undefined {
  return playing.find(({ incumbent, play }) => incumbent && play === leading?.play);
}

/** A reloaded leader comes after all that waited. */
function nextOf(waiting: readonly DeckCandidate[], { leading }: RuleContext): DeckCandidate | undefined {
  const others = waiting.filter(({ deck }) => deck !== leading?.deck);
  return firstStarted(others.length > 0 ? others : waiting);
}

/** A stop, a reload or the loss of the lead starts the eight seconds anew. */
function masterWinsAt({ masterSince, waitsSince, lostLeadAt }: DeckCandidate): number {
  return Math.max(masterSince ?? Number.POSITIVE_INFINITY, waitsSince, lostLeadAt) + MASTER_MS;
}
