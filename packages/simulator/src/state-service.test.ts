import { describe, expect, it } from 'vitest';
import { createRandom } from './simulation.ts';
import { StateStore } from './state-service.ts';
import { decimal, printValue, truth } from './values.ts';

const PLAY = '/Engine/Deck1/Play';

describe('the states of a device', () => {
  it('are sent only when they change', () => {
    const store = new StateStore(createRandom(1));
    const changes: unknown[] = [];
    store.watch((path, value) => changes.push([path, value]));
    store.set(PLAY, truth(true));
    store.set(PLAY, { state: true, type: 1 });
    store.set(PLAY, null);
    expect(changes).toEqual([
      [PLAY, { type: 1, state: true }],
      [PLAY, null],
    ]);
  });

  it('are forgotten at a boot, without notice', () => {
    const store = new StateStore(createRandom(1));
    const changes: string[] = [];
    store.set('/Old', truth(true));
    store.watch((path) => changes.push(path));
    store.reset([[PLAY, truth(false)]]);
    expect(store.printed('/Old')).toBeUndefined();
    expect(JSON.parse(store.printed(PLAY) ?? '')).toEqual({ type: 1, state: false });
    expect(changes).toEqual([]);
  });
});

it('have keys in either order, and whole decimals with two zeros', () => {
  const random = createRandom(7);
  const texts = new Set(Array.from({ length: 20 }, () => printValue(decimal(0), random)));
  expect(texts).toEqual(new Set(['{"type":0,"value":0.00}', '{"value":0.00,"type":0}']));
});
