import { plausibleBpm } from '../../core/plausible.ts';
import { UNKNOWN_TRACK } from '../../core/track.ts';
import type { DeckEvent, Tags } from '../../decks/index.ts';
import { filenameOf } from '../shared/file-name.ts';
import { plausibleLength } from '../shared/playing-time.ts';
import { TraktorBeats } from './deck-beats.ts';
import type { ChannelMessage, LoadMessage, TraktorMessage, UpdateMessage } from './message.ts';

/** Traktor uses six connections, so requests may arrive out of order this long. */
const REORDER_MS = 150;
/** Playing decks send a message every second; silence this long means a stop. */
const SILENCE_MS = 3_000;
/** If a deck plays but none sends for longer, the connection may be broken. */
const GAP_MS = 1_500;
/** So many loads within `START_MS` mean that Traktor has started and reports all decks. */
const START_DECKS = 3;
const START_MS = 1_000;
/**
 * So many tempo changes, each within `TEMPO_STEP_MS` of the one before, mean that a deck plays: Traktor never
 * reports that for timecode, but the tempo follows the record. Once Traktor has reported a play, it takes
 * more, because the DJ may move the tempo fader of a stopped deck.
 */
const TEMPO_CHANGES = { withoutPlays: 3, withPlays: 6 };
const TEMPO_STEP_MS = 10_000;
/** A slower record stands still. */
const STANDSTILL_TEMPO = 0.05;
/** A loaded deck with an open channel that has not played this long is a problem. */
const STILL_MS = 60_000;
/** Open channel before its level is reported, as while the fader moves; below any other. */
const OPEN_LEVEL = 0.05;

const TEMPO_AT_REST = {
  turning: false,
  tempoChanges: 0,
  tempoChangedAt: Number.NEGATIVE_INFINITY,
};

interface TraktorDeck {
  /** `unknown`: a track loaded before deckcast listened. Absent: nothing was reported. */
  holds?: 'nothing' | 'unknown' | 'track';
  playing: boolean;
  turning: boolean;
  tempo?: number;
  tempoChanges: number;
  /** Monotonic, like all times here; minus infinity: never. */
  tempoChangedAt: number;
  loadedAt: number;
  playReportedAt: number;
  heardAt: number;
  position?: PositionAt;
  /** The messages stopped while the deck played, and none came since. */
  fellSilent: boolean;
}

interface PositionAt {
  /** Seconds. */
  readonly elapsed: number;
  readonly at: number;
}

interface Channel {
  open?: boolean;
  /** Last reported, 0 to 1. */
  level?: number;
  heardAt: number;
}

/** Turns messages of one Traktor into deck events. */
export class TraktorDecks {
  readonly beats = new TraktorBeats();
  readonly #device: string;
  readonly #name: string;
  readonly #decks = new Map<number, TraktorDeck>();
  readonly #channels = new Map<number, Channel>();
  #connected = false;
  /** Last message, and first one after the last gap. */
  #heardAt = Number.NEGATIVE_INFINITY;
  #heardSince = Number.NEGATIVE_INFINITY;
  #master: number | undefined;
  #hasReportedPlay = false;

  constructor(device: string, name: string) {
    this.#device = device;
    this.#name = name;
  }

  get name(): string {
    return this.#name;
  }

  get heardAt(): number {
    return this.#heardAt;
  }

