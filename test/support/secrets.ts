/** Names that must be invisible at each moment of a show, computed as simply as possible; see `stage.ts`. */
import type { PlayId, Publication, Track, Transition } from '../../src/core/track.ts';

export const TRACKS = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/** Hidden by title. The file name of the second contains its title. */
const SECRET_TITLES = [1, 8];
const TITLED_FILE = 8;
/** Hidden by file name. Two more are hidden by genre once the library provides it. */
const SECRET_FILE = 2;
const PROMOS = [3, 4];
const HIDDEN_BY_FILE = [SECRET_FILE, TITLED_FILE];

/** Occurs in every name of the track. */
export function token(number: number): string {
  return `tok${number}q`;
}

export function tagsOf(number: number) {
  const name = token(number);
  const title = SECRET_TITLES.includes(number) ? `Secret ${name}` : `Title ${name}`;
  const file = number === SECRET_FILE ? `hush ${name}` : number === TITLED_FILE ? title : number;
  return {
    artist: `Artist ${name}`,
    ...detailsOf(name),
    title,
    location: `stick/Music/${file}.mp3`,
    filename: `${file}.mp3`,
  };
}

/** Data of the track besides its names. */
function detailsOf(name: string) {
  return {
    label: `Label ${name}`,
    remixer: `Remixer ${name}`,
    comment: `Comment ${name}`,
    key: `Key ${name}`,
    isrc: `Isrc ${name}`,
  };
}

export function numberOf({ title, filename }: Pick<Track, 'title' | 'filename'>): number {
  return Number(/tok(\d)q/.exec(`${title} ${filename}`)?.[1] ?? /^(\d)\.mp3$/.exec(filename)?.[1]);
}

/**
 * Follows the actions and tells which tracks must be hidden now. In cases that depend on the program's internals, it
 * demands less than the truth.
 */
export class Secrets {
  /** Track of each deck, and whether the deck has the hiding color. */
  readonly #decks = new Map<number, { number: number | undefined; red: boolean }>();
  readonly #promos = new Set<number>();
  /** Hidden by the operator until a reveal. */
  readonly #hiddenByHand = new Set<number>();
  /** Play at the reveal. It may stay on screen until another play of the track is published. */
  readonly #revealed = new Map<number, PlayId>();
  /** Another play was published since the last check, so the revealed one may have been sent just before. */
  readonly #wereRevealed = new Set<number>();
  /**
   * Reported by another source or deck, so the program need not know that a deck holds them, and the deck's color
   * doesn't count.
   */
  readonly #colorless = new Set<number>();
  readonly #plays = new Map<PlayId, number>();
  /** Announced without names at least once. */
  readonly #nameless = new Set<number>();
  /** Loaded since they were announced, which may start another play. */
  readonly #loadedSince = new Set<number>();
  readonly #held = new Set<PlayId>();
  /** Plays whose deck reported their names. */
  readonly #ofDecks = new Set<PlayId>();
  /** Plays that were visible on air. */
  readonly #seen = new Set<PlayId>();
  #current: PlayId | undefined;
  /** Latest announcement, which may still be held. */
  #newest: PlayId | undefined;

  static isPromo(number: number): boolean {
    return PROMOS.includes(number);
  }

  /** Returns whether no file name or genre hides it. */
  static isKnownToAll(number: number): boolean {
    return !HIDDEN_BY_FILE.includes(number) && !Secrets.isPromo(number);
  }

