/** DJ moves for programs and players that report neither platters nor colors. */
import type { Clock } from '../../../src/core/tools.ts';
import type { ChaosTrack, DeckMove } from '../script.ts';

export interface ProgramHands {
  /** Undefined empties the deck. */
  load(deck: number, track: ChaosTrack | undefined): void;
  play(deck: number, plays: boolean): void;
  fader(deck: number, level: number): void;
}

export function moveBy(hands: ProgramHands, move: DeckMove, tracks: readonly ChaosTrack[]): void {
  switch (move.do) {
    case 'load':
      hands.load(move.deck, tracks[move.track]);
      break;
    case 'unload':
      hands.load(move.deck, undefined);
      break;
    case 'play':
    case 'pause':
      hands.play(move.deck, move.do === 'play');
      break;
    case 'fader':
      hands.fader(move.deck, move.level);
      break;
    default:
      break;
  }
}

export const DECK_COUNT = 4;

export interface ProgramDeck {
  track: ChaosTrack | undefined;
  plays: boolean;
  level: number;
}

/** Decks of a program that reports all of them at each change and at intervals. */
export class ProgramDecks implements ProgramHands {
  readonly decks = Array.from(
    { length: DECK_COUNT },
    (): ProgramDeck => ({ track: undefined, plays: false, level: 0 }),
  );

  /** `report` is called at each change and every `everyMs`. */
  constructor(clock: Clock, everyMs: number, report: () => void) {
    const repeat = (): void => {
      report();
      clock.after(everyMs, repeat);
    };
    clock.after(everyMs, repeat);
  }

  load(deck: number, track: ChaosTrack | undefined): void {
    this.#change(deck, { track, plays: false });
  }

  play(deck: number, plays: boolean): void {
    this.#change(deck, { plays });
  }

  fader(deck: number, level: number): void {
    this.#change(deck, { level });
  }

  #change(deck: number, change: Partial<ProgramDeck>): void {
    Object.assign(this.decks[deck - 1] ?? {}, change);
  }
}
