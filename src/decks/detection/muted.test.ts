import { beforeEach, describe, expect, test } from 'vitest';
import { Booth } from '../../../test/support/booth.ts';
import { longMuted } from './index.ts';

let booth: Booth;

describe('a deck that plays with an open fader and a silent level', () => {
  const worthTelling = () => longMuted(booth.detection, booth.now, booth.rule);

  beforeEach(() => {
    booth = new Booth('volume');
    booth.prepare(1, 'One');
    booth.level(1, 0, 0.8);
    booth.play(1);
  });

  test('is reported with both values after ten seconds', () => {
    booth.wait(9_999);
    expect(worthTelling()).toBeUndefined();
    booth.wait(1);
    expect(worthTelling()).toEqual({ deck: '1', fader: 0.8, level: 0 });
    expect(booth.announced).toEqual([]);
  });

  test('is not reported if its level rose in between', () => {
    booth.wait(9_000);
    booth.level(1, 0.8, 0.8);
    booth.level(1, 0, 0.8);
    booth.wait(9_999);
    expect(worthTelling()).toBeUndefined();
  });

  test('is not reported if its fader is closed, or it stops', () => {
    booth.level(1, 0, 0.02);
    booth.wait(60_000);
    expect(worthTelling()).toBeUndefined();
    booth.level(1, 0, 0.8);
    booth.stop(1);
    booth.wait(60_000);
    expect(worthTelling()).toBeUndefined();
  });

  test('wakes the detection once', () => {
    let decisions = 0;
    const { rule } = booth;
    const { algorithm } = rule;
    Object.assign(rule, {
      algorithm: {
        ...algorithm,
        decide: (...all: Parameters<typeof algorithm.decide>) => {
          decisions += 1;
          return algorithm.decide(...all);
        },
      },
    });
    booth.wait(60_000);
    expect(decisions).toBe(1);
  });
});

test('uses the fader alone with --detection.crossfader=off', () => {
  booth = new Booth('volume', 100, 'off');
  booth.prepare(1, 'One');
  booth.level(1, 0, 0.8);
  booth.play(1);
  booth.wait(60_000);
  expect(booth.announced).toEqual(['One']);
  expect(longMuted(booth.detection, booth.now, booth.rule)).toBeUndefined();
});

test('reports no muted deck under a rule without levels', () => {
  booth = new Booth('lead');
  booth.prepare(1, 'One');
  booth.level(1, 0, 0.8);
  booth.play(1);
  booth.wait(60_000);
  expect(longMuted(booth.detection, booth.now, booth.rule)).toBeUndefined();
});
