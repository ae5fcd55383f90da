/** The examples in `web/wire/` are what integrators read. That the server says exactly that much: `openapi.test.ts`. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../test/support/files.ts';
import { EXAMPLES } from '../../test/support/wire-examples.ts';

test('the guide shows the examples', async () => {
  const guide = await readFile(join(ROOT, 'docs/guide/read-what-is-on-air.md'), 'utf8');
  const shown = [...guide.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = '']) => JSON.parse(text));
  expect(shown).toEqual([
    EXAMPLES.record,
    EXAMPLES.now,
    EXAMPLES.events.snapshot,
    EXAMPLES.events.track,
    EXAMPLES.events.hidden,
    EXAMPLES.decks,
    EXAMPLES.health,
    EXAMPLES.verb,
    EXAMPLES.refused,
  ]);
});
