/**
 * Measures how clearly each of a few known pieces is heard.
 *
 * 1. Search: align the piece with the last six seconds of sound, at every tempo and pitch a DJ may use.
 * 2. Follow: move the alignment along with the sound, and refine it.
 * 3. Weigh: a piece's share is the part of the last two seconds that it explains and no other piece does.
 */
import {
  type Alignment,
  LOOKED_AT,
  measure,
  PITCHES,
  PlaceSearch,
  refine,
  SAME_PITCH,
  surplusBesideBeats,
} from './alignment.ts';
import { Describer, type Description, FRAMES_PER_SECOND, HOP } from './describe.ts';
import { type Features, type FeaturesAt, featuresOf, RecentFeatures } from './features.ts';
import type { DescribedPiece, HeardPosition } from './messages.ts';
import { restOf } from './rest.ts';
import { sharesOf } from './shares.ts';
import { SAMPLE_RATE, type Sound } from './sound.ts';
import { WINDOW } from './spectrum.ts';

/** Frames between judgements: four judgements a second. */
const FRAMES_PER_JUDGEMENT = 5;
/** Limits of `Alignment.difference`: for a search result, and for one so good that the search ends. */
const CANDIDATE_DIFFERENCE = 0.41;
const FOUND_DIFFERENCE = 0.33;
/** Laxer than `FOUND_DIFFERENCE`: near the last alignment, chance matches are rarer. */
const FOLLOWED_DIFFERENCE = 0.4;
const GIVEN_UP_AFTER_S = 12;
const FOLLOWED_FOR_S = 1;
/** The next piece is expected so long after one was heard clearly: while the compared sound holds some of it. */
const NEXT_EXPECTED_FOR_S = 6;
/** `FOLLOWED_FOR_S` while the next piece is expected. */
const NEXT_FOLLOWED_FOR_S = 0.2;
/** Search budget: frames of pieces per second of sound, however many pieces there are. */
const SEARCH_FRAMES_PER_S = 8_000;
/** Below this difference a piece plays alone. No other can be loud then, so the search budget is cut. */
const ALONE_DIFFERENCE = 0.25;
const BUDGET_BESIDE_ALONE = 1 / 4;
/**
 * Evidence that a first piece needs before it counts: surely heard for `sureFor` seconds (bit difference below
 * `difference`) with at least `share` of the sound, or `doubtedFor` seconds with less. `nextSureFor` is enough while the
 * next piece is expected.
 *
 * A voice or a room leaves a piece too small a share, but doesn't move it. So `provenFor` seconds since its alignment are
 * enough, too, if `surplusBesideBeats` exceeds `surplus` by more than chance.
 *
 * Other music can resemble a piece for some seconds, by the same instruments or by beats that line up. The more pieces
 * are searched, the sooner that happens.
 */
interface Evidence {
  readonly difference: number;
  readonly share: number;
  readonly sureFor: number;
  readonly nextSureFor: number;
  readonly doubtedFor: number;
  readonly provenFor: number;
  readonly surplus: number;
}
const LOADED: Evidence = {
  difference: 0.33,
  share: 0.35,
  sureFor: 1,
  nextSureFor: 0.5,
  doubtedFor: 5,
  provenFor: 3,
  surplus: 0.05,
};
const PROPOSED: Evidence = {
  ...LOADED,
  sureFor: 2,
  doubtedFor: 7,
  provenFor: Number.POSITIVE_INFINITY,
};
/** Tempo changes beyond 10 % are a third of those searched, but DJs hardly use them. */
const UNUSUAL_TEMPO = 0.1;
const AT_UNUSUAL_TEMPO: Evidence = {
  ...PROPOSED,
  difference: 0.25,
  share: 0.25,
  sureFor: 3,
  nextSureFor: 3,
  doubtedFor: Number.POSITIVE_INFINITY,
};
/** Surplus of one frame that chance can reach. */
const BY_CHANCE = 0.3;
/** A surplus proves nothing if the difference of another piece is so much lower. */
const LESS_ALIKE = 0.05;
/** Share of the sound that a proven piece has at least. */
const PROVEN_FROM = 0.08;
/** Part of the surplus until which a piece goes on counting, and that is enough while the next piece is expected. */
const STAYS_PROVEN = 0.6;
/** Shares of the sound, 0 to 1: to begin to count, to go on counting, and to be heard clearly. */
const COUNTS_FROM = 0.15;
const COUNTS_UNTIL = 0.03;
const CLEAR = 0.15;
/** Fractions of the largest share: pieces below are drowned, pieces above are as loud. */
const DROWNED = 0.5;
const AS_LOUD = 0.9;
/** Weight of the previous share in each judgement, and while the next piece is expected. */
const SMOOTHING = 0.7;
const NEXT_SMOOTHING = 0.5;
/** Highest difference of a clearly heard piece that is taken out of the sound to search for another. */
const TAKEN_OUT_DIFFERENCE = 0.35;
/** Frames and tempo by which two alignments of the same place differ. */
const SAME_PLACE = 2;
const SAME_TEMPO = 0.01;
/** Tempo changes to try on a new alignment, and while following it. */
const FINE_TEMPOS = [0, -0.0025, 0.0025, -0.005, 0.005, -0.0075, 0.0075];
const STEADY_TEMPOS = [0, -0.002, 0.002];
const SILENCE_DBFS = -50;
const SILENT_AFTER_S = 10;

