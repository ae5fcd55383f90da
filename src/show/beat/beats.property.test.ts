/** Random sets with lost messages, reconnects, swapped decks and restarts, in simulated time. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amount } from '../../../test/support/full-length.ts';
import { numbersFrom } from '../../../test/support/music.ts';
import { settingsOf } from '../../../test/support/settings.ts';
import type { DeckBeat, DeckBeats } from '../../core/contracts/beat.ts';
import type { Clock } from '../../core/tools.ts';
import { BeatBoard } from '../../decks/index.ts';
import { Beats } from './index.ts';
import { beatOptions } from './options.ts';
import { RoomClock } from './room-beat.ts';

/**
 * How a source reports: devices all the time, programs that are asked seldom. `settlesMs`: time after an act in which
 * beats may be off.
 */
const REPORTS = {
  grid: { everyMs: 35, lostShare: 0.1, settlesMs: 1_000 },
  place: { everyMs: 500, lostShare: 0, settlesMs: 3_000 },
} as const;
const NEAR_MS = 5;
/** Beats of two decks in less than this are one beat. The tempo may change at the same time. */
const TWICE_BEATS = 0.2;

type Act =
  | { readonly do: 'lead'; readonly deck: number }
  | { readonly do: 'tempo'; readonly deck: number; readonly bpm: number }
  | { readonly do: 'jump'; readonly deck: number; readonly beats: number }
  | { readonly do: 'pause' | 'play'; readonly deck: number }
  /** Nothing is reported for so long. */
  | { readonly do: 'drop'; readonly ms: number }
  /** Another start of the program. */
  | { readonly do: 'restart' }
  | { readonly do: 'hide' | 'show' };

const deck = fc.integer({ min: 0, max: 1 });
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ do: fc.constant('lead' as const), deck }),
  fc.record({ do: fc.constant('tempo' as const), deck, bpm: fc.double({ min: 70, max: 175, noNaN: true }) }),
  fc.record({ do: fc.constant('jump' as const), deck, beats: fc.double({ min: -40, max: 40, noNaN: true }) }),
  fc.record({ do: fc.constantFrom('pause' as const, 'play' as const), deck }),
  fc.record({ do: fc.constant('drop' as const), ms: fc.integer({ min: 40, max: 9_000 }) }),
  fc.constant({ do: 'restart' as const }),
  fc.record({ do: fc.constantFrom('hide' as const, 'show' as const) }),
);
const set = fc.array(fc.record({ afterMs: fc.integer({ min: 200, max: 6_000 }), act }), {
  minLength: 3,
  maxLength: 15,
});

interface TrueDeck {
  beat: number;
  bpm: number;
  plays: boolean;
}

