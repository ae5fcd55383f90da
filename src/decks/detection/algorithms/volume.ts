/**
 * `volume`: the loudest playing deck, once every other playing deck is at most (100 - percent) % as loud; at
 * 100 the others must be gone. Where no level is known, another rule decides among the decks that may be heard: `lead`,
 * or for programs that record loads alone `latest`. Where one is unknown only because it has not changed since anybody
 * listened, nobody can say which deck is heard: none leads, but for one that plays alone before any level was told, as
 * with an external mixer.
 *
 * While sound of the room arrives, a deck that is not heard never wins as the last one left: what is on air stays until
 * another deck is heard, or until it has stopped, exactly one other deck plays, and none has been heard for ten seconds.
 */

import { SILENT_LEVEL } from '../../../core/level.ts';
import { say, type Text } from '../../../core/message.ts';
import { NOTHING_HEARD_MS } from '../by-ear.ts';
import { HAND_GRACE } from '../transport.ts';
import {
  type Algorithm,
  type DeckCandidate,
  namesOf,
  type RuleContext,
  type RuleDecision,
} from './algorithm.ts';
import { latest } from './latest.ts';
import { firstStarted, lead } from './lead.ts';

/** Levels are sums and products of decimals: 1 - 0.9 is a little less than 0.1. */
const ROUNDING = 1e-9;

type Known = DeckCandidate & { readonly level: number };

/** The decks that may take over when nothing is heard. `onAir`: the last leader, if it still plays its track. */
type HeirsOf = (
  possible: readonly DeckCandidate[],
  onAir: DeckCandidate | undefined,
) => readonly DeckCandidate[];

export const volume = byLevel(lead, (possible, onAir) =>
  onAir === undefined && possible.length === 1 ? possible : [],
);

/** For programs that record loads alone: a stop is not recorded, but that a later load counts as played is. */
export const recorded = byLevel(latest, (possible, onAir) =>
  possible.filter(
    ({ counted, waitsSince }) =>
      counted !== undefined && waitsSince > (onAir?.waitsSince ?? Number.NEGATIVE_INFINITY),
  ),
);

/** `unknown` decides where levels are unknown. */
function byLevel(unknown: Algorithm, heirsOf: HeirsOf): Algorithm {
  function decideUnheard(playing: readonly DeckCandidate[], context: RuleContext): RuleDecision {
    const { possible, onAir, heirs, dueAt } = unheardOf(playing, context, heirsOf);
    if (waitsForLevels(possible)) {
      return { waitsForLevels: true };
    }
    if (context.at >= dueAt) {
      const next = unknown.decide(heirs, context);
      return { ...next, leader: next.leader ?? onAir?.deck };
    }
    return {
      leader: onAir?.deck,
      checkAt: heirs.length > 0 && Number.isFinite(dueAt) ? dueAt : undefined,
    };
  }

  function explainUnheard(
    deck: DeckCandidate,
    playing: readonly DeckCandidate[],
    context: RuleContext,
  ): Text {
    const { possible, onAir, heirs, dueAt } = unheardOf(playing, context, heirsOf);
    if (!possible.includes(deck)) {
      return silent(deck, playing);
    }
    if (waitsForLevels(possible)) {
      return undecided(deck, possible);
    }
    if (heirs.length > 0 && context.at >= dueAt) {
      return say('decks.no-deck-heard', { explain: unknown.explain(deck, heirs, context) });
    }
    if (deck === onAir) {
      return say('decks.deck-stays-no-deck-heard', { deck: deck.label });
    }
    return heirs.includes(deck)
      ? say('decks.deck-waits-no-deck-heard-leads', { deck: deck.label })
      : say('decks.deck-waits-no-deck-heard', { deck: deck.label });
  }

  return {
    stopGrace: HAND_GRACE,
    usesLevels: true,

    decide(playing, context) {
      if (isUnheard(playing, context)) {
        return decideUnheard(playing, context);
      }
      const decks = besideHeard(playing, context);
      if (!decks.every(hasLevel)) {
        const audible = decks.filter(mayBeAudible);
        return waitsForLevels(audible)
          ? { waitsForLevels: true }
          : { withoutLevels: true, ...unknown.decide(audible, context) };
      }
      const loudest = loudestOf(decks);
      return loudest !== undefined && rivalsOf(loudest, decks, context).length === 0
        ? { leader: loudest.deck }
        : {};
    },

    explain(deck, playing, context) {
      if (isUnheard(playing, context)) {
        return explainUnheard(deck, playing, context);
      }
      const decks = besideHeard(playing, context);
      const own = decks.find((one) => one.deck === deck.deck) ?? deck;
      if (!decks.every(hasLevel)) {
        const audible = decks.filter(mayBeAudible);
        if (!mayBeAudible(own)) {
          return silent(own, decks);
        }
        return waitsForLevels(audible)
          ? undecided(own, audible)
          : say('decks.no-levels-known', { explain: unknown.explain(own, audible, context) });
      }
      const loudest = loudestOf(decks);
      if (loudest === undefined || !mayBeAudible(own)) {
        return silent(own, decks);
      }
      return own.isHeard
        ? explainHeard(own, loudest, decks, context)
        : explainReported(own, loudest, decks, context);
    },
  };
}

