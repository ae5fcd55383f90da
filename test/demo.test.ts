import { expect, test } from 'vitest';
import { afterTest } from './support/clean-up.ts';
import { freePort } from './support/free-port.ts';
import { Namespaces } from './support/namespaces.ts';
import { startProgram } from './support/program.ts';

test.each([
  ['traktor', 'deck=A '],
  ['virtualdj', 'deck=1 '],
  ['icecast', ''],
])('the demo with %s shows the first of ten tracks', async (make, deck) => {
  const address = `--http.addr=127.0.0.1:${await freePort()}`;
  const program = await startProgram(['demo', `--as=${make}`, address]);
  afterTest(() => program.stop());
  const line = await program.waitForLine('track featured');
  expect(line).toContain(`artist="Paper Lanterns" title="Slow Elevator" ${deck}position=1`);
});

test('the demo with prodjlink shows the first of ten tracks, with names from the stick', async () => {
  // Players use fixed ports, so no other test may run in this network.
  const namespaces = new Namespaces();
  afterTest(() => namespaces.remove());
  const program = await startProgram(['demo', '--as=prodjlink'], { within: namespaces.within('stage') });
  afterTest(() => program.stop());
  // Busy computers put the track on air before its names are read.
  await program.waitForLine(
    /track (featured|corrected).* artist="Paper Lanterns" title="Slow Elevator" .*position=1/,
  );
});
