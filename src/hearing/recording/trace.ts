/** Follows a track through a recording, forward and backward from where the search found it. Pure. */
import { type Alignment, differenceWithin, LOOKED_AT, PITCHES, refine } from '../alignment.ts';
import { smoothed, TOGETHER } from '../collection/contours.ts';
import { BANDS, type Description, FRAMES_PER_SECOND } from '../describe.ts';
import { AROUND, type Bits, type Features, featuresOf } from '../features.ts';
import type { Hit } from './lines.ts';

/** Frames of the recording between moments: half a second. Moment `n` is at frame `n * STEP`. */
export const STEP = 10;
/** A moment is compared in the middle of the window. */
export const HALF = LOOKED_AT / 2;
/** Frames that are compared if the track is faint, as in a room with a crowd: twelve seconds. */
export const WIDE = 2 * LOOKED_AT;
/** Median difference from which a track is faint. In a recording of the mixer's sound, it is half that. */
const FAINT = 0.3;
/** Frames around a frame that its slow features depend on. */
const SLOWLY_AROUND = (AROUND + 1) * TOGETHER;
/** Differences from which the track is there at an anchor, and from which it is heard at a moment. */
const ANCHORED = 0.4;
const HEARD = 0.41;
/** Seconds without being heard after which a track has ended. */
const GIVEN_UP_AFTER = 20;
/** Frames of the recording in which a frame of the track plays, at the slowest tempo. */
const SLOWEST = 1.25;
/** Errors of the search of marks: frames, and tempo. */
const SHIFTS = Array.from({ length: 41 }, (_, n) => n - 20);
const TEMPOS = [0, -0.004, 0.004, -0.008, 0.008, -0.012, 0.012, -0.016, 0.016];
const FINE = [0, -0.0025, 0.0025, -0.005, 0.005];
const STEADY = [0, -0.002, 0.002];

/** Where a track plays, by moment from `from` on. */
export interface Trace {
  readonly path: string;
  readonly pitch: number;
  readonly from: number;
  /** Frame of the track. */
  readonly positions: Float32Array;
  readonly tempos: Float32Array;
  readonly differences: Float32Array;
  readonly isFaint: boolean;
}

/** Moment after the last one. */
export function endOf({ from, positions }: Trace): number {
  return from + positions.length;
}

/** Reads the recording: its description at a pitch, from frame `from` up to `to`. */
export type ReadSound = (pitch: number, from: number, to: number) => Description;

/** Returns undefined if the track is not there. */
export function trace(
  hits: readonly Hit[],
  description: Description,
  sound: ReadSound,
  moments: number,
): Trace | undefined {
  const clear: Compared = { piece: featuresOf(description), window: LOOKED_AT, heard: soundBetween };
  let faint: Compared | undefined;
  for (const hit of hits) {
    const moment = Math.round(((hit.at + 4) * FRAMES_PER_SECOND) / STEP);
    const found = anchorAt(moment, hit, clear, sound);
    const one = found && followed(moment, found, { path: hit.path, compared: clear, sound, moments });
    if (one !== undefined && median(one.differences) < FAINT) {
      return one;
    }
    faint ??= faintly(slowFeaturesOf(description));
    const other = anchorAt(moment, hit, faint, sound);
    if (other !== undefined) {
      return followed(moment, other, { path: hit.path, compared: faint, sound, moments });
    }
    if (one !== undefined) {
      return one;
    }
  }
  return undefined;
}

/** How a track is compared: by changes within half a second, or by slower ones, which survive in a room. */
interface Compared {
  readonly piece: Bits;
  /** Frames compared at each moment. */
  readonly window: number;
  heard(sound: ReadSound, pitch: number, from: number, to: number): Bits;
}

function faintly(piece: Bits): Compared {
  return { piece, window: WIDE, heard: slowSoundBetween };
}

/** Returns the alignment at the end of the window around this moment. */
function anchorAt(
  moment: number,
  hit: Hit,
  { piece, window, heard }: Compared,
  sound: ReadSound,
): Alignment | undefined {
  const end = moment * STEP + window / 2;
  const position = (hit.offset + (end / FRAMES_PER_SECOND - hit.at) * hit.tempo) * FRAMES_PER_SECOND;
  let best: Alignment | undefined;
  for (const pitch of PITCHES.keys()) {
    const { bits } = heard(sound, pitch, end - window, end);
    for (const change of TEMPOS) {
      for (const shift of SHIFTS) {
        const tempo = hit.tempo + change;
        // The tempo turns around the middle of the window.
        const there = position + shift + (change * window) / 2;
        const difference = differenceWithin(bits, piece, there, tempo);
        if (difference < (best?.difference ?? ANCHORED)) {
          best = { pitch, tempo, position: there, difference };
        }
      }
    }
  }
  return best;
}