function explainHeard(
  deck: DeckCandidate,
  loudest: Known,
  playing: readonly Known[],
  context: RuleContext,
): Text {
  const levels = heardBeside(deck, playing);
  if (loudest.deck !== deck.deck) {
    return say('decks.deck-waits-heard', { deck: deck.label, levels });
  }
  const rivals = rivalsOf(loudest, playing, context);
  const about = { deck: deck.label, levels };
  if (rivals.length === 0) {
    return say('decks.heard', about);
  }
  const limit = limitBeside(loudest.level, context);
  return limit > SILENT_LEVEL
    ? say('decks.heard-until-down', { ...about, others: namesOf(rivals), limit: shown(limit) })
    : say('decks.heard-until-silent', { ...about, others: namesOf(rivals) });
}

function explainReported(
  deck: DeckCandidate,
  loudest: Known,
  playing: readonly Known[],
  context: RuleContext,
): Text {
  if (loudest.deck !== deck.deck) {
    return say('decks.deck-waits-against-deck', {
      deck: deck.label,
      own: shown(deck.level ?? 0),
      level: shown(loudest.level),
      other: loudest.label,
    });
  }
  const others = playing.filter((other) => other !== loudest);
  if (others.length === 0) {
    return say('decks.deck-leads-no-other-plays', { deck: deck.label });
  }
  const next = Math.max(...others.map(({ level }) => level));
  const about = { deck: deck.label, own: shown(loudest.level), level: shown(next) };
  const rivals = rivalsOf(loudest, playing, context);
  if (rivals.length > 0) {
    const limit = limitBeside(loudest.level, context);
    return limit > SILENT_LEVEL
      ? say('decks.loudest-until-down', { ...about, others: namesOf(rivals), limit: shown(limit) })
      : say('decks.loudest-until-closed', { ...about, others: namesOf(rivals) });
  }
  const limit = limitBeside(next, context);
  return limit > SILENT_LEVEL
    ? say('decks.leads-until-down', { ...about, limit: shown(limit) })
    : say('decks.leads-until-closed', about);
}

/** Sound arrives, and neither it nor a reported level tells which of these decks the audience hears. */
function isUnheard(playing: readonly DeckCandidate[], { room }: RuleContext): boolean {
  return (
    room !== undefined &&
    playing.some(({ level, isHeard }) => level === undefined || isHeard) &&
    !playing.some(({ level = 0 }) => level > SILENT_LEVEL)
  );
}

function unheardOf(
  playing: readonly DeckCandidate[],
  { leading, room }: RuleContext,
  heirsOf: HeirsOf,
): {
  /** Without those whose reported level is silent. */
  readonly possible: readonly DeckCandidate[];
  readonly onAir: DeckCandidate | undefined;
  readonly heirs: readonly DeckCandidate[];
  /** When one of them may take over; infinity while a deck is heard that does not play. */
  readonly dueAt: number;
} {
  const possible = playing.filter(({ level, isHeard }) => level === undefined || isHeard);
  const onAir = possible.find(({ incumbent, play }) => incumbent && play === leading?.play);
  return {
    possible,
    onAir,
    heirs: heirsOf(possible, onAir),
    dueAt: (room?.unheardSince ?? Number.POSITIVE_INFINITY) + NOTHING_HEARD_MS,
  };
}

/** While one deck is heard, a deck that is not compared with the sound does not count: it never wins as the last one left. */
function besideHeard(playing: readonly DeckCandidate[], { room }: RuleContext): readonly DeckCandidate[] {
  const isOneHeard = room !== undefined && playing.some((deck) => deck.isHeard && mayBeAudible(deck));
  return isOneHeard
    ? playing.map((deck) => (deck.level === undefined ? { ...deck, level: 0, isHeard: true } : deck))
    : playing;
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

function undecided({ label, incumbent }: DeckCandidate, audible: readonly DeckCandidate[]): Text {
  const others = namesOf(audible.filter(({ isUntold }) => isUntold));
  return say(incumbent ? 'decks.stays-level-unknown' : 'decks.waits-level-unknown', { deck: label, others });
}

function silent({ label, isHeard, doubles }: DeckCandidate, playing: readonly DeckCandidate[]): Text {
  const other = playing.find(({ deck }) => deck === doubles);
  if (isHeard && other !== undefined) {
    return say('decks.deck-waits-plays-same-recording-deck', { deck: label, other: other.label });
  }
  return say(isHeard ? 'decks.waits-not-heard' : 'decks.waits-fader-closed', { deck: label });
}

/** "0.83, deck 1: 0.12". */
function heardBeside(deck: DeckCandidate, playing: readonly Known[]): string {
  const others = playing.filter((other) => other.deck !== deck.deck);
  return [shown(deck.level ?? 0), ...others.map(({ label, level }) => `deck ${label}: ${shown(level)}`)].join(
    ', ',
  );
}

function shown(level: number): string {
  return level.toFixed(2);
}
