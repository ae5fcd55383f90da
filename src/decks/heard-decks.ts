import type { FollowedFiles, RoomHeard, RoomHearing } from '../core/contracts.ts';
import type { Clock } from '../core/tools.ts';
import {
  type Deck,
  type DeckEvent,
  type DeckId,
  type Detection,
  isSettled,
  type Tags,
  tagsOn,
} from './detection/index.ts';

/** Milliseconds in which none of the files is heard although sound comes, and nothing is read. */
const NOTHING_KNOWN_MS = 10_000;

interface HeardDecksOptions {
  readonly hearing: RoomHearing;
  readonly clock: Clock;
  /** When none of the files has been heard for ten seconds, the levels count as unknown: something else tells plays. */
  readonly givesUp: boolean;
  /** The path of the track's file on this computer; undefined when there is none. */
  readonly fileOf: (tags: Tags) => string | undefined;
  readonly apply: (events: readonly DeckEvent[]) => void;
}

/** Has the files on the decks listened for, and tells the decks how they are heard. */
export class HeardDecks {
  readonly #options: HeardDecksOptions;
  readonly #followed: FollowedFiles;
  #lastHeard: RoomHeard = { levels: undefined, unreadable: new Set() };
  /** When one of the files was last heard, read or loaded; monotonic. */
  #knownAt: number;
  /** The file on each deck. */
  #files: ReadonlyMap<DeckId, { readonly deck: Deck; readonly path: string }> = new Map();
  /** Decks whose level was reported. */
  #reported: ReadonlyMap<DeckId, Deck> = new Map();

  constructor(options: HeardDecksOptions) {
    this.#options = options;
    this.#knownAt = options.clock.monotonic();
    this.#followed = options.hearing.follow((state) => {
      this.#lastHeard = state;
      this.#report();
    });
  }

  /** The table has changed. */
  update(table: Detection): void {
    const { fileOf } = this.#options;
    const files = new Map(
      [...table.decks.values()].flatMap((deck) => {
        const path = isSettled(deck.loaded) ? fileOf(tagsOn(deck, table)) : undefined;
        return path === undefined ? [] : [[deck.id, { deck, path }] as const];
      }),
    );
    const isSame =
      files.size === this.#files.size &&
      [...files].every(([id, { path }]) => this.#files.get(id)?.path === path);
    if (!isSame) {
      this.#files = files;
      this.#knownAt = this.#options.clock.monotonic();
      this.#followed.want(new Set([...files.values()].map(({ path }) => path)));
      // What was heard of a deck's last track says nothing of this one.
      this.#report();
    }
  }

  /** How much of the sound the track on each deck explains. */
  get shares(): ReadonlyMap<DeckId, number> {
    return new Map(
      [...this.#files].flatMap(([id, { path }]) => {
        const share = this.#lastHeard.shares?.get(path);
        return share === undefined ? [] : [[id, share] as const];
      }),
    );
  }

  close(): void {
    this.#followed.close();
  }

  #report(): void {
    const known = this.#levels();
    const levels = new Map(
      [...this.#files].flatMap(([id, { deck, path }]) => {
        const level = known?.get(path);
        const original = this.#lastHeard.doubles?.get(path);
        const doubles = [...this.#files.values()].find((other) => other.path === original)?.deck.id;
        return level === undefined ? [] : [[id, { deck, level, doubles }] as const];
      }),
    );
    const over = [...this.#reported].filter(([id]) => !levels.has(id)).map(([, deck]) => eventOf(deck));
    this.#reported = new Map([...levels].map(([id, { deck }]) => [id, deck]));
    const audible = [...levels.values()].map(({ deck, level, doubles }) => eventOf(deck, level, doubles));
    const events = [...over, ...audible];
    if (events.length > 0) {
      this.#options.apply(events);
    }
  }

  /** By path; undefined when nobody knows what is heard. */
  #levels(): ReadonlyMap<string, number> | undefined {
    const { levels, unreadable } = this.#lastHeard;
    const { clock, givesUp } = this.#options;
    const paths = [...this.#files.values()].map(({ path }) => path);
    const read = paths.filter((path) => levels?.has(path) === false && !unreadable.has(path));
    const isHeard = paths.some((path) => (levels?.get(path) ?? 0) > 0);
    if (isHeard || read.length > 0) {
      this.#knownAt = clock.monotonic();
    }
    if (givesUp && clock.monotonic() >= this.#knownAt + NOTHING_KNOWN_MS) {
      return undefined;
    }
    // While one is heard, one that is only being read is not known to be heard.
    return isHeard && levels ? new Map([...read.map((path) => [path, 0] as const), ...levels]) : levels;
  }
}

/** Where the program that plays is on this computer: its path, for a track that is a file. */
export function ownFile({ filename, location }: Tags): string | undefined {
  return filename === '' ? undefined : location;
}

function eventOf({ device, number }: Deck, level?: number, doubles?: DeckId): DeckEvent {
  return { device, number, kind: 'heard', level, doubles };
}
