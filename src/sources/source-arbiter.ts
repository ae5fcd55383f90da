/**
 * Several sources, one voice. Pure: transitions and time come in, what goes on comes out.
 *
 * Sources stand in the order in which the user listed them. The source that announces a track holds the lead: as long
 * as its featured deck can be heard, or, when it has no decks, for the length of the track and a minute (ten minutes
 * when nobody knows the length). Sources listed before the holder take the lead with their next track at once;
 * those listed after it wait. When the lead becomes free, the first source that waits with a track that would
 * still hold the lead takes it.
 *
 * The track on air is not announced again when another source tells of it too: the plays of both are one from then
 * on, whatever becomes of the names. It is judged by all that any of them knows, and hidden as long as any says so.
 */

import { evictOldest } from '../core/evict.ts';
import { filledIn, isSameTrack } from '../core/names.ts';
import type { PlayId, Track, Transition } from '../core/track.ts';

const GRACE_MS = 60_000;
const UNKNOWN_LENGTH_MS = 10 * 60_000;
/** Plays that are remembered: more than any source still has on a deck. */
const REMEMBERED_PLAYS = 1_000;

export type ArbiterOutput =
  | { readonly is: 'transition'; readonly transition: Transition }
  | { readonly is: 'visibility'; readonly playId: PlayId; readonly hidden: boolean }
  | { readonly is: 'learned'; readonly playId: PlayId; readonly track: Track };

/** A source's newest track. */
interface SourceClaim {
  readonly transition: Transition;
  /** Monotonic time at which the track is over, as far as its length tells. */
  readonly until: number;
}

/** A play that was announced. */
interface Aired {
  readonly playId: PlayId;
  /** Rank of the source that announced it. */
  readonly rank: number;
  /** With what every source that tells of it knows. */
  track: Track;
  /** Ranks of the sources that say that it must not be shown. */
  readonly hiddenBy: Set<number>;
}

export class SourceArbiter {
  /** Whether the source's featured deck can be heard; undefined for a source without decks. Rank 0 is the first listed. */
  readonly #isPlaying: (rank: number) => boolean | undefined;
  readonly #claims = new Map<number, SourceClaim>();
  #holder: number | undefined;
  #onAir: Aired | undefined;
  /** What was announced, by every play that tells of it. */
  readonly #aired = new Map<PlayId, Aired>();

  constructor(isPlaying: (rank: number) => boolean | undefined) {
    this.#isPlaying = isPlaying;
  }

  /** `now` is monotonic. */
  transition(rank: number, transition: Transition, now: number): readonly ArbiterOutput[] {
    this.#claims.set(rank, { transition, until: now + lengthOf(transition.track) });
    const free = this.#holder === undefined || rank <= this.#holder || !this.#holds(this.#holder, now);
    return free ? this.#grantTo(rank) : this.#suppressDuplicate(rank);
  }

  visibility(rank: number, playId: PlayId, hidden: boolean): readonly ArbiterOutput[] {
    this.#change(rank, playId, { hidden });
    const aired = this.#aired.get(playId);
    return aired === undefined ? [] : hide(aired, rank, hidden);
  }

