import { expect, test } from 'vitest';
import { startOptions } from '../options.ts';
import { GROUP_NAMES, PLACES, TITLES } from './titles.ts';

const NAMES = TITLES.flatMap(({ common = {}, rest = {} }) => [...Object.keys(common), ...Object.keys(rest)]);

test('every option is in one group, with its own title', () => {
  expect(NAMES.toSorted()).toEqual(Object.keys(startOptions).toSorted());
  const titles = [...PLACES.values()].map(({ title }) => title);
  expect(titles).toEqual([...new Set(titles)]);
});

test.each([...PLACES])('%s has a short title in plain words', (name, { title }) => {
  expect(title.length).toBeLessThanOrEqual(45);
  expect(title).not.toMatch(/--|_|[a-z]\.[a-z]/);
  expect(title).not.toBe(name);
});

test.each(GROUP_NAMES)('%s shows at most eight common options', (name) => {
  const shown = [...PLACES.values()].filter(({ group, isCommon }) => group === name && isCommon).length;
  expect(shown).toBeGreaterThan(0);
  expect(shown).toBeLessThanOrEqual(8);
});
