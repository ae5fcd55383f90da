/**
 * `volume`: the loudest playing deck, once every other playing deck is at most (100 - percent) % as loud; at
 * 100 the others must be gone. Where no level is known, another rule decides among the decks that may be heard: `lead`,
 * or for programs that record loads alone `latest`. Where one is unknown only because it has not changed since anybody
 * listened, nobody can say which deck is heard: none leads, but for one that plays alone before any level was told, as
 * with an external mixer.
 */
import { SILENT_LEVEL } from '../../../core/level.ts';
import { HAND_GRACE } from '../transport.ts';
import { type Algorithm, type DeckCandidate, namesOf, type RuleContext } from './algorithm.ts';
import { latest } from './latest.ts';
import { firstStarted, lead } from './lead.ts';

/** Levels are sums and products of decimals: 1 - 0.9 is a little less than 0.1. */
const ROUNDING = 1e-9;

type Known = DeckCandidate & { readonly level: number };

export const volume = byLevel(lead);

/** For programs that record loads alone. */
export const recorded = byLevel(latest);

function byLevel(unknown: Algorithm): Algorithm {
  return {
    stopGrace: HAND_GRACE,
    usesLevels: true,

    decide(playing, context) {
      if (!playing.every(hasLevel)) {
        const audible = playing.filter(mayBeAudible);
        return waitsForLevels(audible)
          ? { waitsForLevels: true }
          : { withoutLevels: true, ...unknown.decide(audible, context) };
      }
      const loudest = loudestOf(playing);
      return loudest !== undefined && rivalsOf(loudest, playing, context).length === 0
        ? { leader: loudest.deck }
        : {};
    },

    explain(deck, playing, context) {
      if (!playing.every(hasLevel)) {
        const audible = playing.filter(mayBeAudible);
        if (!mayBeAudible(deck)) {
          return silent(deck, playing);
        }
        return waitsForLevels(audible)
          ? undecided(deck, audible)
          : `${unknown.explain(deck, audible, context)} (no levels known)`;
      }
      const loudest = loudestOf(playing);
      if (loudest === undefined || !mayBeAudible(deck)) {
        return silent(deck, playing);
      }
      const rivals = rivalsOf(loudest, playing, context);
      if (deck.isHeard) {
        const levels = heardBeside(deck, playing);
        if (loudest.deck !== deck.deck) {
          return `Deck ${deck.label} waits: it is heard: ${levels}`;
        }
        const until =
          rivals.length > 0
            ? `; leads when ${namesOf(rivals)} ${down(loudest.level, context, 'is no longer heard')}`
            : '';
        return `Deck ${deck.label} is heard: ${levels}${until}`;
      }
      if (loudest.deck !== deck.deck) {
        return `Deck ${deck.label} waits: ${shown(deck.level ?? 0)} against ${shown(loudest.level)} of deck ${loudest.label}`;
      }
      const others = playing.filter((other) => other !== loudest);
      if (others.length === 0) {
        return `Deck ${deck.label} leads: no other plays`;
      }
      const next = Math.max(...others.map(({ level }) => level));
      const against = `${shown(loudest.level)} against ${shown(next)}`;
      return rivals.length > 0
        ? `Deck ${deck.label} is loudest: ${against}; leads when ${namesOf(rivals)} ${down(loudest.level, context)}`
        : `Deck ${deck.label} leads: ${against}; changes when it ${down(next, context)}`;
    },
  };
}

function hasLevel(deck: DeckCandidate): deck is Known {
  return deck.level !== undefined;
}

function mayBeAudible({ level }: DeckCandidate): boolean {
  return level === undefined || level > SILENT_LEVEL;
}

/** Which of the decks that may be heard is, nobody can say before levels are told. */
function waitsForLevels(audible: readonly DeckCandidate[]): boolean {
  return audible.some(({ isUntold, othersTold }) => isUntold && (othersTold || audible.length > 1));
}

/** Undefined when all are gone. Of equals the one that leads, else the one that started first. */
function loudestOf(playing: readonly Known[]): Known | undefined {
  const most = Math.max(...playing.map(({ level }) => level));
  const equals = playing.filter(({ level }) => level === most);
  const first = equals.find(({ incumbent }) => incumbent) ?? firstStarted(equals) ?? equals[0];
  return most > SILENT_LEVEL ? equals.find(({ deck }) => deck === first?.deck) : undefined;
}

/** The others that are still too loud. */
function rivalsOf(loudest: Known, playing: readonly Known[], context: RuleContext): readonly Known[] {
  const most = limitBeside(loudest.level, context);
  return playing.filter((other) => other !== loudest && other.level > most + ROUNDING);
}

/** How loud a deck may be beside one of this level without keeping it from leading. */
function limitBeside(level: number, { percent }: RuleContext): number {
  return Math.max(SILENT_LEVEL, level * (1 - percent / 100));
}

function undecided({ label, incumbent }: DeckCandidate, audible: readonly DeckCandidate[]): string {
  const untold = namesOf(audible.filter(({ isUntold }) => isUntold));
  return `Deck ${label} ${incumbent ? 'stays' : 'waits'}: the level of ${untold} is unknown until the fader moves`;
}

function silent({ label, isHeard, doubles }: DeckCandidate, playing: readonly DeckCandidate[]): string {
  const other = playing.find(({ deck }) => deck === doubles);
  if (isHeard && other !== undefined) {
    return `Deck ${label} waits: it plays the same recording as deck ${other.label}, which was heard first`;
  }
  return `Deck ${label} waits: ${isHeard ? 'it is not heard' : 'its fader is closed'}`;
}

/** "0.83, deck 1: 0.12". */
function heardBeside(deck: DeckCandidate, playing: readonly Known[]): string {
  const others = playing.filter((other) => other.deck !== deck.deck);
  return [shown(deck.level ?? 0), ...others.map(({ label, level }) => `deck ${label}: ${shown(level)}`)].join(
    ', ',
  );
}

function down(toStandBeside: number, context: RuleContext, gone = 'closes'): string {
  const limit = limitBeside(toStandBeside, context);
  return limit > SILENT_LEVEL ? `is down to ${shown(limit)}` : gone;
}

function shown(level: number): string {
  return level.toFixed(2);
}
