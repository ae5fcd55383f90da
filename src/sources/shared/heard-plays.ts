/**
 * Announces a track of a source without decks once the room hears it more clearly than the others; at once if there is
 * no sound, its file cannot be read, or none of the tracks was heard for ten seconds. Features an earlier track again
 * once it is surely heard. Pure: reports and times in, announcements out.
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
/** Last tracks that may be heard, if the source has no decks. */
const LAST_TRACKS = 4;

interface Candidate {
  transition: Transition;
  readonly file: string | undefined;
  wasAnnounced: boolean;
}

export class HeardPlays {
  readonly #announce: (transition: Transition) => void;
  /** Last track of each deck, or the last tracks. Newest last. */
  #candidates: readonly Candidate[] = [];
  /** Newest track, until it is announced or another track turns out to be heard. */
  #waiting: Candidate | undefined;
  #winner: Candidate | undefined;
  #onAir: Candidate | undefined;
  #onAirEvidence: OnAirEvidence | undefined;
  #sureEvidence: SureEvidence | undefined;
  /** Deadline for the first sound of the run; monotonic. */
  #soundBeginsBy: number;
  #lastHeard: RoomHeard = { levels: undefined, unreadable: new Set() };
  /** When one of the tracks was last heard, its file was being read, or a track was reported; monotonic. */
  #heardAt = 0;

  /** `now`: monotonic, like in all methods. */
  constructor(announce: (transition: Transition) => void, now: number) {
    this.#announce = announce;
    this.#soundBeginsBy = now + SOUND_BEGINS_MS;
  }

  get files(): ReadonlySet<string> {
    return new Set(this.#candidates.flatMap(({ file }) => file ?? []));
  }

  get audible(): readonly HeardTrack[] {
    return this.#candidates.flatMap(({ file, transition: { playId: play, track, hidden } }) => {
      const share = file === undefined ? undefined : this.#lastHeard.shares?.get(file);
      return share === undefined ? [] : [{ play, track, hidden, share }];
    });
  }

  /** Returns true if the track's announcement has to wait. */
  report(transition: Transition, file: string | undefined, now: number): boolean {
    const candidate = { transition, file, wasAnnounced: false };
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

  /** A track from before the start is announced only once it is heard. */
  consider(transition: Transition, file: string): void {
    this.#add({ transition, file, wasAnnounced: false });
  }

  /** Replaces an earlier play of the same file: both would be heard equally, so that neither could lead. */
  #add(candidate: Candidate): void {
    const { file } = candidate;
    const others = this.#candidates.filter((other) => file === undefined || other.file !== file);
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

  /** Also called when only time has passed, because the wait for the first sound is limited. */
  decide(now: number): void {
    this.#choose(now);
    this.#correct(now);
  }

  #choose(now: number): void {
    const waiting = this.#waiting;
    if (waiting !== undefined && !this.#canBeHeard(waiting)) {
      // The track cannot be recognized by its sound, so the earlier one would stay on air until it fades. Forget that
      // one.
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

  #canBeHeard({ file }: Candidate): boolean {
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

  /** Features the winner again if it was announced before and is surely heard now. */
  #correct(now: number): void {
    const winner = this.#winner;
    const onAir = this.#onAir;
    if (winner === undefined || onAir === undefined) {
      return;
    }
    const hasSound = this.#lastHeard.levels !== undefined;
    const level = onAir.file === undefined ? undefined : this.#lastHeard.levels?.get(onAir.file);
    const { playId } = onAir.transition;
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

  /** A file that is being read leaves open whether the track is heard. */
  #isRead({ file }: Candidate): boolean {
    const { levels, unreadable } = this.#lastHeard;
    return file !== undefined && levels?.has(file) === false && !unreadable.has(file);
  }

  #levelOf(candidate: Candidate | undefined): number {
    return (candidate?.file === undefined ? undefined : this.#lastHeard.levels?.get(candidate.file)) ?? 0;
  }
}