  /** A source that has to wait announces what it knows by then. */
  learned(rank: number, playId: PlayId, track: Track): readonly ArbiterOutput[] {
    this.#change(rank, playId, { track });
    const aired = this.#aired.get(playId);
    const told = aired === undefined ? [] : teach(aired, playId, track);
    // One of two that were called otherwise so far may turn out to be the other.
    return [...told, ...this.#waiting().flatMap((waiting) => this.#suppressDuplicate(waiting))];
  }

  /** To be called now and then while `someoneWaits`: the holder may have fallen silent. */
  reevaluate(now: number): readonly ArbiterOutput[] {
    if (this.#holder === undefined || this.#holds(this.#holder, now)) {
      return [];
    }
    const next = this.#waiting().find((rank) => this.#holds(rank, now));
    return next === undefined ? [] : this.#grantTo(next);
  }

  /** The operator's word: whatever the order says, this source has the lead with its newest track. */
  grant(rank: number): readonly ArbiterOutput[] {
    return this.#holder === rank ? [] : this.#grantTo(rank);
  }

  /** The play under which this one was announced, be it by another source; else itself. */
  announcedAs(playId: PlayId): PlayId {
    return this.#aired.get(playId)?.playId ?? playId;
  }

  get hasWaiting(): boolean {
    return this.#waiting().length > 0;
  }

  #waiting(): readonly number[] {
    return [...this.#claims]
      .filter(([, { transition }]) => !this.#aired.has(transition.playId))
      .map(([rank]) => rank)
      .sort((one, other) => one - other);
  }

  #holds(rank: number, now: number): boolean {
    const claim = this.#claims.get(rank);
    return claim !== undefined && (this.#isPlaying(rank) ?? now < claim.until);
  }

  #change(rank: number, playId: PlayId, news: Partial<Pick<Transition, 'hidden' | 'track'>>): void {
    const claim = this.#claims.get(rank);
    if (claim?.transition.playId === playId) {
      this.#claims.set(rank, { ...claim, transition: { ...claim.transition, ...news } });
    }
  }

  #grantTo(rank: number): readonly ArbiterOutput[] {
    this.#holder = rank;
    const claim = this.#claims.get(rank);
    if (claim === undefined) {
      return [];
    }
    const { transition } = claim;
    if (
      this.#onAir !== undefined &&
      this.#onAir.rank !== rank &&
      this.#isOnAir(transition.playId, transition.track)
    ) {
      return this.#suppressDuplicate(rank);
    }
    const { playId, track, hidden } = transition;
    const aired = this.#aired.get(playId);
    if (aired !== undefined) {
      this.#onAir = aired;
      return [
        { is: 'transition', transition: { ...transition, playId: aired.playId } },
        ...hide(aired, rank, hidden),
      ];
    }
    this.#onAir = { rank, playId, track, hiddenBy: new Set(hidden ? [rank] : []) };
    this.#remember(playId, this.#onAir);
    return [{ is: 'transition', transition }];
  }

  /** A source that need not be announced may still know more of the track on air, or that it must not be shown. */
  #suppressDuplicate(rank: number): readonly ArbiterOutput[] {
    const transition = this.#claims.get(rank)?.transition;
    const onAir = this.#onAir;
    if (
      transition === undefined ||
      onAir === undefined ||
      !this.#isOnAir(transition.playId, transition.track)
    ) {
      return [];
    }
    this.#remember(transition.playId, onAir);
    return [...hide(onAir, rank, transition.hidden), ...teach(onAir, transition.playId, transition.track)];
  }

  #remember(playId: PlayId, aired: Aired): void {
    this.#aired.set(playId, aired);
    evictOldest(this.#aired, REMEMBERED_PLAYS);
  }

  #isOnAir(playId: PlayId, track: Track): boolean {
    if (this.#onAir === undefined) {
      return false;
    }
    return this.#aired.get(playId) === this.#onAir || isSameTrack(track, this.#onAir.track);
  }
}

function hide(aired: Aired, rank: number, hidden: boolean): readonly ArbiterOutput[] {
  const before = aired.hiddenBy.size > 0;
  if (hidden) {
    aired.hiddenBy.add(rank);
  } else {
    aired.hiddenBy.delete(rank);
  }
  const after = aired.hiddenBy.size > 0;
  return before === after ? [] : [{ is: 'visibility', playId: aired.playId, hidden: after }];
}

/** `playId`: whose source knows this of the track. Its own names stay when it is another than the announced one. */
function teach(aired: Aired, playId: PlayId, track: Track): readonly ArbiterOutput[] {
  const known = playId === aired.playId ? filledIn(track, aired.track) : filledIn(aired.track, track);
  if (Object.entries(known).every(([field, value]) => aired.track[field as keyof Track] === value)) {
    return [];
  }
  aired.track = known;
  return [{ is: 'learned', playId: aired.playId, track: known }];
}

function lengthOf({ durationMs }: Track): number {
  return durationMs > 0 ? durationMs + GRACE_MS : UNKNOWN_LENGTH_MS;
}