/** Runs timers in order, without promises. */
class StepClock implements Pick<Clock, 'now' | 'monotonic' | 'after' | 'sleep'> {
  #now = 0;
  #timers = new Set<{ readonly at: number; readonly run: () => void }>();
  now = () => this.#now;
  monotonic = () => this.#now;
  sleep = () => Promise.reject(new Error('nothing sleeps here'));
  after = (ms: number, run: () => void) => {
    const timer = { at: this.#now + Math.max(1, Math.ceil(ms)), run };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  };
  advanceTo(end: number, move: (ms: number) => void): void {
    for (;;) {
      const [next] = [...this.#timers].filter(({ at }) => at <= end).sort((one, two) => one.at - two.at);
      const at = next?.at ?? end;
      move(at - this.#now);
      this.#now = at;
      if (next === undefined) {
        return;
      }
      this.#timers.delete(next);
      next.run();
    }
  }
}

function play(
  kind: keyof typeof REPORTS,
  acts: readonly { readonly afterMs: number; readonly act: Act }[],
  chance: () => number,
): void {
  const { everyMs, lostShare, settlesMs } = REPORTS[kind];
  const clock = new StepClock();
  const decks: TrueDeck[] = [
    { beat: 0, bpm: 124, plays: true },
    { beat: 7.1, bpm: 124.2, plays: true },
  ];
  let leading = 0;
  let hidden = false;
  let droppedUntil = 0;
  let actedAt = 0;
  let lastBeatAt = Number.NEGATIVE_INFINITY;
  /** Number of the leading deck's last beat that was sent since the last act. */
  let sent: number | undefined;
  let sentSince = 0;
  const problems: string[] = [];

  const begin = () => {
    const board = new BeatBoard(() => undefined);
    const source: DeckBeats = {
      follow: (changed) => board.follow(changed),
      at: (time) =>
        decks.flatMap(({ plays }, at): readonly DeckBeat[] =>
          plays
            ? [
                {
                  deck: `${at}`,
                  play: `play ${at}`,
                  leads: at === leading,
                  level: 1,
                  grid: board.at(`d/${at}`, time),
                },
              ]
            : [],
        ),
    };
    const beats = new Beats(settingsOf(beatOptions, {}), clock);
    beats.judgeBy({ shows: (one) => !hidden && one === `play ${leading}` });
    const disconnect = beats.connect(source);
    const unfollow = beats.follow((beat) => {
      if (beat === undefined) {
        return;
      }
      const now = clock.monotonic();
      const { beat: place, bpm, plays } = decks[leading] ?? { beat: 0, bpm: 0, plays: false };
      if (!plays && now > actedAt + settlesMs) {
        problems.push(`a beat of a deck that stands still, at ${now}`);
      }
      if (((now - lastBeatAt) * bpm) / 60_000 < TWICE_BEATS) {
        problems.push(`a beat twice, at ${lastBeatAt} and ${now}`);
      }
      lastBeatAt = now;
      if (hidden && beat.positionMs !== undefined) {
        problems.push(`a position of a hidden track, at ${now}`);
      }
      const number = Math.round(place);
      if (now > Math.max(actedAt, droppedUntil) + settlesMs) {
        const errorMs = ((place - number) * 60_000) / bpm;
        if (Math.abs(errorMs) > NEAR_MS) {
          problems.push(`a beat ${errorMs} ms off, at ${now}`);
        }
        if (beat.beatInBar !== (((number % 4) + 4) % 4) + 1) {
          problems.push(`beat ${beat.beatInBar} for number ${number}, at ${now}`);
        }
        if (sent !== undefined && number !== sent + 1) {
          problems.push(`number ${number} after ${sent}, at ${now}`);
        }
        sent = number;
      } else {
        sent = undefined;
      }
      sentSince = now;
    });
    return { board, beats, end: () => [unfollow, disconnect].map((stop) => stop()) };
  };

  let running = begin();
  const report = (): void => {
    const at = clock.monotonic();
    if (at >= droppedUntil && chance() >= lostShare) {
      running.board.report(
        ...decks.map(({ beat, bpm, plays }, index) => ({
          deck: `d/${index}`,
          report: { kind, at, beat, bpm: plays || kind === 'grid' ? bpm : 0, positionMs: beat * 500 },
        })),
      );
    }
    clock.after(everyMs, report);
  };
  clock.after(0, report);

  const move = (ms: number): void => {
    for (const one of decks) {
      one.beat += one.plays ? (ms * one.bpm) / 60_000 : 0;
    }
  };
  const perform = (one: Act): void => {
    actedAt = clock.monotonic();
    sent = undefined;
    const acting = 'deck' in one ? decks[one.deck] : undefined;
    switch (one.do) {
      case 'lead':
        leading = one.deck;
        break;
      case 'tempo':
        Object.assign(acting ?? {}, { bpm: one.bpm });
        break;
      case 'jump':
        Object.assign(acting ?? {}, { beat: (acting?.beat ?? 0) + one.beats });
        break;
      case 'pause':
      case 'play':
        Object.assign(acting ?? {}, { plays: one.do === 'play' });
        break;
      case 'drop':
        droppedUntil = actedAt + one.ms;
        break;
      case 'restart':
        running.end();
        running = begin();
        // A new process cannot know what the last one sent.
        lastBeatAt = Number.NEGATIVE_INFINITY;
        break;
      case 'hide':
      case 'show':
        hidden = one.do === 'hide';
    }
  };
  let at = 0;
  for (const { afterMs, act: one } of acts) {
    at += afterMs;
    clock.advanceTo(at, move);
    perform(one);
  }
  // Then the beat of a deck that plays goes on.
  const settled = Math.max(at, droppedUntil) + settlesMs;
  clock.advanceTo(settled + 3_000, move);
  const last = decks[leading];
  if (last?.plays === true && settled + 3_000 - sentSince > 60_000 / last.bpm + NEAR_MS) {
    problems.push(`no beat since ${sentSince}`);
  }
  running.end();
  expect(problems).toEqual([]);
}

test.each(['grid', 'place'] as const)(
  'sends each beat once and on time, soon after any trouble, from reports of the kind %s',
  (kind) => {
    fc.assert(
      fc.property(set, fc.integer({ min: 0, max: 1_000 }), (acts, seed) =>
        play(kind, acts, numbersFrom(seed)),
      ),
      { numRuns: amount({ short: 60, full: 600 }) },
    );
  },
);

/** A fade between two decks, with `hold` until the detection features the second one. */
const blend = fc.record({
  from: fc.double({ min: 80, max: 160, noNaN: true }),
  /** Tempo of the second deck, relative to the first. */
  ratio: fc.double({ min: 0.86, max: 1.15, noNaN: true }),
  offset: fc.double({ min: 0, max: 1, noNaN: true }),
  fadeMs: fc.integer({ min: 300, max: 16_000 }),
  /** Both faders are fully open in the middle, or one crossfader moves. */
  isOverlapping: fc.boolean(),
  holdMs: fc.integer({ min: -8_000, max: 4_000 }),
  stepMs: fc.integer({ min: 5, max: 60 }),
});

test('blends without a jump, with a tempo that moves one way, and ends on the beats of the second deck', () => {
  fc.assert(
    fc.property(blend, ({ from, ratio, offset, fadeMs, isOverlapping, holdMs, stepMs }) => {
      const room = new RoomClock();
      const bpms = [from, from * ratio] as const;
      const [slowest, fastest] = [Math.min(...bpms), Math.max(...bpms)];
      const fadeAt = 3_000;
      const decksAt = (at: number): readonly DeckBeat[] => {
        const part = Math.min(1, Math.max(0, (at - fadeAt) / fadeMs));
        const levels = isOverlapping ? [Math.min(1, 2 - 2 * part), Math.min(1, 2 * part)] : [1 - part, part];
        const leading = at < fadeAt + fadeMs + holdMs ? 0 : 1;
        return bpms.map((bpm, index) => ({
          deck: `${index}`,
          leads: index === leading,
          level: levels[index],
          grid: { beat: (at * bpm) / 60_000 + index * offset, bpm },
        }));
      };
      let before: { readonly at: number; readonly phase: number; readonly bpm: number } | undefined;
      let begunAt: number | undefined;
      const problems: string[] = [];
      const end = Math.max(fadeAt + fadeMs, fadeAt + fadeMs + holdMs) + 6_000;
      for (let at = 0; at <= end; at += stepMs) {
        const beat = room.advance(decksAt(at), at, 'blend');
        const { phase, bpm } = room.now ?? { phase: Number.NaN, bpm: Number.NaN };
        if (before !== undefined) {
          const moved = (((phase - before.phase) % 1) + 1) % 1;
          const ms = at - before.at;
          if (!(moved >= ms * (slowest / 60_000) * 0.89 && moved <= ms * (fastest / 60_000) * 1.11)) {
            problems.push(`${moved} beats in ${ms} ms, at ${at}`);
          }
          if (!(Math.sign(ratio - 1) * (bpm - before.bpm) >= -1e-9)) {
            problems.push(`from ${before.bpm} to ${bpm} BPM, at ${at}`);
          }
        }
        before = { at, phase, bpm };
        if (beat !== undefined) {
          const sinceMs = at - (begunAt ?? at - 60_000 / from);
          const shortestMs = (60_000 / fastest) * 0.89 - stepMs - 2;
          const longestMs = (60_000 / slowest) * 1.12 + stepMs + 2;
          if (!(sinceMs > shortestMs && sinceMs < longestMs)) {
            problems.push(`a beat after ${sinceMs} ms, at ${at}`);
          }
          begunAt = at;
        }
      }
      // Compared once: an `expect` at each of a million steps would take longer than the steps.
      expect(problems).toEqual([]);
      const { beat = Number.NaN } = decksAt(before?.at ?? 0)[1]?.grid ?? {};
      const error = (before?.phase ?? 0) - beat;
      expect(Math.abs(error - Math.round(error))).toBeLessThan(0.005);
      expect(before?.bpm).toBeCloseTo(bpms[1], 9);
    }),
    { numRuns: amount({ short: 150, full: 1_500 }) },
  );
});
