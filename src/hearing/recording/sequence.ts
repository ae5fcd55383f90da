/**
 * The most likely sequence of tracks for a whole recording: dynamic programming over the evidence of all moments, with a
 * cost for each change of track. Pure.
 */
import type { Moment } from './evidence.ts';

/** Evidence of a moment in which nothing of the library is heard. */
const UNKNOWN = 0.55;
/** Cost of a change: this many moments of full evidence. */
const CHANGE = 8;

/** A track from one moment up to another; undefined for something that is not in the library. */
export interface Stretch {
  readonly path: string | undefined;
  readonly from: number;
  readonly to: number;
}

/** Evidence of a track at a moment, 0 to 2. */
export function scoreOf({ likeness, part }: { readonly likeness: number; readonly part: number }): number {
  return likeness + part;
}

/** Returns stretches that follow one another, from the first moment to the last. */
export function likeliestSequence(moments: readonly Moment[]): readonly Stretch[] {
  const paths = [...new Set(moments.flatMap(({ evidence }) => evidence.map(({ path }) => path)))];
  const numbers = new Map(paths.map((path, at) => [path, at + 1]));
  const states = paths.length + 1;
  let scores = new Float64Array(states);
  /** For each moment: the best state before, and for each state whether it came from there. */
  const best = new Uint16Array(moments.length);
  const changed = new Uint8Array(moments.length * Math.ceil(states / 8));
  const rowBytes = Math.ceil(states / 8);
  const own = new Float64Array(states);
  for (const [moment, { evidence }] of moments.entries()) {
    own.fill(0);
    own[0] = UNKNOWN;
    for (const one of evidence) {
      own[numbers.get(one.path) ?? 0] = scoreOf(one);
    }
    const top = largest(scores);
    best[moment] = top;
    const fromTop = (scores[top] ?? 0) - CHANGE;
    const next = new Float64Array(states);
    for (let state = 0; state < states; state += 1) {
      const stays = scores[state] ?? 0;
      if (fromTop > stays) {
        const at = moment * rowBytes + (state >> 3);
        changed[at] = (changed[at] ?? 0) | (1 << (state & 7));
      }
      next[state] = Math.max(stays, fromTop) + (own[state] ?? 0);
    }
    scores = next;
  }
  const stretches: Stretch[] = [];
  let state = largest(scores);
  let to = moments.length;
  for (let moment = moments.length - 1; moment >= 0; moment -= 1) {
    const isChange = ((changed[moment * rowBytes + (state >> 3)] ?? 0) & (1 << (state & 7))) !== 0;
    if (isChange && moment > 0) {
      stretches.push({ path: paths[state - 1], from: moment, to });
      to = moment;
      state = best[moment] ?? 0;
    }
  }
  stretches.push({ path: paths[state - 1], from: 0, to });
  return stretches.reverse().filter(({ from, to: end }) => end > from);
}

function largest(values: Float64Array): number {
  let at = 0;
  for (let n = 1; n < values.length; n += 1) {
    if ((values[n] ?? 0) > (values[at] ?? 0)) {
      at = n;
    }
  }
  return at;
}
