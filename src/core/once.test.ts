import { expect, test } from 'vitest';
import { fakeClock } from '../../test/support/clock.ts';
import { Once } from './once.ts';

test('begins each matter once, and again after its end', () => {
  const once = new Once();
  expect([once.begins('a'), once.begins('a'), once.begins('b'), once.has('b')]).toEqual([
    true,
    false,
    true,
    true,
  ]);
  once.ends('a');
  expect([once.has('a'), once.begins('a'), once.begins('b')]).toEqual([false, true, false]);
});

test('begins no further matter at the limit', () => {
  const once = new Once({ most: 2 });
  expect(['a', 'b', 'c', 'a'].map((matter) => once.begins(matter))).toEqual([true, true, false, false]);
});

test('begins a matter again after it has lasted', async () => {
  const clock = fakeClock();
  const once = new Once({ most: 1, lasts: { ms: 60_000, clock } });
  expect([once.begins('a'), once.begins('a'), once.has('a')]).toEqual([true, false, true]);
  await clock.advance(60_000);
  expect([once.has('a'), once.begins('a'), once.begins('a'), once.begins('b')]).toEqual([
    false,
    true,
    false,
    false,
  ]);
});

test('ends all matters at once', () => {
  const once = new Once();
  const begun = () => ['a', 'b'].map((matter) => once.begins(matter));
  expect(begun()).toEqual([true, true]);
  once.ends();
  expect(begun()).toEqual([true, true]);
});
