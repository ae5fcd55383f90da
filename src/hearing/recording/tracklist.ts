/** Makes the tracklist of a recording from the evidence. Pure. */
import { FRAMES_PER_SECOND } from '../describe.ts';
import type { Evidence, Moment } from './evidence.ts';
import { likeliestSequence, type Stretch, scoreOf } from './sequence.ts';
import { STEP } from './trace.ts';

/** `fromMs` and `toMs`: stretch around `atMs` in which the track plays on without a jump. */
interface Anchor {
  readonly atMs: number;
  readonly positionMs: number;
  readonly tempo: number;
  readonly fromMs: number;
  readonly toMs: number;
}

/** Milliseconds. */
export interface HeardEntry {
  /** Undefined for something that is not in the library. */
  readonly path: string | undefined;
  /** When it becomes the loudest, and when the next one does. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly firstMs: number;
  readonly lastMs: number;
  /** 0 to 1. */
  readonly sureness: number;
  /** Where the track is at a moment of the recording. */
  readonly anchor: Anchor | undefined;
}

const MOMENTS_PER_SECOND = FRAMES_PER_SECOND / STEP;
/** Seconds of evidence above the best alternative that make an entry half sure, and that it needs to be named. */
const HALF_SURE = 12;
const NAMED = 5;
/** Seconds of a clear likeness that an entry needs to be named, and how clear that is. */
const CLEARLY = 4;
const CLEAR = 0.45;
/** Evidence of something else that is always possible. */
const OTHERWISE = 0.55;
/** Shortest seconds of something unknown that are an entry. */
const SHORTEST_UNKNOWN = 20;
/** Seconds that a track may be unheard before it plays on. */
const PLAYS_ON_AFTER = 60;
/** Likeness and part of the sound from which a track counts as heard, and seconds it may be unheard meanwhile. */
const HEARD_LIKENESS = 0.12;
const HEARD_PART = 0.06;
const HEARD_GAP = 8;
/** Seconds of a track that are skipped or repeated at once. */
const JUMP = 0.3;
/** Seconds of sound before the first track is heard that are its own: evidence may set in late. */
const LATE = 5;
/** Seconds by which the beginning of a file may be beside the first sound of the recording. */
const TOGETHER = 2;

interface Judged extends Stretch {
  readonly sureness: number;
}

export function tracklistOf(moments: readonly Moment[]): readonly HeardEntry[] {
  const judged = likeliestSequence(moments).map((stretch) => judge(stretch, moments));
  const joined = withoutGaps(judged, moments);
  const [first, ...others] = besideUnknown(joined, moments);
  const all = first === undefined ? [] : [{ ...first, from: beginOf(first, moments) }, ...others];
  return all.map((stretch) => entryOf(stretch, moments));
}

/** Moment at which the recording's first entry begins: silence, and a passage too short for an entry, come before it. */
function beginOf({ path, from, to }: Stretch, moments: readonly Moment[]): number {
  const sound = moments.findIndex(({ isSilent }) => !isSilent);
  if (sound < 0 || sound >= to) {
    return from;
  }
  const isOwn = (one: Evidence): boolean => one.path === path;
  const heard = moments.findIndex(
    ({ evidence }, at) => at >= from && at < to && isHeard(evidence.find(isOwn)),
  );
  if (path === undefined || heard < 0) {
    return Math.max(from, sound);
  }
  const anchor = anchorOf(path, from, to, moments);
  // A quiet beginning may be drowned out, but the file tells where it was.
  const fileBegins = anchor === undefined ? heard : momentOf(anchor.atMs - anchor.positionMs / anchor.tempo);
  const isFromSound =
    heard - sound < LATE * MOMENTS_PER_SECOND || Math.abs(fileBegins - sound) < TOGETHER * MOMENTS_PER_SECOND;
  return isFromSound ? sound : heard;
}

/** A stretch with too little evidence becomes an unknown one. */
function judge(stretch: Stretch, moments: readonly Moment[]): Judged {
  const { path, from, to } = stretch;
  if (path === undefined) {
    return { ...stretch, sureness: 0 };
  }
  let lead = 0;
  let clear = 0;
  for (const { evidence } of moments.slice(from, to)) {
    const own = evidence.find((one) => one.path === path);
    const others = evidence.filter((one) => one.path !== path).map(scoreOf);
    lead += own === undefined ? 0 : Math.max(-0.5, scoreOf(own) - Math.max(OTHERWISE, ...others));
    clear += (own?.likeness ?? 0) > CLEAR ? 1 : 0;
  }
  const seconds = Math.max(0, lead / MOMENTS_PER_SECOND);
  const isNamed = seconds > NAMED && clear / MOMENTS_PER_SECOND > CLEARLY;
  return {
    path: isNamed ? path : undefined,
    from,
    to,
    sureness: isNamed ? seconds / (seconds + HALF_SURE) : 0,
  };
}

