/** Turns the messages of a Traktor into reports of its beats. Pure. */

import type { BeatReport } from '../../decks/index.ts';
import type { LoadMessage, TraktorMessage, UpdateMessage } from './message.ts';

interface DeckGrid {
  /** Of the beat grid, without the pitch fader; undefined without one. */
  readonly bpm: number | undefined;
  readonly offset: number;
  readonly tempo: number;
  readonly plays: boolean;
}

const NO_GRID: DeckGrid = { bpm: undefined, offset: 0, tempo: 1, plays: false };

export class TraktorBeats {
  readonly #decks = new Map<number, DeckGrid>();

  /** Traktor reports a position once a second, and at once when a deck starts or stops. */
  receive(
    message: TraktorMessage,
    at: number,
  ): { readonly number: number; readonly report: BeatReport } | undefined {
    if (message.kind !== 'load' && message.kind !== 'update') {
      return undefined;
    }
    const number = message.deck;
    const deck = changed(this.#decks.get(number) ?? NO_GRID, message);
    this.#decks.set(number, deck);
    const { bpm, offset, tempo, plays } = deck;
    if (bpm === undefined || bpm <= 0) {
      return undefined;
    }
    const audible = { at, bpm: plays ? Math.abs(bpm * tempo) : 0, pitch: tempo };
    const { elapsedTime } = message;
    const report: BeatReport =
      elapsedTime === undefined
        ? { kind: 'tempo', ...audible }
        : {
            kind: 'place',
            beat: ((elapsedTime - offset) * bpm) / 60,
            positionMs: elapsedTime * 1_000,
            ...audible,
          };
    return { number, report };
  }
}

function changed(before: DeckGrid, message: LoadMessage | UpdateMessage): DeckGrid {
  // Only playing decks report their position unasked.
  const { elapsedTime, isPlaying = elapsedTime !== undefined || before.plays } = message;
  const tempo = message.tempo ?? before.tempo;
  return message.kind === 'load'
    ? { bpm: message.bpm, offset: message.gridOffset ?? 0, tempo, plays: message.isPlaying ?? false }
    : { ...before, tempo, plays: isPlaying };
}