  get gone(): DeckEvent {
    return { device: this.#device, kind: 'gone' };
  }

  /** The messages stopped while a deck played, and none came since. */
  get isLost(): boolean {
    return this.#decks.size > 0 && !this.#connected;
  }

  get unknownDecks(): readonly string[] {
    return [...this.#decks]
      .filter(([number, { holds }]) => holds === 'unknown' && this.#runs(number))
      .map(([number]) => letterOf(number))
      .sort();
  }

  /** Letters, if no deck has played for a minute and Traktor never reported a play. */
  stillDecks(at: number): readonly string[] {
    const stillAt = this.stillAt;
    return stillAt === undefined || at < stillAt
      ? []
      : this.#still.map(([number]) => letterOf(number)).sort();
  }

  /** When `stillDecks` may become non-empty; undefined if never. */
  get stillAt(): number | undefined {
    const still = this.#still;
    const runs = [...this.#decks.keys()].some((number) => this.#runs(number));
    return this.#hasReportedPlay || runs || still.length === 0
      ? undefined
      : Math.min(...still.map(([, { loadedAt }]) => loadedAt)) + STILL_MS;
  }

  /** When to call `checkSilence` without a message; undefined while no deck plays. */
  get silentAt(): number | undefined {
    const playing = this.#playing;
    if (!this.#connected || playing.length === 0) {
      return undefined;
    }
    const first = Math.min(...playing.map(([, deck]) => this.#silentFrom(deck)));
    // A silent deck has stopped only if others send; otherwise the connection is broken.
    return first <= this.#heardAt + GAP_MS ? first : this.#heardAt + SILENCE_MS;
  }

  /** `at`: monotonic. */
  receive(message: TraktorMessage, at: number): readonly DeckEvent[] {
    const back: DeckEvent[] = this.#connected
      ? []
      : [
          {
            device: this.#device,
            kind: 'connected',
            name: this.#name,
            labels: 'letters',
            levels: 'as they change',
          },
        ];
    this.#connected = true;
    if (at > this.#heardAt + GAP_MS) {
      this.#heardSince = at;
    }
    this.#heardAt = at;
    return [...back, ...this.#eventsFrom(message, at)];
  }

  checkSilence(at: number): readonly DeckEvent[] {
    if (at < (this.silentAt ?? Number.POSITIVE_INFINITY)) {
      return [];
    }
    const silent = this.#playing.filter(([, deck]) => at >= this.#silentFrom(deck));
    for (const [, deck] of silent) {
      deck.fellSilent = true;
    }
    if (at >= this.#heardAt + SILENCE_MS) {
      // The next messages will show which decks play.
      this.#connected = false;
      return [{ device: this.#device, kind: 'lost' }];
    }
    return silent.map(([number, deck]) => {
      deck.playing = false;
      return this.#engaged(number);
    });
  }

  get #still(): readonly (readonly [number: number, deck: TraktorDeck])[] {
    return [...this.#decks].filter(([number, { holds }]) => holds === 'track' && this.#isOpen(number));
  }

  get #playing(): readonly (readonly [number: number, deck: TraktorDeck])[] {
    return [...this.#decks].filter(([, { playing }]) => playing);
  }

  /** Ignores gaps of the whole Traktor. */
  #silentFrom({ heardAt }: TraktorDeck): number {
    return Math.max(heardAt, this.#heardSince) + SILENCE_MS;
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
    // Traktor reports an empty deck like a loaded one, perhaps with an old path.
    const isLoaded = message.title.trim() !== '' || message.artist.trim() !== '';
    deck.holds = isLoaded ? 'track' : 'nothing';
    deck.loadedAt = at;
    deck.fellSilent = false;
    const turned = deck.turning;
    Object.assign(deck, TEMPO_AT_REST);
    if (message.tempo !== undefined) {
      deck.tempo = message.tempo;
    }
    const events: DeckEvent[] = this.#loaded(number, isLoaded ? tagsOf(message) : undefined);
    if (message.isPlaying !== undefined && at > deck.playReportedAt + REORDER_MS) {
      // A play report from a moment ago may have been sent later.
      events.push(this.#play(number, message.isPlaying, at));
    } else if (turned) {
      events.push(this.#engaged(number));
    }
    this.#noteReceived(deck, message, at);
    return [...events, ...this.#startOfTraktor(at)];
  }

  #update(message: UpdateMessage, at: number): readonly DeckEvent[] {
    const number = message.deck;
    const deck = this.#deckOf(number);
    const events: DeckEvent[] = [];
    if (
      deck.fellSilent &&
      deck.holds === 'track' &&
      !mayBeSameTrack(deck.position, message.elapsedTime, at)
    ) {
      deck.holds = 'unknown';
      events.push(...this.#loaded(number, NOTHING_KNOWN));
    }
    if (message.isPlaying !== undefined) {
      events.push(this.#play(number, message.isPlaying, at));
    } else if (message.elapsedTime !== undefined && !deck.playing && at > deck.playReportedAt + REORDER_MS) {
      // Only playing decks report their position unasked.
      deck.playing = true;
      this.#hasReportedPlay = true;
      events.push(this.#engaged(number));
    }
    if (message.tempo !== undefined && this.#hasTurned(deck, message.tempo, at)) {
      events.push(this.#engaged(number));
    }
    if (this.#runs(number) && (deck.holds ?? 'nothing') === 'nothing' && at > deck.loadedAt + START_MS) {
      // A playing deck holds a track, even if none was reported.
      deck.holds = 'unknown';
      events.push(...this.#loaded(number, NOTHING_KNOWN));
    }
    this.#noteReceived(deck, message, at);
    return events;
  }

  #noteReceived(deck: TraktorDeck, { elapsedTime }: UpdateMessage | LoadMessage, at: number): void {
    deck.heardAt = at;
    if (elapsedTime !== undefined) {
      deck.position = { elapsed: elapsedTime, at };
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
    deck.playReportedAt = at;
    if (playing) {
      deck.turning = false;
      this.#hasReportedPlay = true;
    }
    return this.#engaged(number);
  }

  #engaged(number: number): DeckEvent {
    return { device: this.#device, number, kind: 'engaged', engaged: this.#runs(number) };
  }

  /** Traktor reports the play, or the record turns and the channel is not closed. */
  #runs(number: number): boolean {
    const { playing, turning } = this.#deckOf(number);
    return playing || (turning && this.#channels.get(number)?.open !== false);
  }

  #isOpen(number: number): boolean {
    return this.#channels.get(number)?.open === true;
  }

  /** Returns whether the record started to turn, or stopped. */
  #hasTurned(deck: TraktorDeck, tempo: number, at: number): boolean {
    const before = deck.tempo;
    const turned = deck.turning;
    deck.tempo = tempo;
    if (Math.abs(tempo) < STANDSTILL_TEMPO) {
      deck.turning = false;
      deck.tempoChanges = 0;
    } else if (this.#playing.length > 0) {
      // The DJ may adjust a waiting deck's tempo beside a playing one.
      deck.tempoChanges = 0;
    } else if (before !== undefined && before !== tempo) {
      deck.tempoChanges = at <= deck.tempoChangedAt + TEMPO_STEP_MS ? deck.tempoChanges + 1 : 1;
      deck.tempoChangedAt = at;
      const needed = this.#hasReportedPlay ? TEMPO_CHANGES.withPlays : TEMPO_CHANGES.withoutPlays;
      deck.turning ||= deck.tempoChanges >= needed;
    }
    return deck.turning !== turned;
  }

  #channel({ channel: number, isOnAir, onAirLevel }: ChannelMessage, at: number): readonly DeckEvent[] {
    const channel = this.#channelOf(number);
    const wasClosed = channel.open === false;
    channel.heardAt = at;
    if (isOnAir !== undefined) {
      channel.open = isOnAir;
    }
    if (onAirLevel !== undefined) {
      channel.level = onAirLevel;
      // Sent once the fader rests, so newer than reports during the move.
      channel.open = onAirLevel > 0;
    }
    const turns = this.#decks.get(number)?.turning === true && wasClosed !== (channel.open === false);
    return [...this.#level(number), ...(turns ? [this.#engaged(number)] : [])];
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

  /** Decks that Traktor does not report after its start are empty, channels closed. */
  #startOfTraktor(at: number): readonly DeckEvent[] {
    const isFresh = (heardAt: number): boolean => at <= heardAt + START_MS;
    const loads = [...this.#decks.values()].filter(({ loadedAt }) => isFresh(loadedAt));
    if (loads.length !== START_DECKS) {
      return [];
    }
    // The new Traktor may be played by timecode.
    this.#hasReportedPlay = false;
    const events: DeckEvent[] = [];
    for (const [number, deck] of this.#decks) {
      if (!isFresh(deck.heardAt)) {
        deck.holds = 'nothing';
        deck.turning = false;
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
      ...TEMPO_AT_REST,
      loadedAt: Number.NEGATIVE_INFINITY,
      playReportedAt: Number.NEGATIVE_INFINITY,
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

function letterOf(deck: number): string {
  return String.fromCharCode(64 + deck);
}

const NOTHING_KNOWN: Tags = { ...UNKNOWN_TRACK, location: '' };

function tagsOf(message: LoadMessage): Tags {
  const { title, artist, album, genre, label, remixer, comment, filePath, trackLength = 0 } = message;
  return {
    ...UNKNOWN_TRACK,
    title,
    artist,
    album,
    genre,
    label,
    remixer,
    comment,
    key: message.keyText || message.key,
    bpm: plausibleBpm(message.bpm),
    location: filePath,
    filename: filenameOf(filePath),
    durationMs: plausibleLength(trackLength * 1_000),
  };
}

/** Seconds. */
const TOLERANCE = 2;

/**
 * Could the deck still play the track from before a silence? Its position cannot be further back, nor further
 * on than the time allows.
 */
function mayBeSameTrack(before: PositionAt | undefined, elapsed: number | undefined, at: number): boolean {
  if (before === undefined || elapsed === undefined) {
    return true;
  }
  const silence = (at - before.at) / 1_000;
  return elapsed >= before.elapsed - TOLERANCE && elapsed <= before.elapsed + silence * 1.5 + TOLERANCE;
}
