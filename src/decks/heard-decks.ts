import type { FollowedFiles, RoomHeard, RoomHearing } from '../core/contracts.ts';
import type { Clock } from '../core/tools.ts';
import { Timer } from '../core/waiting.ts';
import {
  type Deck,
  type DeckEvent,
  type DeckId,
  type Detection,
  isSettled,
  SOUND_BEGINS_MS,
  type Tags,
  tagsOn,
} from './detection/index.ts';

interface HeardDecksOptions {
  readonly hearing: RoomHearing;
  readonly clock: Clock;
  /** The path of the track's file on this computer; undefined when there is none. */
  readonly fileOf: (tags: Tags) => string | undefined;
  readonly apply: (events: readonly DeckEvent[]) => void;
}

/** Has the files on the decks listened for, and tells the decks how they are heard. */
export class HeardDecks {
  readonly #options: HeardDecksOptions;
  readonly #followed: FollowedFiles;
  #lastHeard: RoomHeard = { levels: undefined, unreadable: new Set() };
  /** Runs while the first sound of the run may still arrive. */
  readonly #beginning: Timer;
  /** Undefined before the first report. */
  #hadSound: boolean | undefined;
  /** The file on each deck. */
  #files: ReadonlyMap<DeckId, { readonly deck: Deck; readonly path: string }> = new Map();
  /** Decks whose level was reported. */
  #reported: ReadonlyMap<DeckId, Deck> = new Map();

  constructor(options: HeardDecksOptions) {
    this.#options = options;
    this.#beginning = new Timer(options.clock);
    this.#beginning.set(SOUND_BEGINS_MS, () => this.#report());
    this.#followed = options.hearing.follow((state) => {
      this.#lastHeard = state;
      if (state.levels !== undefined) {
        this.#beginning.cancel();
      }
      this.#report();
    });
    this.#report();
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
    this.#beginning.cancel();
    this.#followed.close();
  }

  #report(): void {
    const { levels: known, doubles: doublesOf } = this.#lastHeard;
    const levels = new Map(
      [...this.#files].flatMap(([id, { deck, path }]) => {
        const level = known?.get(path);
        const original = doublesOf?.get(path);
        const doubles = [...this.#files.values()].find((other) => other.path === original)?.deck.id;
        return level === undefined ? [] : [[id, { deck, level, doubles }] as const];
      }),
    );
    const over = [...this.#reported].filter(([id]) => !levels.has(id)).map(([, deck]) => eventOf(deck));
    this.#reported = new Map([...levels].map(([id, { deck }]) => [id, deck]));
    const audible = [...levels.values()].map(({ deck, level, doubles }) => eventOf(deck, level, doubles));
    const hasSound = known !== undefined || this.#beginning.isSet;
    const room: readonly DeckEvent[] = hasSound === this.#hadSound ? [] : [{ kind: 'room', hasSound }];
    this.#hadSound = hasSound;
    const events = [...room, ...over, ...audible];
    if (events.length > 0) {
      this.#options.apply(events);
    }
  }
}

/** Where the program that plays is on this computer: its path, for a track that is a file. */
export function ownFile({ filename, location }: Tags): string | undefined {
  return filename === '' ? undefined : location;
}

function eventOf({ device, number }: Deck, level?: number, doubles?: DeckId): DeckEvent {
  return { device, number, kind: 'heard', level, doubles };
}
