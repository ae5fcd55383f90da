import { describe, expect, test } from 'vitest';
import { DeckClock } from './deck-clock.ts';

/** Reports the grid of a deck at 120 beats a minute every 35 ms, from `from` to `to`. */
function play(
  clock: DeckClock,
  from: number,
  to: number,
  beatAt = (at: number) => at / 500,
  bpm = 120,
): void {
  for (let at = from; at <= to; at += 35) {
    clock.report({ kind: 'grid', at, beat: beatAt(at), bpm, positionMs: beatAt(at) * 500 });
  }
}

describe('a deck that reports its place in the beat grid', () => {
  test('is extrapolated between reports', () => {
    const clock = new DeckClock();
    play(clock, 0, 350);
    expect(clock.at(600)).toMatchObject({ bpm: 120 });
    expect(clock.at(600)?.beat).toBeCloseTo(1.2, 9);
    expect(clock.at(600)?.positionMs).toBeCloseTo(600, 9);
  });

  test('stands still when its place stays the same', () => {
    const clock = new DeckClock();
    play(clock, 0, 350);
    clock.report({ kind: 'grid', at: 385, beat: 0.7, bpm: 120 });
    clock.report({ kind: 'grid', at: 420, beat: 0.7, bpm: 120 });
    expect(clock.at(5_000)).toBeUndefined();
    expect(clock.at(1_000)).toMatchObject({ beat: 0.7, bpm: 0 });
  });

  test('has no beat four seconds after the last report', () => {
    const clock = new DeckClock();
    play(clock, 0, 350);
    expect(clock.at(4_300)).toBeDefined();
    expect(clock.at(4_400)).toBeUndefined();
  });

  test('plays on through a jump in the track', () => {
    const clock = new DeckClock();
    play(clock, 0, 350);
    clock.report({ kind: 'grid', at: 385, beat: 32.7, bpm: 120 });
    expect(clock.at(485)?.beat).toBeCloseTo(32.9, 9);
    expect(clock.at(485)?.bpm).toBe(120);
  });

  test('follows the measured speed under the hand of the DJ', () => {
    const clock = new DeckClock();
    play(clock, 0, 700, (at) => at / 1_000);
    expect(clock.at(700)?.bpm).toBeCloseTo(60, 6);
  });

  test('ignores a report that is older than the last one', () => {
    const clock = new DeckClock();
    play(clock, 0, 350);
    clock.report({ kind: 'grid', at: 300, beat: 0.6, bpm: 120 });
    expect(clock.at(350)?.beat).toBeCloseTo(0.7, 9);
  });
});

