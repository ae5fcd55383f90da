/**
 * Says how clearly each of a few known pieces is heard. A piece is searched in the last six seconds of sound, with every
 * tempo and pitch that a DJ gives it; where it was found it is followed, and what it explains of the last two seconds
 * that no other piece explains says how clearly it is heard.
 */
import { type Alignment, LOOKED_AT, PITCHES, PlaceSearch, refine, SAME_PITCH } from './alignment.ts';
import { Describer, FRAMES_PER_SECOND } from './describe.ts';
import { type Features, type FeaturesAt, featuresOf, RecentFeatures } from './features.ts';
import type { DescribedPiece } from './messages.ts';
import { sharesOf } from './shares.ts';
import { SAMPLE_RATE, type Sound } from './sound.ts';

/** Frames from one judgement to the next: four a second. */
const JUDGED_EVERY = 5;
/** A piece may be heard where less than this share of the bits differs; below the second its place is not searched again. */
const MAY_BE_HEARD = 0.41;
const FOUND = 0.33;
/** In the neighborhood of the last place, chance finds less. */
const STILL_HEARD = 0.4;
/** Seconds without hearing a piece after which its place is given up. */
const GIVEN_UP_AFTER = 12;
/** Seconds for which a piece is followed before it counts. */
const FOLLOWED_FOR = 1;
/** Frames of pieces that each second of sound allows to search: it bounds the work, whatever is loaded. */
const SEARCHED_A_SECOND = 8_000;
/** Where less than this share of the bits differs, a piece plays alone: the others get a part of that time, for they cannot be loud. */
const ALONE = 0.25;
const PART_BESIDE = 1 / 4;
/**
 * What it takes until a piece counts where nothing else is heard: for so many seconds it is surely heard, with less than
 * this share of the bits differing, and has this share of the sound, or is doubted. Music that nobody has loaded may come to
 * that where its beats go together with those of a piece, and comes to it sooner the more pieces are looked through.
 */
interface Beginning {
  readonly difference: number;
  readonly share: number;
  readonly sureFor: number;
  readonly doubtedFor: number;
}
const LOADED: Beginning = { difference: 0.33, share: 0.35, sureFor: 1, doubtedFor: 5 };
const PROPOSED: Beginning = { ...LOADED, sureFor: 2, doubtedFor: 7 };
/** At tempos that are more than a tenth off, a third of those that are tried, and hardly one that is played. */
const UNUSUAL = 0.1;
const AT_UNUSUAL: Beginning = {
  difference: 0.25,
  share: 0.25,
  sureFor: 3,
  doubtedFor: Number.POSITIVE_INFINITY,
};
/**
 * Share of the sound with which a piece begins to count, with which it still does, and with which it is heard clearly. It
 * begins where it is surely heard, or beside another one that is, or has been so for a while: music that nobody has loaded
 * may have the same instruments as a piece, and be a little like it for some seconds.
 */
const BEGINS = 0.15;
const STILL = 0.03;
const CLEARLY = 0.15;
/** Of the largest share: a piece with less is drowned, one with more is as loud. */
const DROWNED = 0.5;
const AS_LOUD = 0.9;
/** How much of the shares so far remains in each judgement. */
const SMOOTHING = 0.7;
/** Changes of tempo that are tried where a piece was found, and while it is followed. */
const FINE_TEMPOS = [0, -0.0025, 0.0025, -0.005, 0.005, -0.0075, 0.0075];
const STEADY_TEMPOS = [0, -0.002, 0.002];
/** Decibels of full scale below which the sound is silence, and seconds after which that counts. */
const SILENCE_DB = -50;
const SILENT_FOR = 10;

interface Piece {
  readonly features: Features;
  readonly isProposed: boolean;
  /** Where it runs; undefined while it is not found. */
  alignment: Alignment | undefined;
  /** Frames since it was found, and since it was last heard. */
  followed: number;
  unheard: number;
  /** Frames for which it has surely been heard. */
  sure: number;
  /** Smoothed. */
  share: number;
  /** Frames for which that has been enough to count. */
  enough: number;
  counts: boolean;
  /** The piece with the same recording that is heard in its place. */
  sameAs: string | undefined;
}

/** How clearly each piece is heard, 0 to 1, by its id; 0: not at all, or drowned by another. */
type Judgement = ReadonlyMap<string, number>;

export class Judge {
  readonly #describer = new Describer(PITCHES);
  readonly #recent = new RecentFeatures(PITCHES.length, LOOKED_AT);
  readonly #places = new PlaceSearch();
  readonly #pieces = new Map<string, Piece>();
  #frames = 0;
  #searchable = 0;
  #turn = 0;
  /** Samples of silence up to now. */
  #silent = 0;

