/**
 * Decks that play with an open fader while their level counts as gone. A DJ may have cut them with the crossfader; when
 * it lasts, we may misinterpret what the hardware reports.
 */
import { SILENT_LEVEL } from '../../core/level.ts';
import type { Deck, Detection } from './deck.ts';
import { labelOf } from './label.ts';
import { faderOf, type LevelRule, reportedLevelOf } from './level.ts';

const WARN_AFTER_MS = 10_000;

export interface Muted {
  /** The label of the deck. */
  readonly deck: string;
  /** 0 to 1, both. */
  readonly fader: number;
  readonly level: number;
}

/** Notes which decks are muted, and since when. The same table when there is nothing new. */
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

/** When a muted deck is to be reported; undefined for one that isn't muted. */
export function mutedCountsAt({ mutedSince }: Deck): number | undefined {
  return mutedSince === undefined ? undefined : mutedSince + WARN_AFTER_MS;
}

/** The first deck that has been muted long enough to be reported. */
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
