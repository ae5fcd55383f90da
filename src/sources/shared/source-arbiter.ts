/**
 * Decides between several sources. Pure.
 *
 * The order of the sources is the user's. The source that announces a track holds the lead while its featured
 * deck can be heard or, without decks, for the length of the track plus a minute (ten minutes if unknown). A
 * source before the holder takes the lead with its next track; one after it waits. When the lead becomes
 * free, the first waiting source whose track would still hold it takes it.
 *
 * A second report of the track on air is not announced: both plays are merged, even if names differ later.
 * The merged play is judged by the knowledge of all sources, and hidden while any source hides it.
 *
 * A track that the operator takes off air still counts as a holder's, and as a second report of it: only the operator
 * puts it back on air.
 */

import { evictOldest } from '../../core/evict.ts';
import {
  filledIn,
  isSameTrack,
  isUnchanged,
  type NativeArt,
  type PlayId,
  type Track,
  type Transition,
} from '../../core/track.ts';

const GRACE_MS = 60_000;
const UNKNOWN_LENGTH_MS = 10 * 60_000;
/** All sources together have fewer loaded. */
const REMEMBERED_PLAYS = 1_000;

type ReportedNames = Pick<Transition, 'playId' | 'track' | 'nativeArt'>;

export type ArbiterOutput =
  | { readonly is: 'transition'; readonly transition: Transition }
  | { readonly is: 'visibility'; readonly playId: PlayId; readonly hidden: boolean }
  | ({ readonly is: 'learned' } & ReportedNames);

interface SourceClaim {
  readonly transition: Transition;
  /** End of the track by its length, monotonic. */
  readonly until: number;
}

interface AnnouncedPlay {
  readonly playId: PlayId;
  readonly rank: number;
  track: Track;
  readonly hiddenBy: Set<number>;
  isSetAside: boolean;
}

export class SourceArbiter {
  /** Whether the source's featured deck can be heard; undefined without decks. Rank 0 is the first listed. */
  readonly #isPlaying: (rank: number) => boolean | undefined;
  readonly #claims = new Map<number, SourceClaim>();
  #holder: number | undefined;
  #onAir: AnnouncedPlay | undefined;
  readonly #announced = new Map<PlayId, AnnouncedPlay>();

  constructor(isPlaying: (rank: number) => boolean | undefined) {
    this.#isPlaying = isPlaying;
  }

  /** `now`: monotonic. */
  transition(rank: number, transition: Transition, now: number): readonly ArbiterOutput[] {
    this.#claims.set(rank, { transition, until: now + lengthOf(transition.track) });
    const free = this.#holder === undefined || rank <= this.#holder || !this.#holds(this.#holder, now);
    return free ? this.#grantTo(rank) : this.#suppressDuplicate(rank);
  }

  visibility(rank: number, playId: PlayId, hidden: boolean): readonly ArbiterOutput[] {
    this.#change(rank, playId, { hidden });
    const announced = this.#announced.get(playId);
    return announced === undefined ? [] : hide(announced, rank, hidden);
  }

