import { UNKNOWN_TRACK } from '../../core/track.ts';
import type { DeckEvent, Tags } from '../decks/index.ts';
import { believedLength } from '../playing-time.ts';
import type { ChannelMessage, LoadMessage, TraktorMessage, UpdateMessage } from './message.ts';

/** Milliseconds within which requests may arrive in another order than they were sent: they take six connections. */
const REORDER_MS = 150;
/** A playing deck tells so once a second. Milliseconds after which one that doesn't counts as stopped. */
const SILENCE_MS = 3_000;
/** Nobody loads so many decks within so many milliseconds: Traktor has started, and tells how all of them are. */
const START_DECKS = 3;
const START_MS = 1_000;
/** An open channel whose level has not been told yet, as while its fader moves: no louder than any other. */
const OPEN_LEVEL = 0.05;

interface TraktorDeck {
  /** `unknown`: it plays something that was loaded before anybody listened. Absent: nothing has been told of it. */
  holds?: 'nothing' | 'unknown' | 'track';
  playing: boolean;
  /** All times in milliseconds on the caller's monotonic clock; minus infinity: never. */
  loadedAt: number;
  /** When it was told whether it plays. */
  playToldAt: number;
  heardAt: number;
  /** How far it was when that was told last. */
  place?: Place;
  /** It fell silent while it played, and has not been heard since. */
  fellSilent: boolean;
}

interface Place {
  /** Seconds. */
  readonly elapsed: number;
  readonly at: number;
}

interface Channel {
  open?: boolean;
  /** 0 to 1, as told last. */
  level?: number;
  heardAt: number;
}

/** What one Traktor tells, as events of the deck table. */
export class TraktorDecks {
  readonly #device: string;
  readonly #name: string;
  readonly #decks = new Map<number, TraktorDeck>();
  readonly #channels = new Map<number, Channel>();
  #connected = false;
  #master: number | undefined;

  /** `name`: what a person calls it. */
  constructor(device: string, name: string) {
    this.#device = device;
    this.#name = name;
  }

  get name(): string {
    return this.#name;
  }

  /** It fell silent while it played; nothing has been heard since. */
  get isLost(): boolean {
    return this.#decks.size > 0 && !this.#connected;
  }

