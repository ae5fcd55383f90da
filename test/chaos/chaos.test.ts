/** Random sets in which everything goes wrong; `docs/decisions/chaos.md` says what the oracle believes. */
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { filesBelow, ROOT } from '../support/files.ts';
import { amount, FULL_LENGTH } from '../support/full-length.ts';
import { importsOf } from '../support/source-code.ts';
import { DECK_KINDS } from './decks/index.ts';
import { chaosSet } from './generate.ts';
import { MUTATIONS } from './mutations.js';
import { runChaos } from './run-chaos.ts';

const HERE = join(ROOT, 'test', 'chaos');

test('whatever happens, what is published is what is heard, once, in order, and nothing hidden', {
  timeout: 3 * 3_600_000,
}, async () => {
  // Before a release always other ones.
  const seed = FULL_LENGTH ? Date.now() % 1_000_000 : 20;
  const minutes = amount({ short: 4, full: 60 });
  const sets = amount({ short: DECK_KINDS.length, full: 100 });
  const args = ['--decks', 'each', '--seed', seed, '--minutes', minutes, '--sets', sets];
  const { status, stdout } = await runChaos(args.map(String));
  expect(stdout).not.toContain('VIOLATED');
  expect(status).toBe(0);
});

describe('the oracle', () => {
  test('imports nothing of the program, and nobody else’s judgement', () => {
    const allowed = [/^\.\/[a-z]+\.ts$/, /^\.\.\/(script|evidence)\.ts$/, /^valibot$/];
    const words = ['script.ts', 'evidence.ts'].map((name) => join(HERE, name));
    const files = filesBelow(join(HERE, 'oracle'), '.ts');
    expect(files.length).toBeGreaterThan(5);
    const foreign = files.flatMap((file) =>
      importsOf(file)
        .filter((target) => !allowed.some((pattern) => pattern.test(target)))
        .map((target) => `${relative(dirname(HERE), file)} imports ${target}`),
    );
    expect([...foreign, ...words.flatMap(importsOf)]).toEqual([]);
  });

  test.each(MUTATIONS.slice(0, amount({ short: 2, full: MUTATIONS.length })))(
    'notices a program that is broken by hand: $name',
    { timeout: 120_000 },
    async ({ name, seed }) => {
      const set = ['--decks', 'on-air lights', '--seed', String(seed), '--minutes', '4'];
      const { status, stdout } = await runChaos(set, { broken: name });
      expect(stdout).toContain('VIOLATED');
      expect(status).toBe(1);
    },
  );
});

test('a seed gives the same set, and another one another', () => {
  expect(chaosSet(7, 10)).toEqual(chaosSet(7, 10));
  expect(chaosSet(7, 10)).not.toEqual(chaosSet(8, 10));
});
