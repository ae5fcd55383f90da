/**
 * The API client's requests, when it sends them, over six connections, and never a second time. Mixes
 * internally.
 */

import { Agent, request } from 'node:http';
import { Timer, type WireClock } from '@deckcast/wire-kit';

export type Letter = 'A' | 'B' | 'C' | 'D';

export interface TraktorTrack {
  readonly title: string;
  readonly artist: string;
  readonly filePath?: string;
  readonly album?: string;
  readonly genre?: string;
  /** Seconds. */
  readonly trackLength?: number;
}

/** Values settle for this long. */
const REST_MS = 250;
const TICK_MS = 1_000;
const LETTERS: readonly Letter[] = ['A', 'B', 'C', 'D'];
const CUES = ['nextCuePos', 'nextCueName', 'nextCueType', 'prevCuePos', 'prevCueName', 'prevCueType'];
const NO_CUES = Object.fromEntries(CUES.map((name) => [name, null]));

interface TraktorDeckState {
  track: TraktorTrack | undefined;
  startedAt: number | undefined;
  /** Seconds at the stop. */
  at: number;
  fader: number;
  side: 'left' | 'right' | 'none';
  onAir: boolean;
  level: number;
  readonly tick: Timer;
  readonly rest: Timer;
}

export class SimulatedTraktor {
  answered = 0;
  refused = 0;
  readonly #clock: WireClock;
  readonly #post: (path: string, body: string) => void;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 6 });
  readonly #decks = new Map<Letter, TraktorDeckState>();
  #port: number;
  #crossfader = 0.5;
  #open = 0;

