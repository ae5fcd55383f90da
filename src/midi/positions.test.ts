import { expect, test } from 'vitest';
import { FaderPositions } from './positions.ts';
import { controllerOf } from './presets.ts';

function positionsOf(text: string): FaderPositions {
  const controller = controllerOf(`Mine = ${text}`);
  if (controller === undefined) {
    throw new Error(`no faders: ${text}`);
  }
  return new FaderPositions(controller);
}

test('leaves a deck unknown until its fader moves', () => {
  const positions = positionsOf('1:1/8 2:1/9 x:1/10');
  positions.take({ channel: 1, controller: 9, value: 127 });
  expect([...positions.levels]).toEqual([[2, { level: 1, fader: 1 }]]);
  expect([1 as const, 2 as const, 'x' as const].map((name) => positions.position(name))).toEqual([
    undefined,
    1,
    undefined,
  ]);
});

test('knows that a deck is silent by the crossfader alone', () => {
  const positions = positionsOf('1:1/8 2:1/9 x:1/10');
  positions.take({ channel: 1, controller: 10, value: 0 });
  expect([...positions.levels]).toEqual([[2, { level: 0, fader: undefined }]]);
});

test('reads a reversed crossfader, as a hamster switch makes it', () => {
  const positions = positionsOf('1:1/8 2:1/9 x:1/10@127-0');
  positions.take({ channel: 1, controller: 10, value: 127 });
  expect(positions.levels.get(2)?.level).toBe(0);
});

test('opens a deck at once with a crossfader for scratching', () => {
  const levelAt = (value: number) => {
    const positions = positionsOf('1:1/8 2:1/9 x:1/10 cut');
    positions.take({ channel: 1, controller: 9, value: 127 });
    positions.take({ channel: 1, controller: 10, value });
    return positions.levels.get(2)?.level;
  };
  expect([0, 2, 3, 64].map(levelAt)).toEqual([0, 0, 1, 1]);
});

test('scales the range that was recorded', () => {
  const positions = positionsOf('1:1/8@3-124');
  const levelAt = (value: number) => {
    positions.take({ channel: 1, controller: 8, value });
    return positions.levels.get(1)?.level?.toFixed(2);
  };
  expect([0, 3, 64, 124, 127].map(levelAt)).toEqual(['0.00', '0.00', '0.50', '1.00', '1.00']);
});

test('reads controllers with a crossfader alone', () => {
  const positions = positionsOf('x:1/10');
  expect(positions.levels.size).toBe(0);
  positions.take({ channel: 1, controller: 10, value: 127 });
  expect([...positions.levels].map(([deck, { level }]) => [deck, level])).toEqual([
    [1, 0],
    [2, 1],
  ]);
});
