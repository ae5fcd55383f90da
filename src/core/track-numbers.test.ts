import { expect, test } from 'vitest';
import { believedBpm, believedYear } from './track-numbers.ts';

test.each([
  [127.998_3, 128],
  [174, 174],
  [0, 0],
  [-3, 0],
  [65_535, 0],
  [Number.NaN, 0],
  [undefined, 0],
])('a tempo of %j is %j', (value, bpm) => {
  expect(believedBpm(value)).toBe(bpm);
});

test.each([
  [1998, 1998],
  ['1998-05-01', 1998],
  [' 2003', 2003],
  ['19981', 0],
  ['98', 0],
  [0, 0],
  ['', 0],
  [undefined, 0],
])('a year of %j is %j', (value, year) => {
  expect(believedYear(value)).toBe(year);
});
