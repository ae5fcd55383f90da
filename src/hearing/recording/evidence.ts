/** How much speaks for each track at each moment of a recording. Pure. */
import { SAME_PITCH } from '../alignment.ts';
import { BANDS, FRAMES_PER_SECOND } from '../describe.ts';
import type { Features } from '../features.ts';
import { EXPLAINED, sharesOf } from '../shares.ts';
import { HALF, type ReadSound, STEP, soundBetween, type Trace } from './trace.ts';

/** Differences of chance, and of a track that plays alone. */
const CHANCE = 0.43;
const CLEAR = 0.31;
/** Share of the sound from which a track is clearly in it. */
const WHOLE = 0.25;
/** Tracks weighed against each other at one moment. */
const MOST_AT_ONCE = 6;
/** Moments whose sound is read at once. */
const AT_ONCE = 1_000;
/** Loudness below which a frame is silent: -60 dBFS, in half decibels above -90. */
const SILENT = 60;

export interface Evidence {
  readonly path: string;
  /** How alike sound and track are, 0 to 1. */
  readonly likeness: number;
  /** Part of the sound that the track explains beside the others, 0 to 1. */
  readonly part: number;
  /** Second of the track, and its tempo. */
  readonly position: number;
  readonly tempo: number;
}

export interface Moment {
  /** One per track. */
  readonly evidence: readonly Evidence[];
  readonly isSilent: boolean;
}

/** Yields the moments in order. `featuresOf` may read the track again for each call. */
export function* evidenceFor(
  traces: readonly Trace[],
  featuresOf: (path: string) => Features,
  sound: ReadSound,
  moments: number,
): Generator<Moment> {
  const byStart = traces.toSorted((one, other) => one.from - other.from);
  let active: readonly Trace[] = [];
  let next = 0;
  for (let first = 0; first < moments; first += AT_ONCE) {
    const last = Math.min(moments, first + AT_ONCE);
    const offset = first * STEP - HALF;
    const heard = soundBetween(sound, SAME_PITCH, offset, last * STEP + HALF);
    const loudness = sound(SAME_PITCH, first * STEP, last * STEP);
    for (let moment = first; moment < last; moment += 1) {
      while (byStart[next] !== undefined && (byStart[next]?.from ?? 0) <= moment) {
        const one = byStart[next];
        active = one === undefined ? active : [...active, one];
        next += 1;
      }
      active = active.filter(({ from, positions }) => moment < from + positions.length);
      const end = moment * STEP + EXPLAINED / 2 - offset;
      const window: Features = {
        frames: EXPLAINED,
        bits: heard.bits.subarray(end - EXPLAINED, end),
        differences: heard.differences.subarray((end - EXPLAINED) * BANDS, end * BANDS),
      };
      const start = (moment - first) * STEP * BANDS;
      const isSilent = loudness.subarray(start, start + STEP * BANDS).every((byte) => byte < SILENT);
      yield { evidence: weighed(active, moment, window, featuresOf), isSilent };
    }
  }
}

function weighed(
  active: readonly Trace[],
  moment: number,
  window: Features,
  featuresOf: (path: string) => Features,
): readonly Evidence[] {
  const best = new Map<string, { readonly trace: Trace; readonly difference: number }>();
  for (const trace of active) {
    const difference = trace.differences[moment - trace.from] ?? 1;
    if (difference < (best.get(trace.path)?.difference ?? 1)) {
      best.set(trace.path, { trace, difference });
    }
  }
  const running = [...best.values()]
    .sort((one, other) => one.difference - other.difference)
    .slice(0, MOST_AT_ONCE)
    .map(({ trace: { path, pitch, from, positions, tempos }, difference }) => {
      const tempo = tempos[moment - from] ?? 1;
      const end = positions[moment - from] ?? 0;
      const position = end - (HALF - EXPLAINED / 2) * tempo;
      return { path, features: featuresOf(path), alignment: { pitch, tempo, position, difference }, end };
    });
  const shares = sharesOf(window, running);
  const shareOf = (at: number): number => shares[shares[at]?.sameAs ?? at]?.share ?? 0;
  const sum = running.reduce((all, _, at) => all + (shares[at]?.share ?? 0), 0);
  return running.map(({ path, alignment: { difference, tempo }, end }, at) => ({
    path,
    likeness: Math.max(0, Math.min(1, (CHANCE - difference) / (CHANCE - CLEAR))),
    part: shareOf(at) / Math.max(sum, WHOLE),
    position: (end - HALF * tempo) / FRAMES_PER_SECOND,
    tempo,
  }));
}