  /** Letters of the decks that play what nobody knows. */
  get unknownDecks(): readonly string[] {
    return [...this.#decks]
      .filter(([, { holds, playing }]) => holds === 'unknown' && playing)
      .map(([number]) => String.fromCharCode(64 + number))
      .sort();
  }

  /** When `checkSilence` has something to find, if nothing is heard before; undefined while no deck plays. */
  get silentAt(): number | undefined {
    const playing = [...this.#decks.values()].filter((deck) => deck.playing);
    return playing.length === 0 ? undefined : Math.min(...playing.map(({ heardAt }) => heardAt)) + SILENCE_MS;
  }

  /** What is told at this time; the events happen at once. */
  take(message: TraktorMessage, at: number): readonly DeckEvent[] {
    const back: DeckEvent[] = this.#connected
      ? []
      : [{ device: this.#device, kind: 'connected', name: this.#name, labels: 'letters' }];
    this.#connected = true;
    return [...back, ...this.#eventsFrom(message, at)];
  }

  /** What it means that decks which play have told nothing. */
  checkSilence(at: number): readonly DeckEvent[] {
    const playing = [...this.#decks].filter(([, deck]) => deck.playing);
    const silent = playing.filter(([, { heardAt }]) => at >= heardAt + SILENCE_MS);
    for (const [, deck] of silent) {
      deck.playing = false;
      deck.fellSilent = true;
    }
    if (silent.length > 0 && silent.length === playing.length) {
      this.#connected = false;
      return [{ device: this.#device, kind: 'lost' }];
    }
    return silent.map(([number]) => this.#engaged(number, false));
  }

  #eventsFrom(message: TraktorMessage, at: number): readonly DeckEvent[] {
    switch (message.kind) {
      case 'load':
        return this.#load(message, at);
      case 'update':
        return this.#update(message, at);
      case 'channel':
        return this.#channel(message, at);
      case 'clock':
        return this.#clock(message.deck);
    }
  }

  #load(message: LoadMessage, at: number): readonly DeckEvent[] {
    const number = message.deck;
    const deck = this.#deckOf(number);
    // An empty deck is told like a loaded one, and a stale path may come with it.
    const isLoaded = message.title.trim() !== '' || message.artist.trim() !== '';
    deck.holds = isLoaded ? 'track' : 'nothing';
    deck.loadedAt = at;
    deck.fellSilent = false;
    const events: DeckEvent[] = this.#loaded(number, isLoaded ? tagsOf(message) : undefined);
    if (message.isPlaying !== undefined && at > deck.playToldAt + REORDER_MS) {
      // What was told a moment ago may have been sent after this.
      events.push(this.#play(number, message.isPlaying, at));
    }
    this.#hear(deck, message, at);
    return [...events, ...this.#startOfTraktor(at)];
  }

  #update(message: UpdateMessage, at: number): readonly DeckEvent[] {
    const number = message.deck;
    const deck = this.#deckOf(number);
    const events: DeckEvent[] = [];
    if (deck.fellSilent && deck.holds === 'track' && !mayBeTheSame(deck.place, message.elapsedTime, at)) {
      deck.holds = 'unknown';
      events.push(...this.#loaded(number, NOTHING_KNOWN));
    }
    if (message.isPlaying !== undefined) {
      events.push(this.#play(number, message.isPlaying, at));
    } else if (message.elapsedTime !== undefined && !deck.playing && at > deck.playToldAt + REORDER_MS) {
      // Only decks that play tell how far they are without being asked.
      deck.playing = true;
      events.push(this.#engaged(number, true));
    }
    if (deck.playing && (deck.holds ?? 'nothing') === 'nothing' && at > deck.loadedAt + START_MS) {
      // Nothing but what is loaded plays.
      deck.holds = 'unknown';
      events.push(...this.#loaded(number, NOTHING_KNOWN));
    }
    this.#hear(deck, message, at);
    return events;
  }

  #hear(deck: TraktorDeck, { elapsedTime }: UpdateMessage | LoadMessage, at: number): void {
    deck.heardAt = at;
    if (elapsedTime !== undefined) {
      deck.place = { elapsed: elapsedTime, at };
      deck.fellSilent = false;
    }
  }

  #loaded(number: number, tags: Partial<Tags> | undefined): DeckEvent[] {
    const about = { device: this.#device, number };
    return [
      { ...about, kind: 'loaded', loaded: false },
      ...(tags === undefined
        ? []
        : [{ ...about, kind: 'tags', tags } as const, { ...about, kind: 'loaded', loaded: true } as const]),
    ];
  }

  #play(number: number, playing: boolean, at: number): DeckEvent {
    const deck = this.#deckOf(number);
    deck.playing = playing;
    deck.playToldAt = at;
    return this.#engaged(number, playing);
  }

  #engaged(number: number, engaged: boolean): DeckEvent {
    return { device: this.#device, number, kind: 'engaged', engaged };
  }

  #channel({ channel: number, isOnAir, onAirLevel }: ChannelMessage, at: number): readonly DeckEvent[] {
    const channel = this.#channelOf(number);
    channel.heardAt = at;
    if (isOnAir !== undefined) {
      channel.open = isOnAir;
    }
    if (onAirLevel !== undefined) {
      channel.level = onAirLevel;
      // The hand rests by now, so this is newer than what was told while it moved.
      channel.open = onAirLevel > 0;
    }
    return this.#level(number);
  }

  #level(number: number): readonly DeckEvent[] {
    const { open, level = 0 } = this.#channelOf(number);
    return open === undefined
      ? []
      : [
          {
            device: this.#device,
            number,
            kind: 'level',
            level: open ? (level > 0 ? level : OPEN_LEVEL) : 0,
          },
        ];
  }

  #clock(master: number | undefined): readonly DeckEvent[] {
    const before = this.#master;
    this.#master = master;
    const event = (number: number | undefined, is: boolean): DeckEvent[] =>
      number === undefined ? [] : [{ device: this.#device, number, kind: 'master', master: is }];
    return before === master ? [] : [...event(before, false), ...event(master, true)];
  }

  /** After its start, whatever Traktor does not tell is off: decks that stand, channels that are closed. */
  #startOfTraktor(at: number): readonly DeckEvent[] {
    const isFresh = (heardAt: number): boolean => at <= heardAt + START_MS;
    const loads = [...this.#decks.values()].filter(({ loadedAt }) => isFresh(loadedAt));
    if (loads.length !== START_DECKS) {
      return [];
    }
    const events: DeckEvent[] = [];
    for (const [number, deck] of this.#decks) {
      if (!isFresh(deck.heardAt)) {
        deck.holds = 'nothing';
        events.push(...this.#loaded(number, undefined), this.#play(number, false, at));
      }
    }
    for (const number of [1, 2, 3, 4]) {
      const channel = this.#channelOf(number);
      if (!isFresh(channel.heardAt)) {
        Object.assign(channel, { open: false, level: 0 });
        events.push(...this.#level(number));
      }
    }
    return events;
  }

  #deckOf(number: number): TraktorDeck {
    const deck = this.#decks.get(number) ?? {
      playing: false,
      loadedAt: Number.NEGATIVE_INFINITY,
      playToldAt: Number.NEGATIVE_INFINITY,
      heardAt: Number.NEGATIVE_INFINITY,
      fellSilent: false,
    };
    this.#decks.set(number, deck);
    return deck;
  }

  #channelOf(number: number): Channel {
    const channel = this.#channels.get(number) ?? { heardAt: Number.NEGATIVE_INFINITY };
    this.#channels.set(number, channel);
    return channel;
  }
}

const NOTHING_KNOWN: Tags = { ...UNKNOWN_TRACK, location: '' };

function tagsOf({ title, artist, album, genre, filePath, trackLength = 0 }: LoadMessage): Tags {
  return {
    title,
    artist,
    album,
    genre,
    location: filePath,
    filename: filenameOf(filePath),
    durationMs: believedLength(trackLength * 1_000),
  };
}

/** Base name of the file; empty for what is no path of a file, such as that of a streamed track. */
function filenameOf(path: string): string {
  return /^(\/|[a-z]:[\\/]|\\\\)/i.test(path) ? path.slice(path.search(/[^\\/]*$/)) : '';
}

/** Seconds that a place may be off. */
const TOLERANCE = 2;

/**
 * While nothing was heard, another track may have been loaded without anybody being told. The one from before played
 * on, looped, or was stopped: it is not before where it was, nor further than it can have come.
 */
function mayBeTheSame(before: Place | undefined, elapsed: number | undefined, at: number): boolean {
  if (before === undefined || elapsed === undefined) {
    return true;
  }
  const silence = (at - before.at) / 1_000;
  return elapsed >= before.elapsed - TOLERANCE && elapsed <= before.elapsed + silence * 1.5 + TOLERANCE;
}
