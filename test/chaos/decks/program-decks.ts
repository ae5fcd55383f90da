/** DJ moves for programs and players without platters and colors. */
import type { Clock } from '../../../src/core/tools.ts';
import type { ChaosTrack, DeckMove } from '../script.ts';

export interface ProgramHands {
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
  /** Ms of the track that had passed at the last change. */
  playedMs: number;
  changedAt: number;
}

/** Reports all decks at each change and at intervals. */
export class ProgramDecks implements ProgramHands {
  readonly decks = Array.from(
    { length: DECK_COUNT },
    (): ProgramDeck => ({ track: undefined, plays: false, level: 0, playedMs: 0, changedAt: 0 }),
  );
  readonly #clock: Clock;

  constructor(clock: Clock, everyMs: number, report: () => void) {
    this.#clock = clock;
    const repeat = (): void => {
      report();
      clock.after(everyMs, repeat);
    };
    clock.after(everyMs, repeat);
  }

  load(deck: number, track: ChaosTrack | undefined): void {
    this.#change(deck, { track, plays: false, playedMs: 0 });
  }

  play(deck: number, plays: boolean): void {
    this.#change(deck, { plays });
  }

  fader(deck: number, level: number): void {
    this.#change(deck, { level });
  }

  /** Ms of the track that have passed. */
  playedMs({ plays, playedMs, changedAt }: ProgramDeck): number {
    return playedMs + (plays ? this.#clock.monotonic() - changedAt : 0);
  }

  #change(number: number, change: Partial<ProgramDeck>): void {
    const deck = this.decks[number - 1];
    if (deck !== undefined) {
      const played = { playedMs: this.playedMs(deck), changedAt: this.#clock.monotonic() };
      Object.assign(deck, played, change);
    }
  }
}
