/** Follows a track through a recording, forward and backward from where the search found it. Pure. */
import { type Alignment, differenceWithin, LOOKED_AT, PITCHES, refine } from '../alignment.ts';

import { BANDS, type Description, FRAMES_PER_SECOND } from '../describe.ts';
import { AROUND, type Features, featuresOf } from '../features.ts';
import type { Hit } from './lines.ts';

/** Frames of the recording between moments: half a second. Moment `n` is at frame `n * STEP`. */
export const STEP = 10;
/** A moment is compared in the middle of the window. */
export const HALF = LOOKED_AT / 2;
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
}

/** Reads the recording: its description at a pitch, from frame `from` up to `to`. */
export type ReadSound = (pitch: number, from: number, to: number) => Description;

/** Returns undefined if the track is not there. */
export function trace(
  hits: readonly Hit[],
  piece: Features,
  sound: ReadSound,
  moments: number,
): Trace | undefined {
  for (const hit of hits) {
    const moment = Math.round(((hit.at + 4) * FRAMES_PER_SECOND) / STEP);
    const found = anchorAt(moment, hit, piece, sound);
    if (found !== undefined) {
      return followed(moment, found, { path: hit.path, piece, sound, moments });
    }
  }
  return undefined;
}

function anchorAt(moment: number, hit: Hit, piece: Features, sound: ReadSound): Alignment | undefined {
  const end = moment * STEP + HALF;
  const position = (hit.offset + (end / FRAMES_PER_SECOND - hit.at) * hit.tempo) * FRAMES_PER_SECOND;
  let best: Alignment | undefined;
  for (const pitch of PITCHES.keys()) {
    const { bits } = soundBetween(sound, pitch, end - LOOKED_AT, end);
    for (const change of TEMPOS) {
      for (const shift of SHIFTS) {
        const tempo = hit.tempo + change;
        // The tempo turns around the middle of the window.
        const there = position + shift + change * HALF;
        const difference = differenceWithin(bits, piece, there, tempo);
        if (difference < (best?.difference ?? ANCHORED)) {
          best = { pitch, tempo, position: there, difference };
        }
      }
    }
  }
  return best;
}

interface Followed {
  readonly path: string;
  readonly piece: Features;
  readonly sound: ReadSound;
  readonly moments: number;
}

function followed(moment: number, anchor: Alignment, { path, piece, sound, moments }: Followed): Trace {
  const { pitch } = anchor;
  const momentsOf = (frames: number): number => Math.ceil((frames * SLOWEST + LOOKED_AT) / STEP);
  const first = Math.max(0, moment - momentsOf(Math.max(0, anchor.position)));
  const last = Math.min(moments - 1, moment + momentsOf(Math.max(0, piece.frames - anchor.position)));
  const offset = first * STEP - HALF;
  const { bits } = soundBetween(sound, pitch, offset, last * STEP + HALF);
  const recent = (at: number) => {
    const start = at * STEP - HALF - offset;
    return () => ({ frames: LOOKED_AT, bits: bits.subarray(start, start + LOOKED_AT), differences: NONE });
  };
  const begun = refine(recent(moment), piece, anchor, FINE, differenceWithin);
  const forward = along(begun, moment, 1, { last, piece, recent });
  const backward = along(begun, moment, -1, { last: first, piece, recent });
  const all = [...backward.reverse(), begun, ...forward];
  return {
    path,
    pitch,
    from: moment - backward.length,
    positions: Float32Array.from(all, ({ position }) => position),
    tempos: Float32Array.from(all, ({ tempo }) => tempo),
    differences: Float32Array.from(all, ({ difference }) => difference),
  };
}

const NONE = new Int8Array(0);

interface Way {
  readonly last: number;
  readonly piece: Features;
  recent(moment: number): () => Features;
}

function along(begun: Alignment, moment: number, way: 1 | -1, { last, piece, recent }: Way): Alignment[] {
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
    const middle = now.position - HALF * now.tempo;
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
