/** `vitest -u` writes the expected files. */
import { describe, expect, test } from 'vitest';
import { expectedFile, readCase, runCase, situations } from './support/case.ts';

describe('the audience gets the expected output for', () => {
  test.for(situations)('%s', async (situation) => {
    const outcome = await runCase(situation);
    for (const [name, content] of Object.entries(outcome)) {
      await expect(content, readCase(situation).about).toMatchFileSnapshot(expectedFile(situation, name));
    }
  });
});
