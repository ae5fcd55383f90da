import { describe, expect, test } from 'vitest';
import type { DeckBeat, RoomBeat } from '../../core/contracts/beat.ts';
import { type Follow, RoomClock } from './room-beat.ts';

/** Deck whose beat 0 is at `from`. */
interface Deck {
  readonly deck: string;
  readonly bpm: number;
  readonly from?: number;
  readonly level?: number;
}

const gridOf = ({ bpm, from = 0 }: Deck, at: number) => ({ beat: ((at - from) * bpm) / 60_000, bpm });

type Heard = RoomBeat & { readonly at: number };

/** Runs the clock in steps of `stepMs`, with the decks that a function gives for each moment; the first one leads. */
function run(
  decksAt: (at: number) => readonly Deck[],
  {
    until,
    follow = 'cut',
    stepMs = 1,
    from = 0,
  }: { until: number; follow?: Follow; stepMs?: number; from?: number },
  clock = new RoomClock(),
): readonly Heard[] {
  const heard: Heard[] = [];
  for (let at = from; at <= until; at += stepMs) {
    const decks = decksAt(at).map(
      ({ level = 1, ...deck }, index): DeckBeat => ({
        deck: deck.deck,
        leads: index === 0,
        level,
        grid: gridOf(deck, at),
      }),
    );
    const beat = clock.advance(decks, at, follow);
    if (beat !== undefined) {
      heard.push({ ...beat, at });
    }
  }
  return heard;
}

const A: Deck = { deck: 'a', bpm: 120 };

/** Rounded, because beats may begin a millisecond early. */
const times = (beats: readonly Heard[]): readonly number[] => beats.map(({ at }) => Math.round(at / 5) * 5);

describe('with cut, the beat', () => {
  test('is that of the deck that leads', () => {
    const heard = run(() => [A], { until: 2_600 });
    expect(times(heard)).toEqual([0, 500, 1_000, 1_500, 2_000, 2_500]);
    expect(heard.map(({ beatInBar, bar }) => `${bar}.${beatInBar}`)).toEqual([
      '1.1',
      '1.2',
      '1.3',
      '1.4',
      '2.1',
      '2.2',
    ]);
    expect(heard.map(({ jumped }) => jumped)).toEqual([true, false, false, false, false, false]);
  });

  test('says when it began, even if late', () => {
    const [first, second, third] = run(() => [A], { until: 1_600, stepMs: 70 });
    // Asked at 0, 560 and 1,050 ms.
    expect(first?.begunAt).toBe(0);
    expect(second?.begunAt).toBeCloseTo(500, 9);
    expect(third?.begunAt).toBeCloseTo(1_000, 9);
  });

  test('is left out after a standstill that ends just before the next one', () => {
    const clock = new RoomClock();
    run(() => [A], { until: 600 }, clock);
    const heard = run(() => [A], { from: 1_990, until: 2_600 }, clock);
    expect(times(heard)).toEqual([2_000, 2_500]);
    expect(heard.map(({ beatInBar, bar, jumped }) => [bar, beatInBar, jumped])).toEqual([
      [2, 1, true],
      [2, 2, false],
    ]);
  });

  test('waits for the next beat of a deck that is heard in the middle of one', () => {
    expect(times(run(() => [A], { from: 200, until: 1_100 }))).toEqual([500, 1_000]);
  });

  test('is not repeated when the next deck is a moment behind', () => {
    const b: Deck = { deck: 'b', bpm: 120, from: 40 };
    const heard = run((at) => [at < 1_010 ? A : b], { until: 2_100 });
    expect(times(heard)).toEqual([0, 500, 1_000, 1_540, 2_040]);
    expect(heard[3]?.jumped).toBe(true);
  });

  test('is not lost when the next deck is a moment ahead', () => {
    const b: Deck = { deck: 'b', bpm: 120, from: -40 };
    expect(times(run((at) => [at < 980 ? A : b], { until: 1_600 }))).toEqual([0, 500, 980, 1_460]);
  });

  test('is the next one of a deck that is between its beats', () => {
    const b: Deck = { deck: 'b', bpm: 120, from: 250 };
    expect(times(run((at) => [at < 1_100 ? A : b], { until: 1_800 }))).toEqual([0, 500, 1_000, 1_250, 1_750]);
  });

  test('keeps counting bars over a cut', () => {
    const b: Deck = { deck: 'b', bpm: 120, from: -100 * 2_000 - 1_000 };
    const heard = run((at) => [at < 1_100 ? A : b], { until: 2_600 });
    expect(heard.map(({ beatInBar, bar }) => `${bar}.${beatInBar}`)).toEqual([
      '1.1',
      '1.2',
      '1.3',
      '2.2',
      '2.3',
      '2.4',
    ]);
    expect(heard[3]?.jumped).toBe(true);
  });

  test('takes up a small correction without a jump', () => {
    const late: Deck = { ...A, from: 20 };
    const heard = run((at) => [at < 1_100 ? A : late], { until: 3_600 });
    expect(heard.slice(1).some(({ jumped }) => jumped)).toBe(false);
    expect(times(heard).at(-1)).toBe(3_520);
    const steps = times(heard).map((at, index, all) => at - (all[index - 1] ?? at));
    expect(Math.max(...steps)).toBeLessThan(525);
  });

  test('stops while the deck stands still', () => {
    const clock = new RoomClock();
    run(() => [A], { until: 900 }, clock);
    const still: DeckBeat = { deck: 'a', leads: true, grid: { beat: 1.8, bpm: 0 } };
    expect(clock.advance([still], 1_000, 'cut')).toBeUndefined();
    expect([clock.now, clock.nextBeatAt]).toEqual([undefined, undefined]);
  });
});

describe('with blend, the beat', () => {
  const b: Deck = { deck: 'b', bpm: 126, from: 100 };
  const fade = (at: number): readonly Deck[] => {
    const part = Math.min(1, Math.max(0, (at - 2_000) / 8_000));
    const decks = [
      { ...A, level: 1 - part },
      { ...b, level: part },
    ];
    return part < 0.5 ? decks : decks.toReversed();
  };

  test('moves from one tempo to the other without a jump, a double or a missing one', () => {
    const heard = run(fade, { until: 20_000, follow: 'blend' });
    const steps = times(heard)
      .map((at, index, all) => at - (all[index - 1] ?? at))
      .slice(1);
    // The tempo of the slower deck less a tenth, and that of the faster one and a tenth.
    expect(Math.max(...steps)).toBeLessThanOrEqual(60_000 / (120 * 0.9) + 5);
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(60_000 / (126 * 1.1) - 5);
    const tempos = heard.map(({ bpm }) => bpm);
    expect(tempos).toEqual([...tempos].sort((one, other) => one - other));
    expect(tempos.at(-1)).toBeCloseTo(126, 9);
  });

  test('ends on the beats of the deck that is left', () => {
    const last = run(fade, { until: 20_000, follow: 'blend' }).at(-1);
    const { beat } = gridOf(b, last?.at ?? 0);
    expect(Math.abs(beat - Math.round(beat)) * (60_000 / 126)).toBeLessThan(2);
  });

  test('leaves out a deck of half the tempo', () => {
    const half: Deck = { deck: 'b', bpm: 60 };
    expect(run(() => [A, half], { until: 3_000, follow: 'blend' }).at(-1)?.bpm).toBe(120);
  });
});
