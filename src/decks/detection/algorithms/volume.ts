/**
 * `volume`: the loudest playing deck, once every other playing deck is at most (100 - percent) % as loud; at
 * 100 the others must be silent.
 *
 * Where levels are unknown, `lead` decides among the decks that may be audible, or `latest` for programs that
 * record loads alone. A level that is unknown only because it has not changed since deckcast connected may be
 * any, so no deck leads, except one that plays alone before any level was reported, as with an external
 * mixer.
 *
 * Programs that record loads alone don't tell which decks stand still, so an open fader may be on a silent
 * deck. Where several faders are open and rest for a while, hearing decides, or else the program's record.
 *
 * While sound of the room arrives, a deck that is not heard never wins as the last one left: the track on air
 * stays until another deck is heard, or until its deck has stopped, exactly one other plays, and none has
 * been heard for ten seconds.
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

/** Open faders that rest this long may be on a silent deck; blends rarely do. */
const DOUBT_AFTER_MS = 20_000;
/** Levels come from decimals: 1 - 0.9 is a little less than 0.1. */
const ROUNDING = 1e-9;

type Known = DeckCandidate & { readonly level: number };

/** Decks that may take over while none is heard. `onAir`: last leader, if it still plays its track. */
type HeirsOf = (
  audible: readonly DeckCandidate[],
  onAir: DeckCandidate | undefined,
) => readonly DeckCandidate[];

export const volume = byLevel(lead, (audible, onAir) =>
  onAir === undefined && audible.length === 1 ? audible : [],
);

/** Rule for programs that record only loads: no stops, but another track comes to count as played. */
export const recorded = byLevel(
  latest,
  (audible, onAir) =>
    audible.filter(
      ({ counted, waitsSince }) =>
        counted !== undefined &&
        (onAir?.counted === undefined
          ? waitsSince > (onAir?.waitsSince ?? Number.NEGATIVE_INFINITY)
          : counted > onAir.counted),
    ),
  true,
);