/** Joins stretches of one track, and leaves out short unknown ones. */
function withoutGaps(stretches: readonly Judged[], moments: readonly Moment[]): readonly Judged[] {
  const joined: Judged[] = [];
  for (const one of stretches) {
    const last = joined.at(-1);
    const before = joined.at(-2);
    if (last !== undefined && last.path === one.path) {
      joined[joined.length - 1] = merged(last, one);
    } else if (
      last !== undefined &&
      last.path === undefined &&
      before !== undefined &&
      before.path === one.path &&
      seconds(last) < PLAYS_ON_AFTER
    ) {
      joined.splice(-2, 2, merged(before, one));
    } else {
      joined.push(one);
    }
  }
  const kept: Judged[] = [];
  for (const one of joined) {
    const isUnknown = one.path === undefined;
    const soundFor = moments.slice(one.from, one.to).filter(({ isSilent }) => !isSilent).length;
    if (isUnknown && soundFor / MOMENTS_PER_SECOND < SHORTEST_UNKNOWN && joined.length > 1) {
      const last = kept.at(-1);
      // The track before goes on.
      if (last !== undefined) {
        kept[kept.length - 1] = { ...last, to: one.to };
      }
    } else {
      kept.push(one);
    }
  }
  return kept;
}

/**
 * Moves changes from and to something unknown. Its loudness can't be compared, so a track counts as the louder one while
 * it is at least half as clear as usual.
 */
function besideUnknown(stretches: readonly Judged[], moments: readonly Moment[]): readonly Judged[] {
  const moved = [...stretches];
  for (const [at, one] of stretches.entries()) {
    const next = stretches[at + 1];
    if (next === undefined || (one.path === undefined) === (next.path === undefined)) {
      continue;
    }
    const known = one.path === undefined ? next : one;
    const likeness = likenessIn(known, moments);
    const half = 0.5 * (likeness.toSorted((low, high) => low - high)[likeness.length >> 1] ?? 0);
    const isClear = (own: number): boolean => own >= half;
    const change =
      known === next
        ? next.from + Math.max(0, likeness.findIndex(isClear))
        : one.from + likeness.findLastIndex(isClear) + 1;
    moved[at] = { ...(moved[at] ?? one), to: change };
    moved[at + 1] = { ...next, from: change };
  }
  return moved;
}

function likenessIn({ path, from, to }: Stretch, moments: readonly Moment[]): readonly number[] {
  return moments
    .slice(from, to)
    .map(({ evidence }) => evidence.find((one) => one.path === path)?.likeness ?? 0);
}

function merged(one: Judged, other: Judged): Judged {
  return { ...one, to: other.to, sureness: Math.max(one.sureness, other.sureness) };
}

function seconds({ from, to }: Stretch): number {
  return (to - from) / MOMENTS_PER_SECOND;
}

function entryOf({ path, from, to, sureness }: Judged, moments: readonly Moment[]): HeardEntry {
  const first = path === undefined ? from : heardUntil(path, from, -1, moments);
  const last = path === undefined ? to : heardUntil(path, to - 1, 1, moments) + 1;
  return {
    path,
    fromMs: msOf(from),
    toMs: msOf(to),
    firstMs: msOf(first),
    lastMs: msOf(last),
    sureness,
    anchor: path === undefined ? undefined : anchorOf(path, from, to, moments),
  };
}

/** Moment up to which the track is heard, with short gaps. */
function heardUntil(path: string, from: number, way: 1 | -1, moments: readonly Moment[]): number {
  let last = from;
  for (let at = from; Math.abs(at - last) < HEARD_GAP * MOMENTS_PER_SECOND; at += way) {
    const moment = moments[at];
    if (moment === undefined) {
      break;
    }
    if (isHeard(moment.evidence.find((one) => one.path === path))) {
      last = at;
    }
  }
  return last;
}

function isHeard(evidence: Evidence | undefined): boolean {
  return evidence !== undefined && evidence.likeness > HEARD_LIKENESS && evidence.part > HEARD_PART;
}

function anchorOf(path: string, from: number, to: number, moments: readonly Moment[]): HeardEntry['anchor'] {
  let best: { readonly moment: number; readonly evidence: Evidence } | undefined;
  for (let moment = from; moment < to; moment += 1) {
    const evidence = moments[moment]?.evidence.find((one) => one.path === path);
    if (evidence !== undefined && scoreOf(evidence) > (best === undefined ? 0 : scoreOf(best.evidence))) {
      best = { moment, evidence };
    }
  }
  if (best === undefined) {
    return undefined;
  }
  const { moment: middle, evidence } = best;
  const playsOnUntil = (way: 1 | -1): number => {
    let last = { moment: middle, evidence };
    for (let moment = middle + way; moment >= from && moment < to; moment += way) {
      const one = moments[moment]?.evidence.find((other) => other.path === path);
      const seconds = (moment - last.moment) / MOMENTS_PER_SECOND;
      if (one !== undefined && Math.abs(last.evidence.position + seconds * one.tempo - one.position) > JUMP) {
        break;
      }
      last = one === undefined ? last : { moment, evidence: one };
    }
    return msOf(last.moment);
  };
  return {
    atMs: msOf(middle),
    positionMs: Math.round(evidence.position * 1_000),
    tempo: evidence.tempo,
    fromMs: playsOnUntil(-1),
    toMs: playsOnUntil(1),
  };
}

function msOf(moment: number): number {
  return Math.round((moment * STEP * 1_000) / FRAMES_PER_SECOND);
}

function momentOf(ms: number): number {
  return (ms * FRAMES_PER_SECOND) / STEP / 1_000;
}
