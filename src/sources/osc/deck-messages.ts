/** OSC messages of one program, as events of the deck table. */
import { clampLevel } from '../../core/level.ts';
import { UNKNOWN_TRACK } from '../../core/track.ts';
import type { DeckEvent } from '../../decks/index.ts';
import { filenameOf } from '../file-name.ts';
import { type DeckReport, deckLabelOf, EMPTY_DECK, ReportedDecks } from '../reported-decks.ts';
import type { OscArgument, OscMessage } from './packet.ts';
import type { OscField, OscPreset } from './presets.ts';

/** What arrives about a deck within this many milliseconds is passed on at once: title, artist and the rest come one by one. */
const GATHER_MS = 100;
/** So long a title waits for its artist, and an artist for its title: each alone would be another track. */
const PAIR_MS = 1_000;
/** A deck whose position has not changed for this many milliseconds stands still. */
const STANDS_AFTER_MS = 1_500;
/** The one deck of a program that names none, and has no main deck. */
const ONLY_DECK = '1';

interface OscDeck {
  title: string;
  artist: string;
  album: string;
  path: string;
  /** As they were when its events were last made. */
  lastTitle: string;
  lastArtist: string;
  playing?: boolean | undefined;
  level?: number | undefined;
  position?: number;
  /** When that changed last; all times are milliseconds on the caller's monotonic clock. */
  movedAt?: number;
  /** Fields that came since its events were last made. */
  readonly news: Set<OscField>;
  /** When the first of them came. */
  newsAt?: number;
}

interface Target {
  readonly field: OscField;
  readonly pattern: RegExp;
}

export class OscDecks {
  readonly #preset: OscPreset;
  readonly #targets: readonly Target[];
  readonly #reported = new ReportedDecks('OSC');
  readonly #decks = new Map<string, OscDeck>();
  #hasLoaded = false;
  #hasPlayed = false;

  constructor(preset: OscPreset) {
    this.#preset = preset;
    this.#targets = Object.entries(preset.addresses).flatMap(([field, addresses]) =>
      // The keys are those of the type.
      addresses.map((address) => ({ field: field as OscField, pattern: patternOf(address) })),
    );
  }

  /** Labels of the decks with a track of which nobody says whether it plays, or how loud it is. */
  get unknownDecks(): readonly string[] {
    return [...this.#decks]
      .filter(
        ([label, deck]) =>
          isLoaded(deck) && this.#playingOf(label, deck) === undefined && deck.level === undefined,
      )
      .map(([label]) => label)
      .sort();
  }

  /** Whether a deck has had a track since the start. */
  get hasLoaded(): boolean {
    return this.#hasLoaded;
  }

  /** Whether a deck with a track has played since the start, or may have: some programs don't say what plays. */
  get hasPlayed(): boolean {
    return this.#hasPlayed;
  }

  /** It counts as playing what the program takes for the main track, because no deck says where it is. */
  get goesByMainDeck(): boolean {
    const { mainDeck } = this.#preset;
    return mainDeck !== undefined && this.#decks.has(mainDeck) && !this.#knowsPositions;
  }

  /** When `advance` has to be called; undefined while nothing is to come. */
  get nextAt(): number | undefined {
    const times = [...this.#decks.values()].flatMap((deck) => [
      dueAt(deck),
      ...(deck.movedAt === undefined ? [] : [deck.movedAt + STANDS_AFTER_MS]),
    ]);
    const next = Math.min(...times);
    return Number.isFinite(next) ? next : undefined;
  }

  /** False for a message at an unknown address, or with an argument that the address doesn't have. */
  receive({ address, args }: OscMessage, at: number): boolean {
    if (this.#preset.unused?.test(address)) {
      return true;
    }
    for (const { field, pattern } of this.#targets) {
      const found = pattern.exec(address);
      const label = found === null ? undefined : this.#labelIn(found);
      if (label !== undefined) {
        return this.#note(label, field, args[0], at);
      }
    }
    return false;
  }

  /** What follows from what has come until now. */
  advance(at: number): readonly DeckEvent[] {
    return [...this.#decks].flatMap(([label, deck]) => {
      const stands = deck.movedAt !== undefined && at >= deck.movedAt + STANDS_AFTER_MS;
      if (stands) {
        delete deck.movedAt;
      }
      const isDue = at >= dueAt(deck);
      if (!isDue && !stands) {
        return [];
      }
      if (isDue) {
        forgetOldNames(deck);
        deck.news.clear();
        delete deck.newsAt;
      }
      deck.lastArtist = deck.artist;
      return this.#reported.report(label, this.#reportOf(label, deck));
    });
  }

  /** Whether a deck other than the main one has reported its position. */
  get #knowsPositions(): boolean {
    return [...this.#decks].some(
      ([label, { position }]) => label !== this.#preset.mainDeck && position !== undefined,
    );
  }

  #labelIn([, name]: RegExpExecArray): string | undefined {
    return name === undefined
      ? (this.#preset.mainDeck ?? ONLY_DECK)
      : deckLabelOf(this.#preset.labelOf?.(name) ?? name);
  }

  #note(label: string, field: OscField, value: OscArgument, at: number): boolean {
    const deck = this.#decks.get(label) ?? {
      title: '',
      artist: '',
      album: '',
      path: '',
      lastTitle: '',
      lastArtist: '',
      news: new Set(),
    };
    const before = deck.position === undefined ? 'unknown' : deck.movedAt === undefined ? 'stands' : 'moves';
    if (!change(deck, field, value, at)) {
      return false;
    }
    this.#decks.set(label, deck);
    const isNews =
      field !== 'position' || before === 'unknown' || (before === 'stands' && deck.movedAt === at);
    if (isNews) {
      deck.news.add(field);
      deck.newsAt ??= at;
    }
    const main = this.#decks.get(this.#preset.mainDeck ?? '');
    if (main !== undefined && main !== deck && field === 'position' && before === 'unknown') {
      // From now on the decks themselves say what plays.
      main.newsAt ??= at;
    }
    return true;
  }

  #playingOf(label: string, { playing, position, movedAt }: OscDeck): boolean | undefined {
    if (playing !== undefined) {
      return playing;
    }
    if (position !== undefined) {
      return movedAt !== undefined;
    }
    return this.#preset.mainDeck === undefined || label === this.#preset.mainDeck ? undefined : false;
  }

  #reportOf(label: string, deck: OscDeck): DeckReport {
    if (label === this.#preset.mainDeck && this.#knowsPositions) {
      return EMPTY_DECK;
    }
    const { title, artist, album, path, level } = deck;
    const loaded = isLoaded(deck);
    const tags = { ...UNKNOWN_TRACK, title, artist, album, location: path, filename: filenameOf(path) };
    const playing = this.#playingOf(label, deck);
    this.#hasLoaded ||= loaded;
    this.#hasPlayed ||= loaded && playing !== false;
    return { tags: loaded ? tags : undefined, playing, level, master: false };
  }
}