  /** Adds a piece, or says of one that is there whether it is proposed. */
  add(id: string, { description, isProposed }: DescribedPiece): void {
    const known = this.#pieces.get(id);
    this.#pieces.set(id, {
      alignment: undefined,
      followed: 0,
      unheard: 0,
      sure: 0,
      share: 0,
      enough: 0,
      counts: false,
      sameAs: undefined,
      ...known,
      features: featuresOf(description),
      isProposed,
    });
  }

  remove(id: string): void {
    this.#pieces.delete(id);
  }

  /** Part of the sound that each piece explains, 0 to 1, by its id. */
  get shares(): ReadonlyMap<string, number> {
    return new Map([...this.#pieces].map(([id, { share }]) => [id, share]));
  }

  /** Pieces with the same recording as another one, which is heard in their place: ids by ids. */
  get doubles(): ReadonlyMap<string, string> {
    return new Map(
      [...this.#pieces].flatMap(([id, { sameAs }]) => (sameAs === undefined ? [] : [[id, sameAs] as const])),
    );
  }

  /** The silence has lasted so long that nothing is heard. */
  get isSilent(): boolean {
    return this.#silent >= SILENT_FOR * SAMPLE_RATE;
  }

  /** Of the sound up to the end of these samples; undefined when they are too few for another judgement. */
  push(samples: Sound['samples']): Judgement | undefined {
    let judgement: Judgement | undefined;
    this.#silent = loudnessOf(samples) < SILENCE_DB ? this.#silent + samples.length : 0;
    this.#describer.push(samples, (pitch, bytes) => {
      this.#recent.push(pitch, bytes);
      if (pitch === PITCHES.length - 1) {
        this.#frames += 1;
        judgement = this.#frames % JUDGED_EVERY === 0 ? this.#judge() : judgement;
      }
    });
    return judgement;
  }

  #judge(): Judgement {
    if (this.#pieces.size === 0) {
      return new Map();
    }
    const recent: FeaturesAt = (pitch) => this.#recent.of(pitch);
    for (const piece of this.#pieces.values()) {
      follow(piece, recent);
    }
    if (this.#frames >= LOOKED_AT) {
      this.#search(recent);
    }
    this.#weigh(recent(SAME_PITCH));
    const most = Math.max(...[...this.#pieces.values()].map(({ share }) => share));
    return new Map(
      [...this.#pieces].map(([id, { share, counts }]) => [
        id,
        counts && !this.isSilent
          ? part(share / CLEARLY) * part((share / most - DROWNED) / (AS_LOUD - DROWNED))
          : 0,
      ]),
    );
  }

  #weigh(recent: Features): void {
    const counted = [...this.#pieces]
      .flatMap(([id, piece]) =>
        piece.alignment !== undefined && piece.followed > FOLLOWED_FOR * FRAMES_PER_SECOND
          ? [{ id, piece, features: piece.features, alignment: piece.alignment }]
          : [],
      )
      // Of two with the same recording the one that was heard so far.
      .sort((one, other) => other.piece.share - one.piece.share);
    const shares = sharesOf(recent, counted);
    const isAnyHeard = counted.some(({ piece }) => piece.counts);
    const isOneClear = counted.some(({ piece }) => piece.counts && piece.share > CLEARLY);
    for (const piece of this.#pieces.values()) {
      const { share = 0, sameAs } = shares[counted.findIndex((one) => one.piece === piece)] ?? {};
      piece.sameAs = sameAs === undefined ? undefined : counted[sameAs]?.id;
      piece.share = SMOOTHING * piece.share + (1 - SMOOTHING) * share;
      piece.enough = piece.share > BEGINS ? piece.enough + JUDGED_EVERY : 0;
      const { sureFor, share: most, doubtedFor } = beginningOf(piece);
      const isSure =
        isOneClear ||
        (isAnyHeard ? piece.sure > 0 : piece.sure > sureFor * FRAMES_PER_SECOND && piece.share > most) ||
        piece.enough > doubtedFor * FRAMES_PER_SECOND;
      piece.counts = piece.counts ? piece.share > STILL : isSure && piece.enough > 0;
    }
  }

  /** Searches the next piece whose place is unknown or doubtful, once there is time for it. */
  #search(recent: FeaturesAt): void {
    const pieces = [...this.#pieces.values()];
    const isAlone = pieces.some(({ counts, alignment }) => counts && (alignment?.difference ?? 1) < ALONE);
    const most = SEARCHED_A_SECOND * (isAlone ? PART_BESIDE : 1);
    this.#searchable = Math.min(this.#searchable + (most * JUDGED_EVERY) / FRAMES_PER_SECOND, most);
    const waiting = [...pieces.slice(this.#turn), ...pieces.slice(0, this.#turn)];
    const next = waiting.find(({ alignment }) => (alignment?.difference ?? 1) > FOUND);
    if (next === undefined || this.#searchable <= 0) {
      return;
    }
    this.#turn = (pieces.indexOf(next) + 1) % pieces.length;
    this.#searchable -= next.features.frames;
    const found = this.#places.search(recent, next.features, MAY_BE_HEARD);
    if (found === undefined) {
      return;
    }
    const refined = refine(recent, next.features, found, FINE_TEMPOS);
    if (refined.difference < (next.alignment?.difference ?? 1) - 0.02) {
      Object.assign(next, { alignment: refined, followed: 0, unheard: 0, sure: 0 });
    }
  }
}

function beginningOf({ isProposed, alignment }: Piece): Beginning {
  const isUnusual = Math.abs((alignment?.tempo ?? 1) - 1) > UNUSUAL;
  return isUnusual ? AT_UNUSUAL : isProposed ? PROPOSED : LOADED;
}

/** The piece runs on, whether it is heard or not. */
function follow(piece: Piece, recent: FeaturesAt): void {
  const { alignment } = piece;
  if (alignment === undefined) {
    return;
  }
  const further = { ...alignment, position: alignment.position + JUDGED_EVERY * alignment.tempo };
  const refined = refine(recent, piece.features, further, STEADY_TEMPOS);
  const isHeard = refined.difference < STILL_HEARD;
  piece.followed += JUDGED_EVERY;
  piece.unheard = isHeard ? 0 : piece.unheard + JUDGED_EVERY;
  piece.alignment = isHeard ? refined : { ...further, difference: refined.difference };
  piece.sure = refined.difference < beginningOf(piece).difference ? piece.sure + JUDGED_EVERY : 0;
  if (piece.unheard > GIVEN_UP_AFTER * FRAMES_PER_SECOND) {
    piece.alignment = undefined;
  }
}

/** Decibels of full scale; minus infinity for no sound. */
function loudnessOf(samples: Float32Array): number {
  return 10 * Math.log10(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
}

function part(value: number): number {
  return Math.max(0, Math.min(1, value));
}