/** `unknown` decides without levels. `mayStand`: decks that count as playing may stand still. */
function byLevel(unknown: Algorithm, heirsOf: HeirsOf, mayStand = false): Algorithm {
  /** A deck without a level that the program doesn't count as played is no rival of one with a level. */
  function rivalling(playing: readonly DeckCandidate[]): readonly DeckCandidate[] {
    const isKnown = mayStand && playing.some(({ level, isHeard }) => level !== undefined && !isHeard);
    return isKnown ? playing.filter((deck) => hasLevel(deck) || deck.counted !== undefined) : playing;
  }

  /** Decides among open faders once they have rested. */
  function decideDoubt(open: readonly DeckCandidate[], context: RuleContext): RuleDecision {
    const dueAt = doubtAt(open);
    if (context.at < dueAt) {
      return { checkAt: dueAt };
    }
    const heard = heardOf(open);
    if (context.room === undefined) {
      return { leader: unknown.decide(open, context).leader };
    }
    return heard.length === 1 ? { leader: heard[0]?.deck } : {};
  }

  function decideUnheard(audible: readonly DeckCandidate[], context: RuleContext): RuleDecision {
    const { onAir, heirs, dueAt } = successionOf(audible, context, heirsOf);
    if (heirs.length === 0) {
      return { leader: onAir?.deck };
    }
    if (context.at < dueAt) {
      return { leader: onAir?.deck, checkAt: dueAt };
    }
    const next = unknown.decide(heirs, context);
    return { ...next, leader: next.leader ?? onAir?.deck };
  }

  function explainUnheard(
    deck: DeckCandidate,
    audible: readonly DeckCandidate[],
    context: RuleContext,
  ): Text {
    const { onAir, heirs, dueAt } = successionOf(audible, context, heirsOf);
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

  function explainDoubt(deck: DeckCandidate, open: readonly DeckCandidate[], context: RuleContext): Text {
    if (context.room === undefined) {
      return say('decks.open-faders-rest', { explain: unknown.explain(deck, open, context) });
    }
    const heard = heardOf(open);
    const one = heard.length === 1 ? heard[0] : undefined;
    if (one === undefined) {
      return say('decks.open-faders-rest-unheard', { deck: deck.label });
    }
    return one === deck
      ? say('decks.open-faders-rest-heard', { deck: deck.label })
      : say('decks.open-faders-rest-other-heard', { deck: deck.label, other: one.label });
  }

  return {
    stopGrace: HAND_GRACE,
    usesLevels: true,

    decide(playing, context) {
      const { decks, audible, isUnheard } = levelsOf(rivalling(playing), context);
      if (waitsForLevels(audible)) {
        return { waitsForLevels: true };
      }
      if (isUnheard) {
        return decideUnheard(audible, context);
      }
      if (!decks.every(hasLevel)) {
        return { withoutLevels: true, ...unknown.decide(audible, context) };
      }
      const loudest = loudestOf(decks);
      if (loudest === undefined) {
        return {};
      }
      if (rivalsOf(loudest, decks, context).length === 0) {
        return { leader: loudest.deck };
      }
      return mayStand && audible.every(({ isHeard }) => !isHeard) ? decideDoubt(audible, context) : {};
    },

    explain(deck, playing, context) {
      const rivals = rivalling(playing);
      const { decks, audible, isUnheard } = levelsOf(rivals, context);
      if (!rivals.includes(deck)) {
        return unknown.explain(deck, rivals, context);
      }
      const own = decks.find((one) => one.deck === deck.deck) ?? deck;
      if (!audible.includes(own)) {
        return silent(own, decks);
      }
      if (waitsForLevels(audible)) {
        return undecided(own, audible);
      }
      if (isUnheard) {
        return explainUnheard(own, audible, context);
      }
      if (!decks.every(hasLevel)) {
        const explain = unknown.explain(own, audible, context);
        return unknown === latest ? explain : say('decks.no-levels-known', { explain });
      }
      const loudest = loudestOf(decks);
      if (loudest === undefined) {
        return silent(own, decks);
      }
      if (own.isHeard) {
        return explainHeard(own, loudest, decks, context);
      }
      const isDoubtful = mayStand && rivalsOf(loudest, decks, context).length > 0;
      return isDoubtful && context.at >= doubtAt(audible)
        ? explainDoubt(own, audible, context)
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
    ? say('decks.heard-until-down', { ...about, others: namesOf(rivals), limit: inPercent(limit) })
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
      own: inPercent(deck.level ?? 0),
      level: inPercent(loudest.level),
      other: loudest.label,
    });
  }
  const others = playing.filter((other) => other !== loudest);
  if (others.length === 0) {
    return say('decks.deck-leads-no-other-plays', { deck: deck.label });
  }
  const next = Math.max(...others.map(({ level }) => level));
  const about = { deck: deck.label, own: inPercent(loudest.level), level: inPercent(next) };
  const rivals = rivalsOf(loudest, playing, context);
  if (rivals.length > 0) {
    const limit = limitBeside(loudest.level, context);
    return limit > SILENT_LEVEL
      ? say('decks.loudest-until-down', { ...about, others: namesOf(rivals), limit: inPercent(limit) })
      : say('decks.loudest-until-closed', { ...about, others: namesOf(rivals) });
  }
  const limit = limitBeside(next, context);
  return limit > SILENT_LEVEL
    ? say('decks.leads-until-down', { ...about, limit: inPercent(limit) })
    : say('decks.leads-until-closed', about);
}

interface Levels {
  /** Playing decks; 0 for those that can't be heard beside the audible one. */
  readonly decks: readonly DeckCandidate[];
  /** Possibly heard by the audience. */
  readonly audible: readonly DeckCandidate[];
  /** Sound arrives, but neither it nor a reported level tells the audible deck. */
  readonly isUnheard: boolean;
}

function levelsOf(playing: readonly DeckCandidate[], { room }: RuleContext): Levels {
  if (room !== undefined) {
    const byEar = playing.filter(({ level, isHeard }) => level === undefined || isHeard);
    if (byEar.length > 0 && playing.every(({ level = 0 }) => level <= SILENT_LEVEL)) {
      return { decks: playing, audible: byEar, isUnheard: true };
    }
  }
  const isOneHeard = room !== undefined && playing.some((deck) => deck.isHeard && mayBeAudible(deck));
  const decks = isOneHeard
    ? playing.map((deck) => (hasLevel(deck) ? deck : { ...deck, level: 0, isHeard: true }))
    : playing;
  return { decks, audible: decks.filter(mayBeAudible), isUnheard: false };
}

