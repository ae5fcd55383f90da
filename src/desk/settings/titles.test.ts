import { expect, test } from 'vitest';
import { startOptions } from '../options.ts';
import { GROUP_NAMES, PLACES, TITLES } from './titles.ts';

const NAMES = TITLES.flatMap(({ common = {}, rest = {} }) => [...Object.keys(common), ...Object.keys(rest)]);

test('each option of the program stands in one group, with a title of its own', () => {
  expect(NAMES.toSorted()).toEqual(Object.keys(startOptions).toSorted());
  const titles = [...PLACES.values()].map(({ title }) => title);
  expect(titles).toEqual([...new Set(titles)]);
});

test.each([...PLACES])('%s has a title in the words of people that fits a phone', (name, { title }) => {
  expect(title.length).toBeLessThanOrEqual(45);
  expect(title).not.toMatch(/--|_|[a-z]\.[a-z]/);
  expect(title).not.toBe(name);
});

test.each(GROUP_NAMES)('%s shows eight options at most before it is asked for all', (name) => {
  const shown = [...PLACES.values()].filter(({ group, isCommon }) => group === name && isCommon).length;
  expect(shown).toBeGreaterThan(0);
  expect(shown).toBeLessThanOrEqual(8);
});