/** False where the value is none for this field. */
function change(deck: OscDeck, field: OscField, value: OscArgument, at: number): boolean {
  switch (field) {
    case 'title':
    case 'artist':
    case 'album':
    case 'path':
      if (typeof value !== 'string') {
        return false;
      }
      deck[field] = value;
      return true;
    case 'playing': {
      const playing = truthOf(value);
      deck.playing = playing ?? deck.playing;
      return playing !== undefined;
    }
    case 'level':
      if (typeof value !== 'number' && typeof value !== 'boolean') {
        return false;
      }
      deck.level = clampLevel(Number(value));
      return true;
    case 'position':
      if (typeof value !== 'number') {
        return false;
      }
      if (deck.position !== undefined && deck.position !== value) {
        deck.movedAt = at;
      }
      deck.position = value;
      return true;
  }
}

function truthOf(value: OscArgument): boolean | undefined {
  switch (typeof value) {
    case 'boolean':
      return value;
    case 'number':
      return value > 0;
    case 'string':
      return /^(1|true|on|yes|play|playing)$/i.test(value);
    default:
      return undefined;
  }
}

/** When its news count; infinity while there is none. */
function dueAt({
  newsAt = Number.POSITIVE_INFINITY,
  title,
  artist,
  lastTitle,
  lastArtist,
  news,
}: OscDeck): number {
  const isHalf =
    (title !== lastTitle && !news.has('artist')) || (artist !== lastArtist && !news.has('title'));
  return newsAt + (isHalf ? PAIR_MS : GATHER_MS);
}

/** A new title alone is another track, of which nothing else is known. */
function forgetOldNames(deck: OscDeck): void {
  if (deck.title === deck.lastTitle) {
    return;
  }
  deck.lastTitle = deck.title;
  for (const field of ['artist', 'album', 'path'] as const) {
    if (!deck.news.has(field)) {
      deck[field] = '';
    }
  }
}

function isLoaded({ title, artist }: OscDeck): boolean {
  return title.trim() !== '' || artist.trim() !== '';
}

/** What stands for the deck is the one group. */
function patternOf(address: string): RegExp {
  const escaped = address.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace('{deck}', '([^/]+)');
  return new RegExp(`^${escaped}$`);
}
