/** The demo on decks of every make: the real program, with a simulation of what it watches. */
import { expect, test } from 'vitest';
import { cleanUps } from './support/clean-up.ts';
import { freePort } from './support/free-port.ts';
import { startProgram } from './support/program.ts';

const later = cleanUps();

test.each([
  ['traktor', 'deck=A '],
  ['virtualdj', 'deck=1 '],
  ['icecast', ''],
])('as %s shows the first of ten tracks', async (make, deck) => {
  const address = `--http.addr=127.0.0.1:${await freePort()}`;
  const program = await startProgram(['demo', `--as=${make}`, address]);
  later(() => program.stop());
  const line = await program.waitForLine('track featured');
  expect(line).toContain(`artist="Paper Lanterns" title="Slow Elevator" ${deck}position=1`);
});