  get #onAir(): number | undefined {
    return this.#current === undefined ? undefined : this.#plays.get(this.#current);
  }

  isHidden(number: number): boolean {
    return (
      !this.#revealed.has(number) &&
      !this.#wereRevealed.has(number) &&
      (SECRET_TITLES.includes(number) ||
        HIDDEN_BY_FILE.includes(number) ||
        this.#promos.has(number) ||
        this.#hiddenByHand.has(number) ||
        this.#isRed(number))
    );
  }

  /** An earlier play of it was visible on air. */
  hasBeenSeen(number: number): boolean {
    const over = [...this.#plays.keys()].filter((play) => this.#plays.get(play) === number);
    if (number === this.#onAir) {
      over.pop();
    }
    return over.some((play) => this.#seen.has(play));
  }

  /** It was visible on air once. */
  wasPublic(number: number): boolean {
    return [...this.#plays].some(([play, one]) => one === number && this.#seen.has(play));
  }

  /**
   * Records of earlier plays must not name it: it is on air, or its only play is hidden. Another play may have been
   * public.
   */
  mustLeaveRecords(number: number): boolean {
    const plays = [...this.#plays.values()].filter((one) => one === number).length;
    const lies = [...this.#decks.values()].some((deck) => deck.number === number);
    const isAsPlayed = lies && !this.#loadedSince.has(number) && !this.#colorless.has(number);
    const isOnAir = number === this.#onAir && !this.#isAnonymous(number);
    return isOnAir || (plays === 1 && (isAsPlayed || this.#hiddenByHand.has(number)));
  }

  /** A nameless play can't be matched with a track of another source or of an earlier play. */
  #isAnonymous(number: number): boolean {
    return this.#nameless.has(number) && !HIDDEN_BY_FILE.includes(number);
  }

  #isRed(number: number): boolean {
    return (
      !this.#colorless.has(number) &&
      [...this.#decks.values()].some((deck) => deck.number === number && deck.red)
    );
  }

  loaded(deck: number, number: number): void {
    if (number === this.#onAir && number !== this.#decks.get(deck)?.number) {
      // The track on air is known only when its names have settled.
      this.#colorless.add(number);
    }
    this.#decks.set(deck, { red: this.#decks.get(deck)?.red ?? false, number });
    this.#loadedSince.add(number);
  }

  color(deck: number, red: boolean): void {
    this.#decks.set(deck, { number: this.#decks.get(deck)?.number, red });
  }

  learned(number: number): void {
    this.#promos.add(number);
  }

  /** A deck reports the track that another source reported before, before that source reports its next one. */
  announcedByHardware({ track }: Transition): void {
    const isNewest = this.#newest !== undefined && numberOf(track) === this.#plays.get(this.#newest);
    if (track.title !== '' && isNewest && numberOf(track) === this.#onAir) {
      this.#colorless.delete(numberOf(track));
    }
  }

  /** `held`: on air only after its publication. */
  announced({ playId, track, source }: Transition, held: boolean): void {
    if (this.#plays.has(playId)) {
      return;
    }
    const number = numberOf(track);
    this.#plays.set(playId, number);
    this.#newest = playId;
    if (track.title === '') {
      this.#nameless.add(number);
    }
    if (source === 'softa') {
      this.#colorless.add(number);
    } else if (track.title !== '') {
      this.#ofDecks.add(playId);
    }
    this.#loadedSince.delete(number);
    if (held) {
      this.#held.add(playId);
    } else {
      this.#begins(playId, number);
    }
  }

  /** A track reported by another source may be visible until its deck brings it on air. */
  #begins(playId: PlayId, number: number): void {
    this.#current = playId;
    if (this.#ofDecks.has(playId)) {
      this.#colorless.delete(number);
    }
  }

  published({ playId, hidden }: Publication): void {
    const number = this.#plays.get(playId) ?? Number.NaN;
    if (this.#held.delete(playId)) {
      this.#begins(playId, number);
    }
    if (!hidden) {
      this.#seen.add(playId);
    }
    const isOther = this.#revealed.has(number) && this.#revealed.get(number) !== playId;
    if (isOther && !this.#isAnonymous(number)) {
      this.#revealed.delete(number);
      this.#wereRevealed.add(number);
    }
  }

  looked(): void {
    this.#wereRevealed.clear();
  }

  hide(done: boolean): void {
    const number = this.#onAir;
    if (done && number !== undefined) {
      this.#revealed.delete(number);
      if (!this.#isAnonymous(number)) {
        this.#hiddenByHand.add(number);
      }
    }
  }

  reveal(done: boolean): void {
    if (done && this.#onAir !== undefined && this.#current !== undefined) {
      this.#hiddenByHand.delete(this.#onAir);
      this.#revealed.set(this.#onAir, this.#current);
    }
  }
}
