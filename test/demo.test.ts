/** The demo on decks of every make: the real program, with a simulation of what it watches. */
import { expect, test } from 'vitest';
import { afterTest } from './support/clean-up.ts';
import { freePort } from './support/free-port.ts';
import { Namespaces } from './support/namespaces.ts';
import { startProgram } from './support/program.ts';

test.each([
  ['traktor', 'deck=A '],
  ['virtualdj', 'deck=1 '],
  ['icecast', ''],
])('as %s shows the first of ten tracks', async (make, deck) => {
  const address = `--http.addr=127.0.0.1:${await freePort()}`;
  const program = await startProgram(['demo', `--as=${make}`, address]);
  afterTest(() => program.stop());
  const line = await program.waitForLine('track featured');
  expect(line).toContain(`artist="Paper Lanterns" title="Slow Elevator" ${deck}position=1`);
});

test('as prodjlink shows the first of ten tracks, with its names from the stick', async () => {
  // Players have ports of their own, which no other test may use meanwhile.
  const namespaces = new Namespaces();
  afterTest(() => namespaces.remove());
  const program = await startProgram(['demo', '--as=prodjlink'], { within: namespaces.within('stage') });
  afterTest(() => program.stop());
  // On a busy computer, the track may be on air before its names are read.
  await program.waitForLine(
    /track (featured|corrected).* artist="Paper Lanterns" title="Slow Elevator" .*position=1/,
  );
});
