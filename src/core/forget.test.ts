import { expect, test } from 'vitest';
import { forgetOldest } from './forget.ts';

test('the entries that were put in last are kept', () => {
  const names = new Set(['one', 'two', 'three', 'four']);
  const lengths = new Map([...names].map((name) => [name, name.length]));
  forgetOldest(names, 2);
  forgetOldest(lengths, 3);
  expect([...names]).toEqual(['three', 'four']);
  expect([...lengths.keys()]).toEqual(['two', 'three', 'four']);
});

test('nothing is forgotten while there is room', () => {
  const names = new Set(['one']);
  forgetOldest(names, 1);
  expect([...names]).toEqual(['one']);
});
