/**
 * Several sources, one voice. Pure: transitions and time come in, what goes on comes out.
 *
 * Sources stand in the order in which the user listed them. Whoever announces a track holds the floor: as long
 * as its featured deck can be heard, or, when it has no decks, for the length of the track and a minute (ten minutes
 * when nobody knows the length). Sources listed before the holder take the floor with their next track at once;
 * those listed after it wait. When the floor becomes free, the first source that waits with a track that would
 * still hold the floor takes it. The track on air is not announced again when another source tells of it too,
 * and it is hidden as long as any source that tells of it says so.
 */
import type { PlayId, Track, Transition } from '../core/track.ts';

const GRACE_MS = 60_000;
const UNKNOWN_LENGTH_MS = 10 * 60_000;

export type Word =
  | { readonly is: 'transition'; readonly transition: Transition }
  | { readonly is: 'visibility'; readonly playId: PlayId; readonly hidden: boolean };

/** A source's newest track. */
interface Claim {
  readonly transition: Transition;
  /** Monotonic time at which the track is over, as far as its length tells. */
  readonly until: number;
  /** It was announced, or is the same track as the one that was. */
  heard: boolean;
}

interface OnAir {
  readonly rank: number;
  readonly playId: PlayId;
  readonly identity: string;
  /** Ranks of the sources that say that it must not be shown. */
  readonly hiddenBy: Set<number>;
}

export class Floor {
  /** Whether the source's featured deck can be heard; undefined for a source without decks. Rank 0 is the first listed. */
  readonly #isPlaying: (rank: number) => boolean | undefined;
  readonly #claims = new Map<number, Claim>();
  #holder: number | undefined;
  #onAir: OnAir | undefined;

  constructor(isPlaying: (rank: number) => boolean | undefined) {
    this.#isPlaying = isPlaying;
  }

  /** `now` is monotonic. */
  transition(rank: number, transition: Transition, now: number): readonly Word[] {
    this.#claims.set(rank, { transition, until: now + lengthOf(transition.track), heard: false });
    const free = this.#holder === undefined || rank <= this.#holder || !this.#holds(this.#holder, now);
    return free ? this.#take(rank) : this.#overhear(rank);
  }

  visibility(rank: number, playId: PlayId, hidden: boolean): readonly Word[] {
    const claim = this.#claims.get(rank);
    if (claim === undefined || claim.transition.playId !== playId) {
      // An earlier play of this source: whoever published it knows.
      return [{ is: 'visibility', playId, hidden }];
    }
    this.#claims.set(rank, { ...claim, transition: { ...claim.transition, hidden } });
    return claim.heard ? this.#hide(rank, hidden) : [];
  }

  /** A source that has to wait announces what it knows by then. */
  learned(rank: number, playId: PlayId, track: Track): void {
    const claim = this.#claims.get(rank);
    if (claim?.transition.playId === playId) {
      this.#claims.set(rank, { ...claim, transition: { ...claim.transition, track } });
    }
  }

  /** To be called now and then while `someoneWaits`: the holder may have fallen silent. */
  look(now: number): readonly Word[] {
    if (this.#holder === undefined || this.#holds(this.#holder, now)) {
      return [];
    }
    const next = this.#waiting().find((rank) => this.#holds(rank, now));
    return next === undefined ? [] : this.#take(next);
  }

  /** The operator's word: whatever the order says, this source has the floor with its newest track. */
  give(rank: number): readonly Word[] {
    return this.#holder === rank ? [] : this.#take(rank);
  }

  get someoneWaits(): boolean {
    return this.#waiting().length > 0;
  }

  #waiting(): readonly number[] {
    return [...this.#claims]
      .filter(([, { heard }]) => !heard)
      .map(([rank]) => rank)
      .sort((one, other) => one - other);
  }

  #holds(rank: number, now: number): boolean {
    const claim = this.#claims.get(rank);
    return claim !== undefined && (this.#isPlaying(rank) ?? now < claim.until);
  }

  #take(rank: number): readonly Word[] {
    this.#holder = rank;
    const claim = this.#claims.get(rank);
    if (claim === undefined) {
      return [];
    }
    const { transition } = claim;
    if (this.#onAir !== undefined && this.#onAir.rank !== rank && this.#isOnAir(transition.track)) {
      return this.#overhear(rank);
    }
    claim.heard = true;
    this.#onAir = {
      rank,
      playId: transition.playId,
      identity: identityOf(transition.track),
      hiddenBy: new Set(transition.hidden ? [rank] : []),
    };
    return [{ is: 'transition', transition }];
  }

  /** A source that need not be announced may still know that the track on air must not be shown. */
  #overhear(rank: number): readonly Word[] {
    const claim = this.#claims.get(rank);
    if (claim === undefined || !this.#isOnAir(claim.transition.track)) {
      return [];
    }
    claim.heard = true;
    return this.#hide(rank, claim.transition.hidden);
  }

  #hide(rank: number, hidden: boolean): readonly Word[] {
    const onAir = this.#onAir;
    const claim = this.#claims.get(rank);
    if (onAir === undefined || claim === undefined || !this.#isOnAir(claim.transition.track)) {
      return [];
    }
    const before = onAir.hiddenBy.size > 0;
    if (hidden) {
      onAir.hiddenBy.add(rank);
    } else {
      onAir.hiddenBy.delete(rank);
    }
    const after = onAir.hiddenBy.size > 0;
    return before === after ? [] : [{ is: 'visibility', playId: onAir.playId, hidden: after }];
  }

  #isOnAir(track: Track): boolean {
    // Two tracks without a title are not known to be the same.
    return track.title !== '' && this.#onAir?.identity === identityOf(track);
  }
}

function lengthOf({ durationMs }: Track): number {
  return durationMs > 0 ? durationMs + GRACE_MS : UNKNOWN_LENGTH_MS;
}

/** Programs differ in the case and the blanks of the same names. */
function identityOf({ artist, title }: Track): string {
  const plain = (text: string): string => text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();
  return `${plain(artist)}\0${plain(title)}`;
}