  /** A waiting source's names are announced with the track. */
  learned(rank: number, playId: PlayId, track: Track, nativeArt?: NativeArt): readonly ArbiterOutput[] {
    const news: ReportedNames = { playId, track, ...(nativeArt && { nativeArt }) };
    this.#change(rank, playId, news);
    const announced = this.#announced.get(playId);
    const reported = announced === undefined ? [] : completeNames(announced, news);
    // New names may show that two tracks are the same.
    return [...reported, ...this.#waiting().flatMap((waiting) => this.#suppressDuplicate(waiting))];
  }

  /** Call it at intervals while `hasWaiting`: the leading source may be silent. */
  reevaluate(now: number): readonly ArbiterOutput[] {
    if (this.#holder === undefined || this.#holds(this.#holder, now)) {
      return [];
    }
    const next = this.#waiting().find((rank) => this.#holds(rank, now));
    return next === undefined ? [] : this.#grantTo(next);
  }

  /** The source's play ended, and holds no longer. Returns whether it was on air and no other source plays it too. */
  ended(rank: number, playId: PlayId, now: number): boolean {
    const claim = this.#claims.get(rank);
    if (claim?.transition.playId !== playId) {
      return false;
    }
    this.#claims.set(rank, { ...claim, until: now });
    const play = this.#announced.get(playId);
    if (rank !== this.#holder || play !== this.#onAir) {
      return false;
    }
    const other = [...this.#claims].find(
      ([at, { transition }]) => this.#announced.get(transition.playId) === play && this.#holds(at, now),
    );
    this.#holder = other?.[0] ?? rank;
    return other === undefined;
  }

  /** The operator chose the source; its newest track leads. */
  grant(rank: number): readonly ArbiterOutput[] {
    if (this.#onAir?.isSetAside) {
      this.#onAir = undefined;
      return this.#grantTo(rank);
    }
    return this.#holder === rank ? [] : this.#grantTo(rank);
  }

  /** See `Source.leaveAir`. */
  leaveAir(isLeaving: (play: PlayId) => boolean): void {
    if (this.#onAir !== undefined && isLeaving(this.#onAir.playId)) {
      this.#onAir.isSetAside = true;
    }
  }

  isSetAside(playId: PlayId): boolean {
    return this.#announced.get(playId)?.isSetAside === true;
  }

  /** Rank of the source with the lead; undefined before the first track. */
  get holder(): number | undefined {
    return this.#holder;
  }

  /** Play that this one was merged into, or itself. */
  announcedAs(playId: PlayId): PlayId {
    return this.#announced.get(playId)?.playId ?? playId;
  }

  #correctionOf({ correction }: Transition): Transition['correction'] {
    const mistake = correction?.mistake;
    return mistake === undefined ? correction : { mistake: this.announcedAs(mistake) };
  }

  get hasWaiting(): boolean {
    return this.#waiting().length > 0;
  }

  #waiting(): readonly number[] {
    return [...this.#claims]
      .filter(([, { transition }]) => !this.#announced.has(transition.playId))
      .map(([rank]) => rank)
      .sort((one, other) => one - other);
  }

  #holds(rank: number, now: number): boolean {
    const claim = this.#claims.get(rank);
    return claim !== undefined && (this.#isPlaying(rank) ?? now < claim.until);
  }

  #change(rank: number, playId: PlayId, news: Partial<Transition>): void {
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
    const announced = this.#announced.get(playId);
    if (announced !== undefined) {
      this.#onAir = announced;
      announced.isSetAside = false;
      const changes = hide(announced, rank, hidden);
      const isHidden = announced.hiddenBy.size > 0;
      return [
        {
          is: 'transition',
          transition: {
            ...transition,
            playId: announced.playId,
            hidden: isHidden,
            correction: this.#correctionOf(transition),
          },
        },
        ...changes,
      ];
    }
    this.#onAir = { rank, playId, track, hiddenBy: new Set(hidden ? [rank] : []), isSetAside: false };
    this.#remember(playId, this.#onAir);
    return [{ is: 'transition', transition }];
  }

  /** A second report of the track on air completes its names, or hides it. */
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
    return [...hide(onAir, rank, transition.hidden), ...completeNames(onAir, transition)];
  }

  #remember(playId: PlayId, announced: AnnouncedPlay): void {
    this.#announced.set(playId, announced);
    evictOldest(this.#announced, REMEMBERED_PLAYS);
  }

  #isOnAir(playId: PlayId, track: Track): boolean {
    if (this.#onAir === undefined) {
      return false;
    }
    return this.#announced.get(playId) === this.#onAir || isSameTrack(track, this.#onAir.track);
  }
}

function hide(announced: AnnouncedPlay, rank: number, hidden: boolean): readonly ArbiterOutput[] {
  const before = announced.hiddenBy.size > 0;
  if (hidden) {
    announced.hiddenBy.add(rank);
  } else {
    announced.hiddenBy.delete(rank);
  }
  const after = announced.hiddenBy.size > 0;
  return before === after ? [] : [{ is: 'visibility', playId: announced.playId, hidden: after }];
}

/** `reported`: names and their source's play. The announced play's names take precedence. */
function completeNames(
  announced: AnnouncedPlay,
  { playId, track, nativeArt }: ReportedNames,
): readonly ArbiterOutput[] {
  const completed =
    playId === announced.playId ? filledIn(track, announced.track) : filledIn(announced.track, track);
  if (isUnchanged(completed, announced.track)) {
    return [];
  }
  announced.track = completed;
  return [{ is: 'learned', playId: announced.playId, track: completed, ...(nativeArt && { nativeArt }) }];
}

function lengthOf({ durationMs }: Track): number {
  return durationMs > 0 ? durationMs + GRACE_MS : UNKNOWN_LENGTH_MS;
}