interface Piece {
  readonly description: Description;
  readonly features: Features;
  readonly isProposed: boolean;
  alignment: Alignment | undefined;
  followedFrames: number;
  unheardFrames: number;
  sureFrames: number;
  /** Part of the sound that only this piece explains, 0 to 1, smoothed. */
  share: number;
  /** Frames with a share above `COUNTS_FROM`. */
  enoughFrames: number;
  /** Whether the piece counts by its share, and by the sound since its alignment. */
  hasShare: boolean;
  isProven: boolean;
  /** Id of a piece with the same recording, which takes the share of both. */
  sameAs: string | undefined;
}

/** Clarity of each piece by id, 0 to 1. 0: not heard, or drowned by another. */
type Judgement = ReadonlyMap<string, number>;

export class Judge {
  readonly #describer = new Describer(PITCHES);
  readonly #recent = new RecentFeatures(PITCHES.length, LOOKED_AT);
  readonly #places = new PlaceSearch();
  readonly #pieces = new Map<string, Piece>();
  #frames = 0;
  #searchBudget = 0;
  #turn = 0;
  #silentSamples = 0;
  /** Frames since a piece was heard clearly. */
  #unclearFrames = Number.POSITIVE_INFINITY;

  /** Adds a piece. A known one keeps its alignment. */
  add(id: string, { description, isProposed }: DescribedPiece): void {
    const known = this.#pieces.get(id);
    this.#pieces.set(id, {
      alignment: undefined,
      followedFrames: 0,
      unheardFrames: 0,
      sureFrames: 0,
      share: 0,
      enoughFrames: 0,
      hasShare: false,
      isProven: false,
      sameAs: undefined,
      ...known,
      description,
      features: featuresOf(description),
      isProposed,
    });
  }

  remove(id: string): void {
    this.#pieces.delete(id);
  }

  /** Positions in the pieces that are heard, by id. */
  get positions(): ReadonlyMap<string, HeardPosition> {
    const recent: FeaturesAt = (pitch) => this.#recent.of(pitch);
    const framesSince = this.#frames % FRAMES_PER_JUDGEMENT;
    const samplesSince = this.#describer.samplesAfterFrame;
    return new Map(
      [...this.#pieces].flatMap(([id, { features, alignment }]) => {
        if (alignment === undefined || alignment.difference > FOLLOWED_DIFFERENCE) {
          return [];
        }
        const position = alignment.position + framesSince * alignment.tempo;
        const measured = measure(recent, features, { ...alignment, position });
        if (measured === undefined) {
          return [];
        }
        const ms = msOf(measured.position * HOP + WINDOW);
        return [[id, { ms, agoMs: msOf(measured.framesAgo * HOP + samplesSince) }] as const];
      }),
    );
  }

  /** Share of each piece by id, 0 to 1. */
  get shares(): ReadonlyMap<string, number> {
    return new Map([...this.#pieces].map(([id, { share }]) => [id, share]));
  }

  /** Maps the id of a piece to the id of one with the same recording, which is heard in its place. */
  get doubles(): ReadonlyMap<string, string> {
    return new Map(
      [...this.#pieces].flatMap(([id, { sameAs }]) => (sameAs === undefined ? [] : [[id, sameAs] as const])),
    );
  }

  get isSilent(): boolean {
    return this.#silentSamples >= SILENT_AFTER_S * SAMPLE_RATE;
  }

  /** Returns undefined if the samples are too few for another judgement. */
  push(samples: Sound['samples']): Judgement | undefined {
    let judgement: Judgement | undefined;
    this.#silentSamples = dbfsOf(samples) < SILENCE_DBFS ? this.#silentSamples + samples.length : 0;
    this.#describer.push(samples, (pitch, bytes) => {
      this.#recent.push(pitch, bytes);
      if (pitch === PITCHES.length - 1) {
        this.#frames += 1;
        judgement = this.#frames % FRAMES_PER_JUDGEMENT === 0 ? this.#judge() : judgement;
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
    this.#weigh(recent);
    const most = Math.max(...[...this.#pieces.values()].map(({ share }) => share));
    return new Map(
      [...this.#pieces].map(([id, piece]) => [
        id,
        counts(piece) && !this.isSilent
          ? clamp01(piece.share / CLEAR) * clamp01((piece.share / most - DROWNED) / (AS_LOUD - DROWNED))
          : 0,
      ]),
    );
  }

  #weigh(recent: FeaturesAt): void {
    const wasOneClear = [...this.#pieces.values()].some(isClear);
    this.#unclearFrames = wasOneClear ? 0 : this.#unclearFrames + FRAMES_PER_JUDGEMENT;
    const isNextExpected = this.#unclearFrames <= NEXT_EXPECTED_FOR_S * FRAMES_PER_SECOND;
    const followedFor = isNextExpected ? NEXT_FOLLOWED_FOR_S : FOLLOWED_FOR_S;
    const smoothing = isNextExpected ? NEXT_SMOOTHING : SMOOTHING;
    const counted = [...this.#pieces]
      .flatMap(([id, piece]) =>
        piece.alignment !== undefined && piece.followedFrames > followedFor * FRAMES_PER_SECOND
          ? [{ id, piece, features: piece.features, alignment: piece.alignment }]
          : [],
      )
      // Of two pieces with the same recording, the first keeps the share: prefer the one heard so far.
      .sort((one, other) => other.piece.share - one.piece.share);
    const shares = sharesOf(recent(SAME_PITCH), counted);
    const isAnyHeard = counted.some(({ piece }) => counts(piece));
    const isOneClear = counted.some(({ piece }) => isClear(piece));
    const nearest = Math.min(...[...this.#pieces.values()].map(differenceOf));
    for (const piece of this.#pieces.values()) {
      const { share = 0, sameAs } = shares[counted.findIndex((one) => one.piece === piece)] ?? {};
      piece.sameAs = sameAs === undefined ? undefined : counted[sameAs]?.id;
      piece.share = smoothing * piece.share + (1 - smoothing) * share;
      piece.enoughFrames = piece.share > COUNTS_FROM ? piece.enoughFrames + FRAMES_PER_JUDGEMENT : 0;
      const { sureFor, nextSureFor, share: most, doubtedFor } = evidenceFor(piece);
      const enough = (isNextExpected ? nextSureFor : sureFor) * FRAMES_PER_SECOND;
      const part = piece.hasShare || isNextExpected ? STAYS_PROVEN : 1;
      const isAlike = (): boolean => hasSurplus(piece, recent, LOOKED_AT, part);
      const isSure =
        isOneClear ||
        (isAnyHeard ? piece.sureFrames > 0 : piece.sureFrames > enough && piece.share > most) ||
        piece.enoughFrames > doubtedFor * FRAMES_PER_SECOND;
      piece.hasShare = piece.hasShare
        ? piece.share > COUNTS_FROM || (piece.share > COUNTS_UNTIL && isAlike())
        : isSure && piece.enoughFrames > 0 && (isOneClear || isAlike());
      piece.isProven = isProven(piece, recent, nearest);
    }
  }

  /** Searches the next piece without a good alignment, as far as the budget allows. */
  #search(recent: FeaturesAt): void {
    const pieces = [...this.#pieces.values()];
    const isAlone = pieces.some((piece) => counts(piece) && differenceOf(piece) < ALONE_DIFFERENCE);
    const most = SEARCH_FRAMES_PER_S * (isAlone ? BUDGET_BESIDE_ALONE : 1);
    this.#searchBudget = Math.min(
      this.#searchBudget + (most * FRAMES_PER_JUDGEMENT) / FRAMES_PER_SECOND,
      most,
    );
    const waiting = [...pieces.slice(this.#turn), ...pieces.slice(0, this.#turn)];
    const next = waiting.find((piece) => differenceOf(piece) > FOUND_DIFFERENCE);
    if (next === undefined || this.#searchBudget <= 0) {
      return;
    }
    this.#turn = (pieces.indexOf(next) + 1) % pieces.length;
    this.#searchBudget -= next.features.frames;
    const sound = this.#soundFor(next, recent);
    const found = this.#places.search(sound, next.features, CANDIDATE_DIFFERENCE);
    if (found === undefined) {
      return;
    }
    const refined = refine(sound, next.features, found, FINE_TEMPOS);
    const known =
      sound === recent || next.alignment === undefined
        ? undefined
        : refine(sound, next.features, next.alignment, [0]);
    if (refined.difference >= Math.min(differenceOf(next), known?.difference ?? 1) - 0.02) {
      return;
    }
    const isSame =
      known !== undefined &&
      Math.abs(known.position - refined.position) <= SAME_PLACE &&
      Math.abs(known.tempo - refined.tempo) <= SAME_TEMPO;
    Object.assign(next, { alignment: refined, unheardFrames: 0 });
    if (!isSame) {
      Object.assign(next, { followedFrames: 0, sureFrames: 0 });
    }
  }

  /** Sound to search a piece in. For a loaded one, without the loudest that is clearly heard, which drowns out others. */
  #soundFor(next: Piece, recent: FeaturesAt): FeaturesAt {
    const [heard] = [...this.#pieces.values()]
      .filter((piece) => piece !== next && isClear(piece) && differenceOf(piece) < TAKEN_OUT_DIFFERENCE)
      .sort((one, other) => other.share - one.share);
    const alignment = heard?.alignment;
    if (next.isProposed || heard === undefined || alignment === undefined) {
      return recent;
    }
    const known = new Map<number, Features>();
    return (pitch) => {
      const take = (sound: Description): Description => restOf(sound, pitch, heard.description, alignment);
      const features = known.get(pitch) ?? this.#recent.changed(pitch, take);
      known.set(pitch, features);
      return features;
    };
  }
}

function counts({ hasShare, isProven }: Piece): boolean {
  return hasShare || isProven;
}

function isClear(piece: Piece): boolean {
  return counts(piece) && piece.share > CLEAR;
}

/** 1 if it is not aligned. */
function differenceOf({ alignment }: Piece): number {
  return alignment?.difference ?? 1;
}

/** `nearest`: the difference of the piece that resembles the sound most. */
function isProven(piece: Piece, recent: FeaturesAt, nearest: number): boolean {
  const frames = Math.min(LOOKED_AT, piece.followedFrames);
  const part = piece.isProven ? STAYS_PROVEN : 1;
  return (
    frames >= evidenceFor(piece).provenFor * FRAMES_PER_SECOND &&
    piece.share >= PROVEN_FROM * part &&
    differenceOf(piece) < nearest + LESS_ALIKE / part &&
    hasSurplus(piece, recent, frames, part)
  );
}

/** Whether the newest frames of sound have more of the piece than its beats. `part`: of the evidence. */
function hasSurplus(piece: Piece, recent: FeaturesAt, frames: number, part: number): boolean {
  const { alignment, features } = piece;
  const needed = evidenceFor(piece).surplus + BY_CHANCE / Math.sqrt(frames);
  return (
    alignment !== undefined &&
    surplusBesideBeats(recent(alignment.pitch).bits, features, alignment, frames) > needed * part
  );
}

function evidenceFor({ isProposed, alignment }: Piece): Evidence {
  const isUnusual = Math.abs((alignment?.tempo ?? 1) - 1) > UNUSUAL_TEMPO;
  return isUnusual ? AT_UNUSUAL_TEMPO : isProposed ? PROPOSED : LOADED;
}

/** Moves the alignment along with the sound, even while the piece is not heard. */
function follow(piece: Piece, recent: FeaturesAt): void {
  const { alignment } = piece;
  if (alignment === undefined) {
    return;
  }
  const further = { ...alignment, position: alignment.position + FRAMES_PER_JUDGEMENT * alignment.tempo };
  const refined = refine(recent, piece.features, further, STEADY_TEMPOS);
  const isHeard = refined.difference < FOLLOWED_DIFFERENCE;
  piece.followedFrames += FRAMES_PER_JUDGEMENT;
  piece.unheardFrames = isHeard ? 0 : piece.unheardFrames + FRAMES_PER_JUDGEMENT;
  piece.alignment = isHeard ? refined : { ...further, difference: refined.difference };
  piece.sureFrames =
    refined.difference < evidenceFor(piece).difference ? piece.sureFrames + FRAMES_PER_JUDGEMENT : 0;
  if (piece.unheardFrames > GIVEN_UP_AFTER_S * FRAMES_PER_SECOND) {
    piece.alignment = undefined;
  }
}

function msOf(samples: number): number {
  return (samples / SAMPLE_RATE) * 1_000;
}

/** `-Infinity` for digital silence. */
function dbfsOf(samples: Float32Array): number {
  return 10 * Math.log10(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
}

function clamp01(value: number): number {
  return Math.max(0, Math.min(1, value));
}