  /** `post` replaces the port. */
  constructor(port: number, clock: WireClock, post?: (path: string, body: string) => void) {
    this.#port = port;
    this.#clock = clock;
    this.#post = post ?? ((path, body) => this.#request(path, body));
    for (const letter of LETTERS) {
      this.#decks.set(letter, {
        track: undefined,
        startedAt: undefined,
        at: 0,
        fader: 0,
        side: 'none',
        onAir: false,
        level: 0,
        tick: new Timer(clock),
        rest: new Timer(clock),
      });
    }
  }

  moveTo(port: number): void {
    this.#port = port;
  }

  /** Thirty requests: decks report their state, at once and after a pause. */
  start(): void {
    for (const [letter, deck] of this.#decks) {
      this.#send(`updateDeck/${letter}`, { isKeyLockOn: false });
      this.#send(`updateDeck/${letter}`, { isSynced: false });
      this.#send(`updateDeck/${letter}`, { isPlaying: false });
      this.#sendMixer(letter);
      this.#clock.after(REST_MS, () => {
        this.#sendLoad(letter);
        this.#send(`updateDeck/${letter}`, NO_CUES);
        this.#send(`updateDeck/${letter}`, { tempo: 1 });
        this.#send(`updateDeck/${letter}`, { resultingKey: '' });
      });
      deck.startedAt = undefined;
    }
  }

  /** The client has no goodbye. */
  quit(): void {
    for (const deck of this.#decks.values()) {
      deck.tick.cancel();
      deck.rest.cancel();
      Object.assign(deck, { track: undefined, startedAt: undefined, onAir: false, level: 0 });
    }
  }

  load(letter: Letter, track: TraktorTrack | undefined): void {
    const deck = this.#deck(letter);
    if (deck.startedAt !== undefined) {
      this.play(letter, false);
    }
    Object.assign(deck, { track, at: 0 });
    this.#clock.after(REST_MS, () => this.#sendLoad(letter));
  }

  play(letter: Letter, on = true): void {
    const deck = this.#deck(letter);
    deck.at = this.#elapsed(deck);
    deck.startedAt = on ? this.#clock.monotonic() : undefined;
    this.#send(`updateDeck/${letter}`, { elapsedTime: deck.at, isPlaying: on });
    this.#tickFrom(letter);
  }

  /** Result of pitch fader, sync or timecode; 1 is as recorded. */
  tempo(letter: Letter, to: number): void {
    this.#clock.after(REST_MS, () => this.#send(`updateDeck/${letter}`, { tempo: to }));
  }

  /** 0 to 1. */
  fader(letter: Letter, to: number): void {
    this.#deck(letter).fader = to;
    this.#sendMixer(letter);
  }

  assign(letter: Letter, side: TraktorDeckState['side']): void {
    this.#deck(letter).side = side;
    this.#sendMixer(letter);
  }

  /** 0 is left. */
  crossfader(to: number): void {
    this.#crossfader = to;
    for (const letter of LETTERS) {
      this.#sendMixer(letter);
    }
  }

  master(letter: Letter | null): void {
    this.#send('updateMasterClock', { deck: letter, bpm: 128 });
  }

  get waiting(): number {
    return this.#open;
  }

  close(): void {
    this.quit();
    this.#agent.destroy();
  }

  #tickFrom(letter: Letter): void {
    const deck = this.#deck(letter);
    deck.tick.cancel();
    if (deck.startedAt !== undefined) {
      deck.tick.set(TICK_MS, () => {
        this.#send(`updateDeck/${letter}`, { elapsedTime: this.#elapsed(deck) });
        this.#tickFrom(letter);
      });
    }
  }

  #sendLoad(letter: Letter): void {
    const deck = this.#deck(letter);
    const { title = '', artist = '', filePath, ...more } = deck.track ?? {};
    this.#send(`deckLoaded/${letter}`, {
      // Empty decks may report the path of an earlier track.
      filePath: filePath ?? `C:\\Music\\${title}.mp3`,
      title,
      artist,
      album: '',
      genre: '',
      comment: '',
      comment2: '',
      label: '',
      mix: '',
      remixer: '',
      key: '9m',
      keyText: '',
      gridOffset: 0.12340000000000001,
      trackLength: 300,
      ...more,
      elapsedTime: this.#elapsed(deck),
      ...NO_CUES,
      bpm: 128,
      tempo: 1,
      resultingKey: '9m',
      isPlaying: deck.startedAt !== undefined,
      isSynced: false,
      isKeyLockOn: false,
    });
  }

  #sendMixer(letter: Letter): void {
    const deck = this.#deck(letter);
    const { side } = deck;
    const x = this.#crossfader;
    const onAir = deck.fader > 0 && (side === 'none' || (side === 'left' ? x < 1 : x > 0));
    if (onAir !== deck.onAir) {
      deck.onAir = onAir;
      this.#send(`updateChannel/${LETTERS.indexOf(letter) + 1}`, { isOnAir: onAir });
    }
    const isFar = side === 'left' ? x > 0.5 : side === 'right' && x < 0.5;
    const level = deck.fader * (isFar ? 1 - Math.abs(2 * x - 1) : 1);
    deck.rest.set(REST_MS, () => {
      if (level !== deck.level) {
        deck.level = level;
        this.#send(`updateChannel/${LETTERS.indexOf(letter) + 1}`, { onAirLevel: level });
      }
    });
  }

  #elapsed({ at, startedAt }: TraktorDeckState): number {
    return at + (startedAt === undefined ? 0 : (this.#clock.monotonic() - startedAt) / 1_000);
  }

  #deck(letter: Letter): TraktorDeckState {
    const deck = this.#decks.get(letter);
    if (deck === undefined) {
      throw new Error(`there is no deck ${letter}`);
    }
    return deck;
  }

  #send(path: string, body: object): void {
    this.#post(`/${path}`, JSON.stringify(body));
  }

  #request(path: string, body: string): void {
    this.#open += 1;
    const done = (answered: boolean): void => {
      this.#open -= 1;
      this.answered += answered ? 1 : 0;
      this.refused += answered ? 0 : 1;
    };
    const headers = {
      'content-type': 'application/json;charset=UTF-8',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'Mozilla/5.0',
      'accept-encoding': 'gzip, deflate',
      'accept-language': 'en,*',
    };
    const sent = request(
      { host: '127.0.0.1', port: this.#port, path, method: 'POST', headers, agent: this.#agent },
      (response) => {
        response.resume();
        response.on('end', () => done(true));
      },
    );
    sent.on('error', () => done(false));
    sent.end(body);
  }
}
