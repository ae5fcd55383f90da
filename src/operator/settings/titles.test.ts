import { expect, test } from 'vitest';
import type { OptionSpec } from '../../core/option.ts';
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

test('each choice is shown in words, or by the name of a program', () => {
  const choices = Object.entries<OptionSpec<unknown>>(startOptions)
    .filter(([, { kind }]) => !kind.standsAlone)
    .flatMap(([name, { kind }]) =>
      (kind.choices ?? []).map((choice) => `${name}: ${kind.choiceTitles?.[choice] ?? choice}`),
    );
  expect(choices.filter((shown) => !/: ([A-Z\d].*|djay.*|rekordbox.*|rkbx_link)$/.test(shown))).toEqual([]);
});

test.each(GROUP_NAMES)('%s shows at most eight common options', (name) => {
  const shown = [...PLACES.values()].filter(({ group, isCommon }) => group === name && isCommon).length;
  expect(shown).toBeGreaterThan(0);
  expect(shown).toBeLessThanOrEqual(8);
});
