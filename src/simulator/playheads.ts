/** Where the music stands on each deck, made from the states that the device publishes. Pure: time is handed in. */
import type { StateJson } from '../core/recording.ts';
import type { DeckBeat } from '../stagelinq/index.ts';

interface Playhead {
  bpm: number;
  sampleRate: number;
  totalSamples: number;
  /** Milliseconds that the track has run. */
  ranMs: number;
  /** Since when it runs on; absent while it stands still. */
  rollingSince: number | undefined;
}

const EMPTY_BPM = 120;
const USUAL_RATE = 44_100;

export class Playheads {
  #decks: readonly Playhead[];

  constructor(decks: number) {
    this.#decks = Array.from({ length: decks }, emptyDeck);
  }

  /** A boot: every deck is empty and stands still. */
  reset(): void {
    this.#decks = this.#decks.map(emptyDeck);
  }

  /** Notes a state that matters here; any other path is passed over. `now` in milliseconds. */
  note(path: string, value: StateJson | null, now: number): void {
    const { state, value: amount } = value ?? {};
    const [, number, name] = /^\/Engine\/Deck(\d)\/(.+)$/.exec(path) ?? [];
    const deck = this.#decks[Number(number) - 1];
    if (deck === undefined) {
      return;
    }
    switch (name) {
      case 'PlayState':
        deck.ranMs = ranMs(deck, now);
        deck.rollingSince = state === true ? now : undefined;
        break;
      case 'Track/SongLoaded':
        deck.ranMs = 0;
        break;
      case 'CurrentBPM':
        deck.bpm = positive(amount, EMPTY_BPM);
        break;
      case 'Track/SampleRate':
        deck.sampleRate = positive(amount, USUAL_RATE);
        break;
      case 'Track/TrackLength':
        deck.totalSamples = positive(amount, 0);
        break;
    }
  }

  positions(now: number): DeckBeat[] {
    return this.#decks.map((deck) => {
      const seconds = ranMs(deck, now) / 1_000;
      return {
        beat: (seconds * deck.bpm) / 60,
        totalBeats: ((deck.totalSamples / deck.sampleRate) * deck.bpm) / 60,
        bpm: deck.bpm,
        samples: seconds * deck.sampleRate,
      };
    });
  }
}

function emptyDeck(): Playhead {
  return { bpm: EMPTY_BPM, sampleRate: USUAL_RATE, totalSamples: 0, ranMs: 0, rollingSince: undefined };
}

function ranMs(deck: Playhead, now: number): number {
  return deck.ranMs + (deck.rollingSince === undefined ? 0 : now - deck.rollingSince);
}

function positive(value: unknown, otherwise: number): number {
  return typeof value === 'number' && value > 0 ? value : otherwise;
}
