import { expect, test } from 'vitest';
import { evictOldest } from './evict.ts';

test('evictOldest keeps the newest entries, and all below the limit', () => {
  const names = new Set(['one', 'two', 'three', 'four']);
  const lengths = new Map([...names].map((name) => [name, name.length]));
  evictOldest(names, 2);
  evictOldest(lengths, 3);
  evictOldest(lengths, 3);
  expect([...names]).toEqual(['three', 'four']);
  expect([...lengths.keys()]).toEqual(['two', 'three', 'four']);
});
