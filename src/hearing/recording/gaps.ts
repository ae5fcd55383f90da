/** Divides short gaps in which no track is traced between the tracks before and after them. Pure. */
import { surplusAt } from '../alignment.ts';
import type { Description } from '../describe.ts';
import type { Bits } from '../features.ts';
import { endOf, HALF, type ReadSound, STEP, slowFeaturesOf, slowSoundBetween, type Trace } from './trace.ts';

/** Moments: in a shorter gap chance decides, and a longer one may be a track. */
const SHORTEST = 12;
const LONGEST = 64;
/** Moments: a shorter trace may be by chance. */
const TRACE = 43;
/** Frames by which a track may be beside its line. */
const SHIFTS = [-2, 0, 2];
/** Mean surplus of alike bits from which one of the two tracks is there. The best shift has half of that by chance. */
const LEAST = 0.03;
/** Difference of a moment in a gap: less likely than something unknown, unless that would be short. */
const HIDDEN = 0.376;

/** Returns the traces, some of them longer. */
export function closeGaps(
  traces: readonly Trace[],
  description: (path: string) => Description,
  sound: ReadSound,
): readonly Trace[] {
  const longer = new Map<Trace, Trace>();
  let before: Trace | undefined;
  const byStart = traces.toSorted((one, other) => one.from - other.from);
  for (const after of byStart.filter(({ positions }) => positions.length > TRACE)) {
    const from = before === undefined ? after.from : endOf(before);
    const length = after.from - from;
    if (before !== undefined && before.path !== after.path && length >= SHORTEST && length <= LONGEST) {
      const gap = { from, to: after.from, sound };
      const [earlier, later] = [before, after].map((one) =>
        surplusOf(one, slowFeaturesOf(description(one.path)), gap),
      );
      const { until, surplus } = bestSplit(earlier ?? [], later ?? []);
      if (surplus > LEAST) {
        longer.set(before, extended(longer.get(before) ?? before, 0, until));
        longer.set(after, extended(after, length - until, 0));
      }
    }
    before = before !== undefined && endOf(before) > endOf(after) ? before : after;
  }
  return traces.map((one) => longer.get(one) ?? one);
}

interface Gap {
  /** Moments. */
  readonly from: number;
  readonly to: number;
  readonly sound: ReadSound;
}

/** Surplus at each moment if the track plays on as at the end of its trace. */
function surplusOf(trace: Trace, piece: Bits, { from, to, sound }: Gap): readonly number[] {
  const { bits } = slowSoundBetween(sound, trace.pitch, from * STEP, to * STEP);
  return Array.from({ length: to - from }, (_, n) => {
    const { position, tempo } = placeAt(trace, from + n);
    const end = position - (HALF - STEP) * tempo;
    const own = bits.subarray(n * STEP, (n + 1) * STEP);
    return Math.max(...SHIFTS.map((shift) => surplusAt(own, piece, { position: end + shift, tempo }, STEP)));
  });
}

/** Moments from the beginning of the gap that are the first track's, and the mean surplus then. */
function bestSplit(
  earlier: readonly number[],
  later: readonly number[],
): { readonly until: number; readonly surplus: number } {
  let sum = later.reduce((all, one) => all + one, 0);
  let best = { until: 0, surplus: sum / later.length };
  for (const [n, own] of earlier.entries()) {
    sum += own - (later[n] ?? 0);
    const surplus = sum / later.length;
    best = surplus > best.surplus ? { until: n + 1, surplus } : best;
  }
  return best;
}

function extended(trace: Trace, before: number, after: number): Trace {
  const { from, positions, differences } = trace;
  const first = from - before;
  const places = Array.from({ length: before + positions.length + after }, (_, n) =>
    placeAt(trace, first + n),
  );
  return {
    ...trace,
    from: first,
    positions: Float32Array.from(places, ({ position }) => position),
    tempos: Float32Array.from(places, ({ tempo }) => tempo),
    differences: Float32Array.from(places, (_, n) => differences[n - before] ?? HIDDEN),
  };
}

/** Position and tempo, also before and after the trace. */
function placeAt(
  { from, positions, tempos }: Trace,
  moment: number,
): { readonly position: number; readonly tempo: number } {
  const nearest = Math.max(0, Math.min(positions.length - 1, moment - from));
  const tempo = tempos[nearest] ?? 1;
  return { position: (positions[nearest] ?? 0) + (moment - from - nearest) * STEP * tempo, tempo };
}
