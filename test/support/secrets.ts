/** What must not be seen at a moment of a show, as plainly as it can be said; see `stage.ts`. */
import type { PlayId, Publication, Track, Transition } from '../../src/core/track.ts';

export const TRACKS = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/** Hidden by their titles, which the file of the second has too. */
const SECRET_TITLES = [1, 8];
const TITLED_FILE = 8;
/** Hidden by its file's name, and, once a library has their genre, two more. */
const SECRET_FILE = 2;
const PROMOS = [3, 4];
const HIDDEN_BY_FILE = [SECRET_FILE, TITLED_FILE];

/** Whatever names the track holds this. */
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

/** What may be known of it besides its names. */
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
 * Follows what happens, and says which tracks nobody may see now. Where that depends on how the parts work inside,
 * it says less than is true.
 */
export class Secrets {
  /** The track on each deck, and whether the deck has the hiding color. */
  readonly #decks = new Map<number, { number: number | undefined; red: boolean }>();
  readonly #promos = new Set<number>();
  /** By the operator, and until a reveal. */
  readonly #hiddenByHand = new Set<number>();
  /** With the play that was, until another one of the track is published: till then, that one may be on the screen. */
  readonly #revealed = new Map<number, PlayId>();
  /** Another play was published since the last look: the revealed one may have gone out just before. */
  readonly #wereRevealed = new Set<number>();
  /** Nobody may know that a deck holds these, which another source or deck reports: its color is no news. */
  readonly #colorless = new Set<number>();
  readonly #plays = new Map<PlayId, number>();
  /** Announced without names at least once. */
  readonly #nameless = new Set<number>();
  /** Put on a deck since they were announced: that may become a play of its own. */
  readonly #loadedSince = new Set<number>();
  readonly #held = new Set<PlayId>();
  /** Plays whose names their deck has told. */
  readonly #ofDecks = new Set<PlayId>();
  /** Plays that were on air and no secret. */
  readonly #seen = new Set<PlayId>();
  #current: PlayId | undefined;
  /** Announced last; held for a while before it is on air. */
  #newest: PlayId | undefined;

  static isPromo(number: number): boolean {
    return PROMOS.includes(number);
  }

  /** Neither a file name nor a genre hides it. */
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

  /** A play of it that is over was no secret while it was on air. */
  hasBeenSeen(number: number): boolean {
    const over = [...this.#plays.keys()].filter((play) => this.#plays.get(play) === number);
    if (number === this.#onAir) {
      over.pop();
    }
    return over.some((play) => this.#seen.has(play));
  }

  /** It was on air once and no secret then. */
  wasPublic(number: number): boolean {
    return [...this.#plays].some(([play, one]) => one === number && this.#seen.has(play));
  }

  /**
   * What names plays that are over must not name it either: it is on air, or what hides it, hides its only play. Another
   * play of it may have been public.
   */
  mustLeaveRecords(number: number): boolean {
    const plays = [...this.#plays.values()].filter((one) => one === number).length;
    const lies = [...this.#decks.values()].some((deck) => deck.number === number);
    const isAsPlayed = lies && !this.#loadedSince.has(number) && !this.#colorless.has(number);
    const isOnAir = number === this.#onAir && !this.#isAnonymous(number);
    return isOnAir || (plays === 1 && (isAsPlayed || this.#hiddenByHand.has(number)));
  }

  /** Nobody can know that a play without names is the track that another source or an earlier play named. */
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
      // That it is the one on air is known only when its names have settled.
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

  /** A deck reports by name the track that another source has reported, before that reports its next one. */
  announcedByHardware({ track }: Transition): void {
    const isNewest = this.#newest !== undefined && numberOf(track) === this.#plays.get(this.#newest);
    if (track.title !== '' && isNewest && numberOf(track) === this.#onAir) {
      this.#colorless.delete(numberOf(track));
    }
  }

  /** `held`: it is on air only once it is published. */
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

  /** What another source reported before may be shown until its deck brings it on air. */
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
