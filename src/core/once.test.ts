import { expect, test } from 'vitest';
import { Once } from './once.ts';

test('each matter begins once, and again after its end', () => {
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

test('when as many have begun as may, no other begins', () => {
  const once = new Once(2);
  expect(['a', 'b', 'c', 'a'].map((matter) => once.begins(matter))).toEqual([true, true, false, false]);
});