interface Succession {
  readonly onAir: DeckCandidate | undefined;
  readonly heirs: readonly DeckCandidate[];
  /** When an heir takes over; infinity while a deck is heard that does not count as playing. */
  readonly dueAt: number;
}

function successionOf(
  audible: readonly DeckCandidate[],
  { leading, room }: RuleContext,
  heirsOf: HeirsOf,
): Succession {
  const onAir = audible.find(({ incumbent, play }) => incumbent && play === leading?.play);
  return {
    onAir,
    heirs: heirsOf(audible, onAir),
    dueAt: (room?.unheardSince ?? Number.POSITIVE_INFINITY) + NOTHING_HEARD_MS,
  };
}

function hasLevel(deck: DeckCandidate): deck is Known {
  return deck.level !== undefined;
}

function mayBeAudible({ level }: DeckCandidate): boolean {
  return level === undefined || level > SILENT_LEVEL;
}

/** An audible deck's level has not been reported yet. See the rule above. */
function waitsForLevels(audible: readonly DeckCandidate[]): boolean {
  return audible.some(
    ({ isUnreported, othersReported }) => isUnreported && (othersReported || audible.length > 1),
  );
}

/** Undefined if all are silent. Of equals: the leader, then the first to start. */
function loudestOf(playing: readonly Known[]): Known | undefined {
  const most = Math.max(...playing.map(({ level }) => level));
  const equals = playing.filter(({ level }) => level === most);
  const first = equals.find(({ incumbent }) => incumbent) ?? firstStarted(equals) ?? equals[0];
  return most > SILENT_LEVEL ? equals.find(({ deck }) => deck === first?.deck) : undefined;
}

/** Playing decks that are still too loud beside this one. */
function rivalsOf(loudest: Known, playing: readonly Known[], context: RuleContext): readonly Known[] {
  const most = limitBeside(loudest.level, context);
  return playing.filter((other) => other !== loudest && other.level > most + ROUNDING);
}

/** Highest level of others beside which a deck of this level may lead. */
function limitBeside(level: number, { percent }: RuleContext): number {
  return Math.max(SILENT_LEVEL, level * (1 - percent / 100));
}

/** When rested open faders raise the doubt that a deck is silent. */
function doubtAt(open: readonly DeckCandidate[]): number {
  return Math.max(...open.map(({ levelAt = Number.NEGATIVE_INFINITY }) => levelAt)) + DOUBT_AFTER_MS;
}

function heardOf(open: readonly DeckCandidate[]): readonly DeckCandidate[] {
  return open.filter(({ heardLevel = 0 }) => heardLevel > SILENT_LEVEL);
}

function undecided({ label, incumbent }: DeckCandidate, audible: readonly DeckCandidate[]): Text {
  const others = namesOf(audible.filter(({ isUnreported }) => isUnreported));
  return say(incumbent ? 'decks.stays-level-unknown' : 'decks.waits-level-unknown', { deck: label, others });
}

function silent({ label, isHeard, doubles }: DeckCandidate, playing: readonly DeckCandidate[]): Text {
  const other = playing.find(({ deck }) => deck === doubles);
  if (isHeard && other !== undefined) {
    return say('decks.deck-waits-plays-same-recording-deck', { deck: label, other: other.label });
  }
  return say(isHeard ? 'decks.waits-not-heard' : 'decks.waits-fader-closed', { deck: label });
}

/** "83 %, deck 1: 12 %". */
function heardBeside(deck: DeckCandidate, playing: readonly Known[]): Text {
  const others = playing.filter((other) => other.deck !== deck.deck);
  return others.reduce<Text>(
    (levels, { label, level }) => say('decks.and-level', { levels, deck: label, level: inPercent(level) }),
    inPercent(deck.level ?? 0),
  );
}

/** No decimals, which languages write differently. */
function inPercent(level: number): string {
  return `${Math.round(level * 100)} %`;
}
