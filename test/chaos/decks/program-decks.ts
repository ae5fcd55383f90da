/** The decks of a program that says all of them whenever one changes. */
import type { ChaosTrack, DeckMove } from '../script.ts';

export interface ProgramDeck {
  track: ChaosTrack | undefined;
  plays: boolean;
  level: number;
}

/** By their numbers. */
export type ProgramDecks = ReadonlyMap<number, ProgramDeck>;

export const DECK_COUNT = 4;

export function programDecks(): ProgramDecks {
  return new Map(
    Array.from({ length: DECK_COUNT }, (_, index) => [
      index + 1,
      { track: undefined, plays: false, level: 0 },
    ]),
  );
}

/** It has neither platters nor colors. */
export function moveDeck(decks: ProgramDecks, move: DeckMove, tracks: readonly ChaosTrack[]): void {
  const deck = decks.get(move.deck);
  if (deck === undefined) {
    return;
  }
  switch (move.do) {
    case 'load':
      Object.assign(deck, { track: tracks[move.track], plays: false });
      break;
    case 'unload':
      Object.assign(deck, { track: undefined, plays: false });
      break;
    case 'play':
    case 'pause':
      deck.plays = move.do === 'play';
      break;
    case 'fader':
      deck.level = move.level;
      break;
    default:
      break;
  }
}
