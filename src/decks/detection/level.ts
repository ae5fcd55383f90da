import type { ChannelStrip, Deck, DeckId, Detection } from './deck.ts';

export interface LevelRule {
  /** `--detection.crossfader` */
  readonly crossfader: 'on' | 'off';
}

/** Reported, else heard, 0 to 1. */
export function levelOf(deck: Deck, table: Detection, rule: LevelRule): number | undefined {
  return reportedLevelOf(deck, table, rule) ?? heardLevelOf(deck, table);
}

export function heardLevelOf(deck: Deck, table: Detection): number | undefined {
  return stripOf(deck, table).heardLevel;
}

export function reportedLevelOf(deck: Deck, table: Detection, { crossfader }: LevelRule): number | undefined {
  const { level, fader } = stripOf(deck, table);
  return crossfader === 'off' ? (fader ?? level) : level;
}

export function levelChangedAt(deck: Deck, table: Detection): number | undefined {
  return stripOf(deck, table).levelAt;
}

export function doublesOf(deck: Deck, table: Detection): DeckId | undefined {
  return stripOf(deck, table).doubles;
}

export function faderOf(deck: Deck, table: Detection): number | undefined {
  return stripOf(deck, table).fader;
}

function stripOf({ device, number }: Deck, { devices }: Detection): ChannelStrip {
  return devices.get(device)?.strips.get(number) ?? {};
}
