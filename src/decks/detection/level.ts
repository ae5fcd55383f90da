/** How loud the audience hears a deck. */
import type { ChannelStrip, Deck, DeckId, Detection } from './deck.ts';

export interface LevelRule {
  /** `--detection.crossfader`: whether the crossfader counts. */
  readonly crossfader: 'on' | 'off';
}

/** 0 to 1, as it was reported, else as it is heard; undefined when neither is known. */
export function levelOf(deck: Deck, table: Detection, rule: LevelRule): number | undefined {
  return reportedLevelOf(deck, table, rule) ?? heardLevelOf(deck, table);
}

/** How clearly the room hears the deck's track, 0 to 1; undefined when it is not compared with any sound. */
export function heardLevelOf(deck: Deck, table: Detection): number | undefined {
  return stripOf(deck, table).heardLevel;
}

/** As the hardware or the program reports it, 0 to 1; undefined when unknown. */
export function reportedLevelOf(deck: Deck, table: Detection, { crossfader }: LevelRule): number | undefined {
  const { level, fader } = stripOf(deck, table);
  return crossfader === 'off' ? (fader ?? level) : level;
}

/** The deck with the same recording that is heard in its place; undefined when there is none. */
export function doublesOf(deck: Deck, table: Detection): DeckId | undefined {
  return stripOf(deck, table).doubles;
}

/** Where the deck's own fader stands, 0 to 1; undefined when unknown. */
export function faderOf(deck: Deck, table: Detection): number | undefined {
  return stripOf(deck, table).fader;
}

function stripOf({ device, number }: Deck, { devices }: Detection): ChannelStrip {
  return devices.get(device)?.strips.get(number) ?? {};
}
