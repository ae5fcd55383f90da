/** Beats and positions about 29 times a second, playing or not. The device's own states move its playheads. */

import type { StateJson } from '@deckcast/recording';
import { BEAT_INFO, beatCodec, type DeckBeat } from '@deckcast/stagelinq';
import type { WireClock } from '@deckcast/wire-kit';
import type { ClientConnection } from './client-connection.ts';
import type { ServiceSession, SimulatedService } from './endpoint.ts';

/** Mean interval of an SC6000. */
const EVERY_MS = 35;
const EMPTY_BPM = 120;
const USUAL_RATE = 44_100;

interface Playhead {
  bpm: number;
  sampleRate: number;
  totalSamples: number;
  ranMs: number;
  /** Start of the current run on the monotonic clock; absent while the deck stands still. */
  rollingSince: number | undefined;
}

export class BeatService implements SimulatedService {
  readonly name = BEAT_INFO;
  readonly #clock: WireClock;
  readonly #uptime: () => bigint;
  #decks: readonly Playhead[];

  /** @param uptime nanoseconds since the boot: also the clock of the device's references */
  constructor(decks: number, clock: WireClock, uptime: () => bigint) {
    this.#clock = clock;
    this.#uptime = uptime;
    this.#decks = Array.from({ length: decks }, emptyDeck);
  }

  /** Boots: every deck is empty and stands still. */
  reset(): void {
    this.#decks = this.#decks.map(emptyDeck);
  }

  /** Notes a state that moves the playhead and ignores any other path. */
  note(path: string, value: StateJson | null): void {
    const { state, value: amount } = value ?? {};
    const [, number, name] = /^\/Engine\/Deck(\d)\/(.+)$/.exec(path) ?? [];
    const deck = this.#decks[Number(number) - 1];
    if (deck === undefined) {
      return;
    }
    switch (name) {
      case 'PlayState': {
        const now = this.#clock.monotonic();
        deck.ranMs = ranMs(deck, now);
        deck.rollingSince = state === true ? now : undefined;
        break;
      }
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

  positions(): DeckBeat[] {
    const now = this.#clock.monotonic();
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

  /** Sends from the client's `start` until its `stop`. */
  open(connection: ClientConnection): ServiceSession {
    let cancel: () => void = () => undefined;
    const send = (): void => {
      connection.send(beatCodec.encode({ kind: 'beat', clock: this.#uptime(), decks: this.positions() }));
      cancel = this.#clock.after(EVERY_MS, send);
    };
    return {
      message: (frame) => {
        cancel();
        if (beatCodec.decode(frame).kind === 'start') {
          send();
        }
      },
      close: () => cancel(),
    };
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
