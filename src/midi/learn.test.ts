import { describe, expect, test } from 'vitest';
import { numbersFrom } from '../../test/support/music.ts';
import type { FaderControl } from './controller.ts';
import { FaderLearner } from './learn.ts';

/** Positions of a hand that moves a fader between these, in small steps. */
function* moving(...ends: readonly number[]): Generator<number> {
  const [start = 0] = ends;
  let at = start;
  for (const end of ends.slice(1)) {
    while (Math.abs(end - at) > 0.025) {
      at += Math.sign(end - at) * 0.02;
      yield at;
    }
    at = end;
    yield at;
  }
}

class Hand {
  readonly #learner: FaderLearner;

  constructor(taken: readonly FaderControl[] = []) {
    this.#learner = new FaderLearner(taken);
  }

  moves(channel: number, controller: number, ...ends: readonly number[]): this {
    for (const position of moving(...ends)) {
      this.#learner.take({ channel, controller, value: Math.round(127 * position) });
    }
    return this;
  }

  moves14(channel: number, high: number, low: number, ...ends: readonly number[]): this {
    for (const position of moving(...ends)) {
      const value = Math.round(16_383 * position);
      this.#learner.take({ channel, controller: high, value: value >> 7 });
      this.#learner.take({ channel, controller: low, value: value & 127 });
    }
    return this;
  }

  turnsJog(channel: number, controller: number): this {
    const next = numbersFrom(5);
    for (let at = 0; at < 400; at += 1) {
      this.#learner.take({ channel, controller, value: 60 + Math.round(8 * next()) });
    }
    return this;
  }

  get deck(): FaderControl | undefined {
    return this.#learner.learned('open');
  }

  get crossfader(): FaderControl | undefined {
    return this.#learner.learned('left');
  }

  get isTaken(): boolean {
    return this.#learner.takenMoves;
  }
}

describe('a fader that is moved up and then down', () => {
  test.each([
    { from: 'the bottom', ends: [0, 1, 0] },
    { from: 'the middle', ends: [0.4, 1, 0] },
    { from: 'the bottom, with a pause on the way', ends: [0, 0.6, 0.5, 1, 0.3, 0.35, 0] },
  ])('is learned from $from', ({ ends }) => {
    expect(new Hand().moves(1, 19, ...ends).deck).toEqual({
      channel: 1,
      high: 19,
      low: undefined,
      from: 0,
      to: 127,
    });
  });

  test('is reversed if it sends its highest value at the bottom', () => {
    expect(new Hand().moves(1, 19, 1, 0, 1).deck).toMatchObject({ from: 127, to: 0 });
  });

  test('keeps the range that it really uses', () => {
    expect(new Hand().moves(1, 19, 0.03, 0.97, 0.03).deck).toMatchObject({ from: 4, to: 123 });
  });

  test('has a low byte 32 numbers higher, or elsewhere', () => {
    expect(new Hand().moves14(1, 19, 51, 0, 1, 0).deck).toEqual({
      channel: 1,
      high: 19,
      low: 51,
      from: 0,
      to: 127,
    });
    expect(new Hand().moves14(1, 28, 58, 0, 1, 0).deck).toMatchObject({ high: 28, low: 58 });
  });

  test('may have the number 0', () => {
    expect(new Hand().moves(2, 0, 0, 1, 0).deck).toMatchObject({ channel: 2, high: 0 });
  });

  test('is found beside a jog wheel', () => {
    expect(new Hand().turnsJog(1, 34).moves(1, 19, 0, 1, 0).deck).toMatchObject({ high: 19 });
  });
});

test('nothing is learned before the fader came back', () => {
  expect(new Hand().moves(1, 19, 0, 1).deck).toBeUndefined();
  expect(new Hand().moves(1, 19, 0, 1, 0.2).deck).toBeUndefined();
  expect(new Hand().moves(1, 19, 0.3, 0.6, 0.3).deck).toBeUndefined();
});

test('a fader that another deck has is refused, and named', () => {
  const [one] = [new Hand().moves14(1, 19, 51, 0, 1, 0).deck].filter((fader) => fader !== undefined);
  const again = new Hand(one === undefined ? [] : [one]).moves14(1, 19, 51, 0, 1, 0);
  expect([again.deck, again.isTaken]).toEqual([undefined, true]);
});

test('a crossfader is learned from left to right, and reversed for a hamster switch', () => {
  expect(new Hand().moves(7, 31, 0.5, 0, 1).crossfader).toMatchObject({
    channel: 7,
    high: 31,
    from: 0,
    to: 127,
  });
  expect(new Hand().moves(7, 31, 0.5, 1, 0).crossfader).toMatchObject({ from: 127, to: 0 });
});
