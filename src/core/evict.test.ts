import { expect, test } from 'vitest';
import { evictOldest } from './evict.ts';

test('the entries that were put in last are kept, and all while there is room', () => {
  const names = new Set(['one', 'two', 'three', 'four']);
  const lengths = new Map([...names].map((name) => [name, name.length]));
  evictOldest(names, 2);
  evictOldest(lengths, 3);
  evictOldest(lengths, 3);
  expect([...names]).toEqual(['three', 'four']);
  expect([...lengths.keys()]).toEqual(['two', 'three', 'four']);
});
