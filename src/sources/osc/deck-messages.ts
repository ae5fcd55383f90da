import { clampLevel } from '../../core/level.ts';
import type { OscArgument, OscMessage } from '../../core/osc-packet.ts';
import { UNKNOWN_TRACK } from '../../core/track.ts';
import type { BeatReport, DeckEvent, DeckId } from '../../decks/index.ts';
import { filenameOf } from '../shared/file-name.ts';
import { type DeckReport, deckLabelOf, EMPTY_DECK, ReportedDecks } from '../shared/reported-decks.ts';
import { OscBeats } from './deck-beats.ts';
import type { OscField, OscPreset } from './presets.ts';

/** Gathers a deck's title, artist and the rest, which come one by one. */
const GATHER_MS = 100;
/** Title and artist wait for each other: each alone would count as another track. */
const PAIR_MS = 1_000;
/** A position without changes this long means a deck that stands still. */
const STANDS_AFTER_MS = 1_500;
/** Used for messages without a deck, if there is no main deck. */
const ONLY_DECK = '1';

interface OscDeck {
  title: string;
  artist: string;
  album: string;
  path: string;
  lastTitle: string;
  lastArtist: string;
  playing?: boolean | undefined;
  level?: number | undefined;
  position?: number;
  /** Last change of the position; monotonic, like all times here. */
  movedAt?: number;
  readonly beats: OscBeats;
  /** Last report of the beat while the deck moves. */
  beatAt?: number;
  readonly news: Set<OscField>;
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
  #beats: { readonly deck: DeckId; readonly report: BeatReport }[] = [];
  #hasLoaded = false;
  #hasPlayed = false;

  constructor(preset: OscPreset) {
    this.#preset = preset;
    this.#targets = Object.entries(preset.addresses).flatMap(([field, addresses]) =>
      addresses.map((address) => ({ field: field as OscField, pattern: patternOf(address) })),
    );
  }

  /** Loaded decks without a play state and a level. */
  get unknownDecks(): readonly string[] {
    return [...this.#decks]
      .filter(
        ([label, deck]) =>
          isLoaded(deck) && this.#playingOf(label, deck) === undefined && deck.level === undefined,
      )
      .map(([label]) => label)
      .sort();
  }

  get hasLoaded(): boolean {
    return this.#hasLoaded;
  }

  /** A loaded deck has played, or may have: some programs report no play state. */
  get hasPlayed(): boolean {
    return this.#hasPlayed;
  }

  /** The program's main deck counts as playing, because no deck reports its position. */
  get reliesOnMainDeck(): boolean {
    const { mainDeck } = this.#preset;
    return mainDeck !== undefined && this.#decks.has(mainDeck) && !this.#knowsPositions;
  }

  /** Next call of `advance`; undefined if none is due. */
  get nextAt(): number | undefined {
    const times = [...this.#decks.values()].flatMap((deck) => [
      dueAt(deck),
      deck.movedAt === undefined ? Number.POSITIVE_INFINITY : deck.movedAt + STANDS_AFTER_MS,
      this.#beatStopsAt(deck),
    ]);
    const next = Math.min(...times);
    return Number.isFinite(next) ? next : undefined;
  }

  /** Returns false for unknown addresses and arguments of wrong types. */
  receive({ address, args }: OscMessage, at: number): boolean {
    for (const { field, pattern } of this.#targets) {
      const found = pattern.exec(address);
      const label = found === null ? undefined : this.#labelIn(found);
      if (label !== undefined) {
        return this.#note(label, field, args[0], at);
      }
    }
    return this.#preset.unused?.test(address) ?? false;
  }

  takeBeats(): readonly { readonly deck: DeckId; readonly report: BeatReport }[] {
    const beats = this.#beats;
    this.#beats = [];
    return beats;
  }

  advance(at: number): readonly DeckEvent[] {
    return [...this.#decks].flatMap(([label, deck]) => {
      const stands = deck.movedAt !== undefined && at >= deck.movedAt + STANDS_AFTER_MS;
      if (stands) {
        delete deck.movedAt;
      }
      if (at >= this.#beatStopsAt(deck)) {
        delete deck.beatAt;
        this.#reportBeat(label, deck.beats.stop(at));
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

  /** A deck other than the main one has reported its position. */
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
      beats: new OscBeats(this.#preset.beatStopsAfterMs !== undefined),
      news: new Set(),
    };
    const before = deck.position === undefined ? 'unknown' : deck.movedAt === undefined ? 'stands' : 'moves';
    if (!change(deck, field, value, at)) {
      return false;
    }
    this.#decks.set(label, deck);
    const report = beatIn(deck, field, value, at);
    if (report !== undefined) {
      this.#reportBeat(label, report);
    }
    if (field === 'beat' || field === 'bar' || field === 'bpm') {
      deck.beatAt = at;
      return true;
    }
    const isNews =
      field !== 'position' || before === 'unknown' || (before === 'stands' && deck.movedAt === at);
    if (isNews) {
      deck.news.add(field);
      deck.newsAt ??= at;
    }
    const main = this.#decks.get(this.#preset.mainDeck ?? '');
    if (main !== undefined && main !== deck && field === 'position' && before === 'unknown') {
      // The decks now tell what plays, so the main deck must be reported anew.
      main.newsAt ??= at;
    }
    return true;
  }

  #reportBeat(label: string, report: BeatReport): void {
    this.#beats.push({ deck: this.#reported.idOf(label), report });
  }

  #beatStopsAt({ beatAt = Number.POSITIVE_INFINITY }: OscDeck): number {
    return beatAt + (this.#preset.beatStopsAfterMs ?? Number.POSITIVE_INFINITY);
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

/** Returns false for invalid values. */
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
    case 'bpm':
      return typeof value === 'number' && value > 0;
    case 'beat':
    case 'bar':
      return typeof value === 'number';
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

function beatIn(
  { beats, playing }: OscDeck,
  field: OscField,
  value: OscArgument,
  at: number,
): BeatReport | undefined {
  switch (field) {
    case 'playing':
      return playing === true ? beats.start(at) : beats.stop(at);
    case 'beat':
    case 'bar':
    case 'bpm':
    case 'position': {
      const report = beats.receive(field, Number(value), at);
      return playing === false && report !== undefined ? { ...report, bpm: 0 } : report;
    }
    default:
      return undefined;
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

/** When changes count; infinity without any. */
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

/** A new title alone is another track, without the old artist, album and path. */
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

/** The deck is its only group. */
function patternOf(address: string): RegExp {
  const escaped = address.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace('{deck}', '([^/]+)');
  return new RegExp(`^${escaped}$`);
}
