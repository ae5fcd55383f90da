/**
 * A track waits until the room hears it more clearly than the others. It is announced at once without sound
 * or a readable file, or if no track was heard for ten seconds. An earlier track is featured again once it is
 * surely heard. Pure.
 */
import type { HeardTrack } from '../../core/contracts/deck.ts';
import type { RoomHeard } from '../../core/contracts/hearing.ts';
import type { PlayId, Transition } from '../../core/track.ts';
import {
  correctsAt,
  NOTHING_HEARD_MS,
  noteOnAir,
  noteSure,
  type OnAirEvidence,
  SOUND_BEGINS_MS,
  type SureEvidence,
  wasMistake,
} from '../../decks/index.ts';

/** Lowest level that counts as heard. */
const HEARD = 0.3;
/** Last tracks that may be heard, without decks. */
const LAST_TRACKS = 4;

interface Candidate {
  transition: Transition;
  wasAnnounced: boolean;
}

export class HeardPlays {
  readonly #announce: (transition: Transition) => void;
  /** Last track of each deck, or the last tracks; newest last. */
  #candidates: readonly Candidate[] = [];
  /** Newest track, until it is announced or another is heard. */
  #waiting: Candidate | undefined;
  #winner: Candidate | undefined;
  #onAir: Candidate | undefined;
  #onAirEvidence: OnAirEvidence | undefined;
  #sureEvidence: SureEvidence | undefined;
  /** Deadline for the run's first sound; monotonic. */
  #soundBeginsBy: number;
  #lastHeard: RoomHeard = { levels: undefined, unreadable: new Set() };
  /** A track was heard or reported, or its file was being read; monotonic. */
  #heardAt = 0;

  /** `now`: monotonic, like in all methods. */
  constructor(announce: (transition: Transition) => void, now: number) {
    this.#announce = announce;
    this.#soundBeginsBy = now + SOUND_BEGINS_MS;
  }

  get files(): ReadonlySet<string> {
    return new Set(this.#candidates.flatMap(({ transition }) => transition.file ?? []));
  }

  get audible(): readonly HeardTrack[] {
    return this.#candidates.flatMap(({ transition: { playId: play, track, hidden, file } }) => {
      const share = file === undefined ? undefined : this.#lastHeard.shares?.get(file);
      return share === undefined ? [] : [{ play, track, hidden, share }];
    });
  }

  /** Tracks whose files may be heard. One is on air. */
  get heard(): readonly {
    readonly play: PlayId;
    readonly file: string;
    readonly isOnAir: boolean;
    readonly level: number;
  }[] {
    return this.#candidates.flatMap((candidate) => {
      const { playId: play, file } = candidate.transition;
      const isOnAir = candidate === this.#winner;
      return file === undefined ? [] : [{ play, file, isOnAir, level: this.#levelOf(candidate) }];
    });
  }

  /** Returns true if the announcement has to wait. */
  report(transition: Transition, now: number): boolean {
    const candidate = { transition, wasAnnounced: false };
    const { deck, playId } = transition;
    this.#candidates = this.#candidates.filter(
      (other) => other.transition.playId !== playId && (deck === undefined || other.transition.deck !== deck),
    );
    this.#add(candidate);
    this.#waiting = candidate;
    this.#heardAt = now;
    this.decide(now);
    return this.#waiting !== undefined;
  }

  /** Announced only once heard: it is from before the start. */
  consider(transition: Transition): void {
    this.#add({ transition, wasAnnounced: false });
  }

  /** Replaces an earlier play of the same file: both would be heard equally, so neither could lead. */
  #add(candidate: Candidate): void {
    const { file } = candidate.transition;
    const others = this.#candidates.filter(
      ({ transition }) => file === undefined || transition.file !== file,
    );
    this.#candidates = [...others, candidate].slice(-LAST_TRACKS);
  }

  changeNames(playId: PlayId, news: Pick<Transition, 'track' | 'nativeArt'>): void {
    for (const candidate of this.#candidates) {
      if (candidate.transition.playId === playId) {
        candidate.transition = { ...candidate.transition, ...news };
      }
    }
  }

  update(state: RoomHeard, now: number): void {
    this.#lastHeard = state;
    if (state.levels !== undefined) {
      this.#soundBeginsBy = now;
    }
    if (this.#candidates.some((candidate) => this.#isRead(candidate) || this.#levelOf(candidate) > 0)) {
      this.#heardAt = now;
    }
    this.decide(now);
  }

  /** Call it when time passes, too: the wait for the first sound is limited. */
  decide(now: number): void {
    this.#choose(now);
    this.#correct(now);
  }

  #choose(now: number): void {
    const waiting = this.#waiting;
    if (waiting !== undefined && !this.#canBeHeard(waiting)) {
      // The new track cannot be recognized by sound, so the earlier one would stay on air until it fades.
      // Forget the earlier one.
      this.#candidates = [waiting];
      this.#lead(waiting);
      return;
    }
    if (waiting !== undefined && (this.#isWithoutSound(now) || now >= this.#heardAt + NOTHING_HEARD_MS)) {
      this.#lead(waiting);
      return;
    }
    const [first, second] = this.#candidates.toSorted(
      (one, other) => this.#levelOf(other) - this.#levelOf(one),
    );
    const level = this.#levelOf(first);
    if (first !== undefined && level >= HEARD && level > this.#levelOf(second)) {
      this.#lead(first);
    }
  }

  #canBeHeard({ transition: { file } }: Candidate): boolean {
    return file !== undefined && !this.#lastHeard.unreadable.has(file);
  }

  #lead(candidate: Candidate): void {
    if (candidate === this.#waiting) {
      this.#waiting = undefined;
    }
    if (candidate !== this.#winner) {
      this.#winner = candidate;
      this.#announce(candidate.transition);
    }
    if (!candidate.wasAnnounced) {
      candidate.wasAnnounced = true;
      this.#onAir = candidate;
    }
  }

  /** The winner was announced before and is surely heard now. */
  #correct(now: number): void {
    const winner = this.#winner;
    const onAir = this.#onAir;
    if (winner === undefined || onAir === undefined) {
      return;
    }
    const hasSound = this.#lastHeard.levels !== undefined;
    const { playId, file } = onAir.transition;
    const level = file === undefined ? undefined : this.#lastHeard.levels?.get(file);
    this.#onAirEvidence = noteOnAir(this.#onAirEvidence, playId, { hasSound, level }, now);
    const id = winner.transition.playId;
    this.#sureEvidence =
      winner === onAir ? undefined : noteSure(this.#sureEvidence, id, this.#levelOf(winner), now);
    if (this.#sureEvidence !== undefined && now >= correctsAt(this.#sureEvidence)) {
      const isMistake = wasMistake(this.#onAirEvidence);
      onAir.wasAnnounced = !isMistake;
      this.#onAir = winner;
      this.#sureEvidence = undefined;
      this.#announce({ ...winner.transition, correction: isMistake ? { mistake: playId } : {} });
    }
  }

  #isWithoutSound(now: number): boolean {
    return this.#lastHeard.levels === undefined && now >= this.#soundBeginsBy;
  }

  /** The track may be heard, but its file is still being read. */
  #isRead({ transition: { file } }: Candidate): boolean {
    const { levels, unreadable } = this.#lastHeard;
    return file !== undefined && levels?.has(file) === false && !unreadable.has(file);
  }

  #levelOf(candidate: Candidate | undefined): number {
    const file = candidate?.transition.file;
    return (file === undefined ? undefined : this.#lastHeard.levels?.get(file)) ?? 0;
  }
}
