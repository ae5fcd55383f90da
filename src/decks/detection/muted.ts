/**
 * Open fader, silent level. The DJ may have cut the deck by crossfader; if it lasts, deckcast may misread the
 * hardware.
 */
import { SILENT_LEVEL } from '../../core/level.ts';
import type { Deck, Detection } from './deck.ts';
import { labelOf } from './label.ts';
import { faderOf, type LevelRule, reportedLevelOf } from './level.ts';

const WARN_AFTER_MS = 10_000;

export interface Muted {
  readonly deck: string;
  readonly fader: number;
  readonly level: number;
}

/** Same table if nothing changed. */
export function noteMuted(
  table: Detection,
  at: number,
  rule: LevelRule,
  plays: (deck: Deck) => boolean,
): Detection {
  let decks: Map<string, Deck> | undefined;
  for (const deck of table.decks.values()) {
    const muted = plays(deck) && mutedOf(deck, table, rule) !== undefined;
    if (muted !== (deck.mutedSince !== undefined)) {
      decks ??= new Map(table.decks);
      decks.set(deck.id, { ...deck, mutedSince: muted ? at : undefined });
    }
  }
  return decks === undefined ? table : { ...table, decks };
}

/** Undefined if the deck isn't muted. */
export function mutedCountsAt({ mutedSince }: Deck): number | undefined {
  return mutedSince === undefined ? undefined : mutedSince + WARN_AFTER_MS;
}

export function longMuted(table: Detection, at: number, rule: LevelRule): Muted | undefined {
  const deck = [...table.decks.values()].find(
    (one) => at >= (mutedCountsAt(one) ?? Number.POSITIVE_INFINITY),
  );
  return deck && mutedOf(deck, table, rule);
}

function mutedOf(deck: Deck, table: Detection, rule: LevelRule): Muted | undefined {
  const fader = faderOf(deck, table);
  const level = reportedLevelOf(deck, table, rule);
  return fader !== undefined && level !== undefined && fader > SILENT_LEVEL && level <= SILENT_LEVEL
    ? { deck: labelOf(deck, table), fader, level }
    : undefined;
}