export function median(values: Float32Array): number {
  return values.toSorted()[values.length >> 1] ?? 0;
}

interface Followed {
  readonly path: string;
  readonly compared: Compared;
  readonly sound: ReadSound;
  readonly moments: number;
}

/** Follows a track that is compared by slow changes. `piece`: from `slowFeaturesOf`. */
export function followedFaintly(
  moment: number,
  anchor: Alignment,
  { piece, ...rest }: Omit<Followed, 'compared'> & { readonly piece: Bits },
): Trace {
  return followed(moment, anchor, { ...rest, compared: faintly(piece) });
}

function followed(
  moment: number,
  anchor: Alignment,
  { path, compared: { piece, window, heard }, sound, moments }: Followed,
): Trace {
  const { pitch } = anchor;
  const momentsOf = (frames: number): number => Math.ceil((frames * SLOWEST + window) / STEP);
  const first = Math.max(0, moment - momentsOf(Math.max(0, anchor.position)));
  const last = Math.min(moments - 1, moment + momentsOf(Math.max(0, piece.frames - anchor.position)));
  const offset = first * STEP - window / 2;
  const { bits } = heard(sound, pitch, offset, last * STEP + window / 2);
  const recent = (at: number) => {
    const start = at * STEP - window / 2 - offset;
    return () => ({ frames: window, bits: bits.subarray(start, start + window) });
  };
  const begun = refine(recent(moment), piece, anchor, FINE, differenceWithin);
  const forward = along(begun, moment, 1, { last, piece, recent, window });
  const backward = along(begun, moment, -1, { last: first, piece, recent, window });
  const all = [...backward.reverse(), begun, ...forward];
  return {
    path,
    pitch,
    from: moment - backward.length,
    positions: Float32Array.from(all, ({ position, tempo }) => position - (window / 2 - HALF) * tempo),
    tempos: Float32Array.from(all, ({ tempo }) => tempo),
    differences: Float32Array.from(all, ({ difference }) => difference),
    isFaint: window === WIDE,
  };
}

interface Way {
  readonly last: number;
  readonly piece: Bits;
  readonly window: number;
  recent(moment: number): () => Bits;
}

function along(
  begun: Alignment,
  moment: number,
  way: 1 | -1,
  { last, piece, recent, window }: Way,
): Alignment[] {
  const found: Alignment[] = [];
  let unheard = 0;
  let now = begun;
  for (
    let at = moment + way;
    at * way <= last * way && unheard * STEP < GIVEN_UP_AFTER * FRAMES_PER_SECOND;
    at += way
  ) {
    const further = { ...now, position: now.position + way * STEP * now.tempo };
    const refined = refine(recent(at), piece, further, STEADY, differenceWithin);
    const isHeard = refined.difference < HEARD;
    now = isHeard ? refined : { ...further, difference: refined.difference };
    unheard = isHeard ? 0 : unheard + 1;
    found.push(now);
    const middle = now.position - (window / 2) * now.tempo;
    if (middle < 0 || middle > piece.frames) {
      break;
    }
  }
  // The track ended before the moments at which it was not heard.
  found.length -= Math.min(found.length, unheard);
  return found;
}

/** Features of these frames, with their surroundings. */
export function soundBetween(sound: ReadSound, pitch: number, from: number, to: number): Features {
  const all = featuresOf(sound(pitch, from - AROUND, to + AROUND));
  return {
    frames: to - from,
    bits: all.bits.subarray(AROUND, AROUND + to - from),
    differences: all.differences.subarray(AROUND * BANDS, (AROUND + to - from) * BANDS),
  };
}

export function slowSoundBetween(sound: ReadSound, pitch: number, from: number, to: number): Bits {
  const { bits } = slowFeaturesOf(sound(pitch, from - SLOWLY_AROUND, to + SLOWLY_AROUND));
  return { frames: to - from, bits: bits.subarray(SLOWLY_AROUND, SLOWLY_AROUND + to - from) };
}

/** Bits like those of contours, for each frame. */
export function slowFeaturesOf(description: Description): Bits {
  return featuresOf(smoothed(description, TOGETHER), AROUND * TOGETHER);
}
