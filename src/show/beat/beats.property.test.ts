/** Random sets with lost messages, reconnects, swapped decks and restarts, in simulated time. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amount } from '../../../test/support/full-length.ts';
import { settingsOf } from '../../../test/support/settings.ts';
import type { DeckBeat, DeckBeats } from '../../core/contracts/beat.ts';
import type { Clock } from '../../core/tools.ts';
import { BeatBoard } from '../../decks/index.ts';
import { Beats } from './index.ts';
import { beatOptions } from './options.ts';

const REPORT_EVERY_MS = 35;
/** Time after an act in which beats may be off. */
const SETTLES_MS = 1_000;
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

function play(acts: readonly { readonly afterMs: number; readonly act: Act }[], isLost: () => boolean): void {
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
      if (!plays && now > actedAt + SETTLES_MS) {
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
      if (now > Math.max(actedAt, droppedUntil) + SETTLES_MS) {
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
    if (clock.monotonic() >= droppedUntil && !isLost()) {
      running.board.report(
        ...decks.map(({ beat, bpm }, at) => ({
          deck: `d/${at}`,
          report: { kind: 'grid', at: clock.monotonic(), beat, bpm, positionMs: beat * 500 } as const,
        })),
      );
    }
    clock.after(REPORT_EVERY_MS, report);
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
  const settled = Math.max(at, droppedUntil) + SETTLES_MS;
  clock.advanceTo(settled + 3_000, move);
  const last = decks[leading];
  if (last?.plays === true && settled + 3_000 - sentSince > 60_000 / last.bpm + NEAR_MS) {
    problems.push(`no beat since ${sentSince}`);
  }
  running.end();
  expect(problems).toEqual([]);
}

test('sends each beat once and on time, a second after any trouble', () => {
  fc.assert(
    fc.property(set, fc.integer(), (acts, seed) => {
      let random = seed;
      const isLost = (): boolean => {
        random = (Math.imul(random, 1_103_515_245) + 12_345) & 0x7fffffff;
        return (random >> 8) % 10 === 0;
      };
      play(acts, isLost);
    }),
    { numRuns: amount({ short: 60, full: 2_000 }) },
  );
});
