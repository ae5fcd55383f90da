/** About 29 messages a second, playing or not. The device's states move the playheads. */

import { BEAT_INFO, beatCodec, type DeckBeat } from '@deckcast/stagelinq';
import type { WireClock } from '@deckcast/wire-kit';
import type { StateJson } from '@deckcast/wire-kit/recording';
import type { ClientConnection } from './client-connection.ts';
import type { ServiceSession, SimulatedService } from './endpoint.ts';

/** Mean interval of an SC6000. */
const EVERY_MS = 35;
const EMPTY_BPM = 120;
const USUAL_RATE = 44_100;

interface Playhead {
  /** Audible tempo. */
  bpm: number;
  /** Tempo without pitch; absent: not set, and equal. */
  trackBpm: number | undefined;
  sampleRate: number;
  totalSamples: number;
  /** Position when it last started, stopped or changed its tempo. */
  beat: number;
  seconds: number;
  at: number;
  rolls: boolean;
}

export class BeatService implements SimulatedService {
  readonly name = BEAT_INFO;
  readonly #clock: WireClock;
  readonly #uptime: () => bigint;
  /** 0 to 1. */
  lostShare = 0;
  #decks: readonly Playhead[];

  /** `uptime`: nanoseconds since the boot, the clock of references too. */
  constructor(decks: number, clock: WireClock, uptime: () => bigint) {
    this.#clock = clock;
    this.#uptime = uptime;
    this.#decks = Array.from({ length: decks }, emptyDeck);
  }

  reset(): void {
    this.#decks = this.#decks.map(emptyDeck);
  }

  note(path: string, value: StateJson | null): void {
    const { state, value: amount } = value ?? {};
    const [, number, name] = /^\/Engine\/Deck(\d)\/(.+)$/.exec(path) ?? [];
    const deck = this.#decks[Number(number) - 1];
    if (deck === undefined) {
      return;
    }
    this.#settle(deck);
    switch (name) {
      case 'PlayState':
        deck.rolls = state === true;
        break;
      case 'Track/SongLoaded':
        deck.beat = 0;
        deck.seconds = 0;
        break;
      case 'CurrentBPM':
        deck.bpm = positive(amount, EMPTY_BPM);
        break;
      case 'Track/CurrentBPM':
        deck.trackBpm = positive(amount, 0) || undefined;
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
    return this.#decks.map((deck) => {
      this.#settle(deck);
      const { beat, seconds, bpm, trackBpm = bpm, sampleRate, totalSamples } = deck;
      return {
        beat,
        totalBeats: ((totalSamples / sampleRate) * trackBpm) / 60,
        bpm,
        samples: seconds * sampleRate,
      };
    });
  }

  #settle(deck: Playhead): void {
    const now = this.#clock.monotonic();
    const seconds = deck.rolls ? (now - deck.at) / 1_000 : 0;
    deck.beat += (seconds * deck.bpm) / 60;
    deck.seconds += seconds * (deck.bpm / (deck.trackBpm ?? deck.bpm));
    deck.at = now;
  }

  open(connection: ClientConnection): ServiceSession {
    let cancel: () => void = () => undefined;
    const send = (): void => {
      if (Math.random() >= this.lostShare) {
        connection.send(beatCodec.encode({ kind: 'beat', clock: this.#uptime(), decks: this.positions() }));
      }
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
  return {
    bpm: EMPTY_BPM,
    trackBpm: undefined,
    sampleRate: USUAL_RATE,
    totalSamples: 0,
    beat: 0,
    seconds: 0,
    at: 0,
    rolls: false,
  };
}

function positive(value: unknown, otherwise: number): number {
  return typeof value === 'number' && value > 0 ? value : otherwise;
}