describe('a deck that reports its beats', () => {
  const beat = (clock: DeckClock, at: number, beatInBar: number, bpm = 120): void =>
    clock.report({ kind: 'beat', at, beatInBar, bpm });

  test('is known from its first beat on', () => {
    const clock = new DeckClock();
    clock.report({ kind: 'tempo', at: 0, bpm: 120 });
    expect(clock.at(10)).toBeUndefined();
    beat(clock, 100, 3);
    expect(clock.at(350)).toMatchObject({ beat: 2.5, bpm: 120 });
  });

  test('keeps its time when a beat is late, and takes an early one as it is', () => {
    const clock = new DeckClock();
    beat(clock, 0, 1);
    beat(clock, 500, 2);
    beat(clock, 1_040, 3);
    const late = clock.at(1_040)?.beat ?? 0;
    expect((late - 2) * 500).toBeCloseTo(40, 6);
    beat(clock, 1_496, 4);
    expect(clock.at(1_496)?.beat).toBeCloseTo(3, 9);
  });

  test('believes a late beat after a change of tempo', () => {
    const clock = new DeckClock();
    beat(clock, 0, 1);
    beat(clock, 500, 2);
    beat(clock, 1_040, 3, 111);
    expect(clock.at(1_040)?.beat).toBeCloseTo(2, 9);
  });

  test('counts on over lost beats', () => {
    const clock = new DeckClock();
    beat(clock, 0, 1);
    beat(clock, 2_500, 2);
    expect(clock.at(2_500)?.beat).toBeCloseTo(5, 9);
  });

  test('moves its bar with the reported beat', () => {
    const clock = new DeckClock();
    beat(clock, 0, 1);
    beat(clock, 500, 4);
    expect(clock.at(500)?.beat).toBeCloseTo(3, 9);
    beat(clock, 1_000, 4);
    expect(clock.at(1_000)?.beat).toBeCloseTo(3, 9);
  });

  test('changes its tempo between beats', () => {
    const clock = new DeckClock();
    beat(clock, 0, 1);
    clock.report({ kind: 'tempo', at: 250, bpm: 132, pitch: 1.1 });
    expect(clock.at(350)?.beat).toBeCloseTo(0.72, 9);
  });

  test('has no phase between a pause and its next beat', () => {
    const clock = new DeckClock();
    beat(clock, 0, 1);
    clock.report({ kind: 'tempo', at: 250, bpm: 0 });
    expect(clock.at(300)).toMatchObject({ bpm: 0 });
    clock.report({ kind: 'tempo', at: 1_000, bpm: 120 });
    expect(clock.at(1_001)).toBeUndefined();
    beat(clock, 1_100, 2);
    expect(clock.at(1_100)?.beat).toBe(1);
  });

  test('has the position of the status, without the delays of the network', () => {
    const clock = new DeckClock();
    beat(clock, 0, 1);
    clock.report({ kind: 'tempo', at: 0, bpm: 120, positionMs: 0 });
    clock.report({ kind: 'tempo', at: 230, bpm: 120, positionMs: 200 });
    expect(clock.at(230)?.positionMs).toBeCloseTo(230, 6);
    clock.report({ kind: 'tempo', at: 430, bpm: 120, positionMs: 60_000 });
    expect(clock.at(430)?.positionMs).toBe(60_000);
    // A pause.
    clock.report({ kind: 'tempo', at: 500, bpm: 0 });
    clock.report({ kind: 'tempo', at: 900, bpm: 120, pitch: 1.5 });
    clock.report({ kind: 'beat', at: 1_000, beatInBar: 1, bpm: 120 });
    expect(clock.at(1_000)?.positionMs).toBe(60_070 + 150);
  });
});

describe('a deck whose program reports its place now and then', () => {
  const place = (clock: DeckClock, at: number, beat: number, bpm = 120): void =>
    clock.report({ kind: 'place', at, beat, bpm, positionMs: beat * 500 });

  test('runs on from its first report', () => {
    const clock = new DeckClock();
    place(clock, 0, 8);
    expect(clock.at(750)).toMatchObject({ beat: 9.5, bpm: 120, positionMs: 4_750 });
  });

  test('is late itself when four reports are, by as much as the least late one', () => {
    const clock = new DeckClock();
    place(clock, 0, 0);
    const error = (at: number) => ((clock.at(at)?.beat ?? Number.NaN) - (at - 30) / 500) * 500;
    // The DJ pushed the platter back by 30 ms. Messages are delayed by up to 20 ms more.
    for (const [at, delay] of [
      [500, 20],
      [1_000, 0],
      [1_500, 15],
    ] as const) {
      place(clock, at, (at - 30 - delay) / 500);
      expect(error(at)).toBeCloseTo(30, 6);
    }
    place(clock, 2_000, (2_000 - 30 - 20) / 500);
    expect(error(2_000)).toBeCloseTo(0, 6);
  });

  test('keeps its time when a report is late, and takes an early one as it is', () => {
    const clock = new DeckClock();
    place(clock, 0, 8);
    place(clock, 1_000, 10);
    place(clock, 2_060, 12);
    expect(((clock.at(2_060)?.beat ?? 0) - 12) * 500).toBeCloseTo(60, 6);
    place(clock, 3_000, 14);
    expect(clock.at(3_000)?.beat).toBeCloseTo(14, 9);
  });

  test('takes a jump in the track as it is', () => {
    const clock = new DeckClock();
    place(clock, 0, 8);
    place(clock, 1_000, 26.5);
    expect(clock.at(1_000)?.beat).toBe(26.5);
  });

  test('stands still when the program says so', () => {
    const clock = new DeckClock();
    place(clock, 0, 8);
    place(clock, 1_000, 10, 0);
    expect(clock.at(1_500)).toMatchObject({ beat: 10, bpm: 0 });
  });
});
