import type { GridPosition } from '../core/contracts/beat.ts';
import type { FollowedFiles, RoomHeard, RoomHearing } from '../core/contracts/hearing.ts';
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
  /** Path on this computer. */
  readonly fileOf: (tags: Tags) => string | undefined;
  readonly apply: (events: readonly DeckEvent[]) => void;
}

interface DeckFile {
  readonly deck: Deck;
  readonly path: string;
}

/** Requests hearing of the decks' files and turns results into deck events. */
export class HeardDecks {
  readonly #options: HeardDecksOptions;
  readonly #followed: FollowedFiles;
  #lastHeard: RoomHeard = { levels: undefined, unreadable: new Set() };
  /** Set while the run's first sound may still arrive. */
  readonly #beginning: Timer;
  #hadSound: boolean | undefined;
  #files: ReadonlyMap<DeckId, DeckFile> = new Map();
  /** Decks whose heard level was reported last. */
  #reported: readonly Deck[] = [];

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

  update(table: Detection): void {
    const { fileOf } = this.#options;
    const files = new Map<DeckId, DeckFile>();
    for (const deck of table.decks.values()) {
      const path = isSettled(deck.loaded) ? fileOf(tagsOn(deck, table)) : undefined;
      if (path !== undefined) {
        files.set(deck.id, { deck, path });
      }
    }
    const isSame =
      files.size === this.#files.size &&
      [...files].every(([id, { path }]) => this.#files.get(id)?.path === path);
    if (!isSame) {
      this.#files = files;
      this.#followed.want(new Set([...files.values()].map(({ path }) => path)));
      // A previous track's level must not stay.
      this.#report();
    }
  }

  /** Share of the sound explained by each deck's track, 0 to 1. */
  get shares(): ReadonlyMap<DeckId, number> {
    return new Map(
      [...this.#files].flatMap(([id, { path }]) => {
        const share = this.#lastHeard.shares?.get(path);
        return share === undefined ? [] : [[id, share] as const];
      }),
    );
  }

  gridAt(deck: DeckId, time: number): GridPosition | undefined {
    const file = this.#files.get(deck);
    return file && this.#options.hearing.beats?.at(file.path, time);
  }

  close(): void {
    this.#beginning.cancel();
    this.#followed.close();
  }

  #report(): void {
    const { levels, doubles } = this.#lastHeard;
    const files = [...this.#files.values()];
    const heard = files.filter(({ path }) => levels?.has(path));
    const unheard = this.#reported.filter(({ id }) => !heard.some(({ deck }) => deck.id === id));
    this.#reported = heard.map(({ deck }) => deck);
    const hasSound = levels !== undefined || this.#beginning.isSet;
    const events: readonly DeckEvent[] = [
      ...(hasSound === this.#hadSound ? [] : [{ kind: 'room', hasSound } as const]),
      ...unheard.map((deck) => heardEvent(deck)),
      ...heard.map(({ deck, path }) => {
        const original = files.find((other) => other.path === doubles?.get(path));
        return heardEvent(deck, levels?.get(path), original?.deck.id);
      }),
    ];
    this.#hadSound = hasSound;
    if (events.length > 0) {
      this.#options.apply(events);
    }
  }
}

/** Location of a track that a program plays on this computer, if it is a file. */
export function ownFile({ filename, location }: Tags): string | undefined {
  return filename === '' ? undefined : location;
}

function heardEvent({ device, number }: Deck, level?: number, doubles?: DeckId): DeckEvent {
  return { device, number, kind: 'heard', level, doubles };
}
