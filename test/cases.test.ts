/** Every situation of `cases/`, run through the real executable. `vitest -u` writes what is expected again. */
import { describe, expect, test } from 'vitest';
import { expectedFile, readCase, runCase, situations } from './support/case.ts';

describe('the audience gets what is expected of', () => {
  test.for(situations)('%s', async (situation) => {
    const outcome = await runCase(situation);
    for (const [name, content] of Object.entries(outcome)) {
      await expect(content, readCase(situation).about).toMatchFileSnapshot(expectedFile(situation, name));
    }
  });
});
