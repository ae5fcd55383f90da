/** Finds more of a track that was found, beyond the ends of its traces: after a jump or a loop, or where it was hidden. Pure. */
import { type Alignment, surplusAt } from '../alignment.ts';
import { FRAMES_PER_SECOND } from '../describe.ts';
import type { Bits } from '../features.ts';
import {
  endOf,
  followedFaintly,
  median,
  type ReadSound,
  STEP,
  slowSoundBetween,
  type Trace,
  WIDE,
} from './trace.ts';

/**
 * Seconds of sound that are compared with all of the track, and how many more bits have to be alike at the best place than
 * at most places: drums that tracks share are alike at many. Tracks that aren't there reached 0.06 and 0.04.
 */
const COMPARED = [
  [24, 0.065],
  [48, 0.05],
] as const;
/** Part of the places that are most. */
const MOST = 0.9;
/** Slow changes are told by every fourth frame. */
const THIN = 4;
/** Moments between two looks, in which nothing else may be heard, and how far beyond an end the last one is. */
const EVERY = 26;
const FURTHEST = 200;
/** Difference from which a trace would make its track less certain. */
const UNCERTAIN = 0.385;

export interface Recording {
  readonly sound: ReadSound;
  readonly moments: number;
  isHeard(moment: number): boolean;
}

/** `way`: 1 for later, -1 for earlier. `piece`: from `slowFeaturesOf`. Undefined if there is nothing more. */
export function traceFurther(
  known: Trace,
  way: 1 | -1,
  piece: Bits,
  recording: Recording,
): Trace | undefined {
  const end = way === 1 ? endOf(known) : known.from - 1;
  for (let beyond = 0; beyond < FURTHEST; beyond += EVERY) {
    const moment = end + way * beyond;
    const next = Array.from({ length: EVERY }, (_, n) => moment + way * n);
    if (next.some((one) => one < 0 || one >= recording.moments || recording.isHeard(one))) {
      return undefined;
    }
    const found = traceBeside(known, moment, way, { piece, recording });
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

/** Compares the sound from this moment on, or before it. */
function traceBeside(
  { path, pitch, from, tempos }: Trace,
  moment: number,
  way: 1 | -1,
  { piece, recording }: { readonly piece: Bits; readonly recording: Recording },
): Trace | undefined {
  const { sound, moments } = recording;
  const tempo = tempos[Math.max(0, Math.min(tempos.length - 1, moment - from))] ?? 1;
  const thin = thinned(piece);
  for (const [seconds, least] of COMPARED) {
    const half = Math.round((seconds * FRAMES_PER_SECOND) / STEP / 2);
    const middle = moment + way * half;
    const heard = thinned(slowSoundBetween(sound, pitch, (middle - half) * STEP, (middle + half) * STEP));
    const end = placeOf(heard, thin, tempo, least);
    if (end !== undefined) {
      const position = (end - (heard.frames / 2) * tempo) * THIN + (WIDE / 2) * tempo;
      const anchor: Alignment = { pitch, tempo, position, difference: 0 };
      const found = followedFaintly(middle, anchor, { path, piece, sound, moments });
      if (found.positions.length > EVERY && median(found.differences) < UNCERTAIN) {
        return found;
      }
    }
  }
  return undefined;
}

/** Returns the frame of the piece at the end of the sound. */
function placeOf({ bits, frames }: Bits, piece: Bits, tempo: number, least: number): number | undefined {
  const surpluses = Float32Array.from({ length: piece.frames }, (_, n) =>
    surplusAt(bits, piece, { position: n + frames / 2, tempo }, frames),
  );
  const sorted = surpluses.toSorted();
  const best = sorted.at(-1) ?? 0;
  const usual = sorted[Math.floor(MOST * sorted.length)] ?? 0;
  return best - usual > least ? surpluses.indexOf(best) + frames / 2 : undefined;
}

function thinned({ bits }: Bits): Bits {
  const kept = bits.filter((_, frame) => frame % THIN === 0);
  return { frames: kept.length, bits: kept };
}
