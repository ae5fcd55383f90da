/** Beats of the deck on air: each once and on time, and no position of a hidden track. */
import * as v from 'valibot';
import type { SaidThing } from '../evidence.ts';
import { bpmOf, type ChaosSet, PICTURES_WAIT_MS } from '../script.ts';
import type { ChaosPlay, Hearing } from './hearing.ts';
import type { Published } from './published.ts';
import { type ChaosTimes, type Span, without } from './times.ts';

/** Ms after a move of the DJ, or a report that late ones follow, until beats must be right. */
const SETTLE_MS = 3_000;
/** Ms until a program that returns knows which deck is on air. */
const BACK_MS = 4_000;
const NEAR_MS = 5;
/** Beats of two decks in less than this are one. */
const TWICE_MS = 100;
const POSITION_MS = 50;
/** Ms; outputs may show the state before a change. */
const MOMENT_MS = 300;

const Beat = v.object({ beatInBar: v.number(), positionMs: v.optional(v.number()) });
type SaidBeat = v.InferOutput<typeof Beat> & { readonly at: number };

export function checkBeats(
  set: ChaosSet,
  { hearing, startMs }: { readonly hearing: Hearing; readonly startMs: number },
  published: Published,
  times: ChaosTimes,
  said: readonly SaidThing[],
): string[] {
  const beats = said
    .filter(({ where }) => where === 'beat')
    .map(({ at, text }): SaidBeat => ({ at, ...v.parse(Beat, JSON.parse(text)) }));
  const blind = times.blind.map(({ from, to }) => ({ from, to: to + BACK_MS }));
  const problems: string[] = [];

  for (const [index, { at }] of beats.slice(1).entries()) {
    const before = beats[index]?.at ?? 0;
    if (at - before < TWICE_MS && !times.blind.some(({ to }) => to > before && to <= at)) {
      problems.push(`${at}: a beat twice, after ${before}`);
    }
  }

  // A reveal waits for the picture.
  const shownMs = MOMENT_MS + Math.min(set.picturesMs, PICTURES_WAIT_MS);
  function isShown(play: ChaosPlay, at: number): boolean {
    return [at - shownMs, at].every((one) => !published.mayBeHidden(play, one));
  }

  function isSecret(play: ChaosPlay, at: number): boolean {
    return [at - MOMENT_MS, at].every((one) => published.isHidden(play, one));
  }

  for (const heard of hearing.audible) {
    const { play, deck, from, to } = heard;
    const moves = movesOf(set, deck, startMs);
    for (const { at, positionMs = Number.NaN } of beats) {
      const isOfTrack = at >= from && at < to && Math.abs(positionMs - playedAt(moves, at)) <= POSITION_MS;
      if (isOfTrack && isSecret(play, at)) {
        problems.push(`${at}: a beat has the position of a hidden track`);
      }
    }
    const unsettled = moves.map(({ at }) => ({ from: at, to: at + SETTLE_MS }));
    const settled: Span = { from: from + SETTLE_MS, to };
    for (const span of heard.sure ? without(settled, [...blind, ...unsettled]) : []) {
      const due = beatsOf(moves, bpmOf(play.track), span);
      const inSpan = beats.filter(({ at }) => at >= (due[0]?.at ?? span.to) - NEAR_MS && at < span.to);
      for (const { at, number, positionMs } of due) {
        const [beat] = inSpan.splice(0, 1);
        if (beat === undefined || Math.abs(beat.at - at) > NEAR_MS) {
          problems.push(`${at}: beat ${number} of deck ${deck} is due, the next one comes at ${beat?.at}`);
          break;
        }
        if (beat.beatInBar !== (number % 4) + 1) {
          problems.push(`${at}: beat ${number} of deck ${deck} is number ${beat.beatInBar} of its bar`);
        }
        if (beat.positionMs === undefined) {
          // The position of an earlier track, to which the DJ goes back, stays out.
          const onAir = published.entries.findLast((entry) => entry.at < at - MOMENT_MS);
          const until = onAir?.leftAt ?? onAir?.run.to ?? at;
          if (onAir?.play === play && at < until && isShown(play, at)) {
            problems.push(`${at}: a beat has no position`);
          }
        } else if (Math.abs(beat.positionMs - positionMs) > POSITION_MS) {
          problems.push(`${at}: a beat at ${positionMs} of the track says ${beat.positionMs}`);
        }
      }
    }
  }
  return problems;
}

interface Move {
  readonly at: number;
  readonly plays: boolean;
  /** Ms of the track that have passed. */
  readonly playedMs: number;
}

function movesOf({ acts }: ChaosSet, deck: number, startMs: number): readonly Move[] {
  const moves: Move[] = [];
  for (const act of acts) {
    if ('deck' in act && act.deck === deck) {
      switch (act.do) {
        case 'load':
        case 'unload':
          moves.push({ at: act.at, plays: false, playedMs: 0 });
          break;
        case 'play':
          moves.push({ at: act.at + startMs, plays: true, playedMs: playedAt(moves, act.at + startMs) });
          break;
        case 'pause':
        case 'platter':
          moves.push({
            at: act.at,
            plays: act.do === 'platter' && act.turns,
            playedMs: playedAt(moves, act.at),
          });
          break;
        default:
          break;
      }
    }
  }
  return moves;
}

/** Ms of the track that have passed. */
function playedAt(moves: readonly Move[], time: number): number {
  const { at = 0, plays = false, playedMs = 0 } = moves.findLast((move) => move.at <= time) ?? {};
  return playedMs + (plays ? time - at : 0);
}

/** Beats in a span in which the DJ doesn't touch the deck. */
function beatsOf(
  moves: readonly Move[],
  bpm: number,
  { from, to }: Span,
): readonly { readonly at: number; readonly number: number; readonly positionMs: number }[] {
  const beatMs = 60_000 / bpm;
  const playedMs = playedAt(moves, from);
  const first = Math.ceil((playedMs + 2 * NEAR_MS) / beatMs);
  const last = Math.floor((playedMs + to - from - 2 * NEAR_MS) / beatMs);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => {
    const positionMs = (first + n) * beatMs;
    return { at: from + positionMs - playedMs, number: first + n, positionMs };
  });
}
