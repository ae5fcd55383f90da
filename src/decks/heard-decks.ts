import type { FollowedFiles, RoomHeard, RoomHearing } from '../core/contracts.ts';
import {
  type Deck,
  type DeckEvent,
  type DeckId,
  type Detection,
  isSettled,
  type Tags,
  tagsOn,
} from './detection/index.ts';

interface HeardDecksOptions {
  readonly hearing: RoomHearing;
  /** The path of the track's file on this computer; undefined when there is none. */
  readonly fileOf: (tags: Tags) => string | undefined;
  readonly apply: (events: readonly DeckEvent[]) => void;
}

/** Has the files on the decks listened for, and tells the decks how they are heard. */
export class HeardDecks {
  readonly #options: HeardDecksOptions;
  readonly #followed: FollowedFiles;
  #lastHeard: RoomHeard = { levels: undefined, unreadable: new Set() };
  /** The file on each deck. */
  #files: ReadonlyMap<DeckId, { readonly deck: Deck; readonly path: string }> = new Map();
  /** Decks whose level was reported. */
  #reported: ReadonlyMap<DeckId, Deck> = new Map();

  constructor(options: HeardDecksOptions) {
    this.#options = options;
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
      this.#followed.want(new Set([...files.values()].map(({ path }) => path)));
      // What was heard of a deck's last track says nothing of this one.
      this.#report();
    }
  }

  close(): void {
    this.#followed.close();
  }

  #report(): void {
    const levels = new Map(
      [...this.#files].flatMap(([id, { deck, path }]) => {
        const level = this.#lastHeard.levels?.get(path);
        return level === undefined ? [] : [[id, { deck, level }] as const];
      }),
    );
    const over = [...this.#reported].filter(([id]) => !levels.has(id)).map(([, deck]) => eventOf(deck));
    this.#reported = new Map([...levels].map(([id, { deck }]) => [id, deck]));
    const events = [...over, ...[...levels.values()].map(({ deck, level }) => eventOf(deck, level))];
    if (events.length > 0) {
      this.#options.apply(events);
    }
  }
}

/** Where the program that plays is on this computer: its path, for a track that is a file. */
export function ownFile({ filename, location }: Tags): string | undefined {
  return filename === '' ? undefined : location;
}

function eventOf({ device, number }: Deck, level?: number): DeckEvent {
  return { device, number, kind: 'heard', ...(level === undefined ? {} : { level }) };
}
