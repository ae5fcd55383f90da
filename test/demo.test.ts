import { expect, test } from 'vitest';
import { afterTest } from './support/clean-up.ts';
import { freePort } from './support/free-port.ts';
import { startProgram } from './support/program.ts';

/** Busy computers put the track on air before its names are read. */
const FIRST_TRACK = /track (featured|corrected).* artist="Paper Lanterns" title="Slow Elevator" .*position=1/;

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
  const program = await startProgram(['demo', '--as=prodjlink', `--http.addr=127.0.0.1:${await freePort()}`]);
  afterTest(() => program.stop());
  await program.waitForLine(FIRST_TRACK);
});

test.each([
  ['hwdevice', 1],
  ['prodjlink', 0],
])('a second demo with %s disturbs neither', async (make, connections) => {
  const demos = [];
  for (const port of [await freePort(), await freePort()]) {
    const demo = await startProgram(['demo', `--as=${make}`, `--http.addr=127.0.0.1:${port}`]);
    afterTest(() => demo.stop());
    demos.push(demo);
    await demo.waitForLine(FIRST_TRACK);
  }
  for (const { stderr } of demos) {
    expect(stderr.match(/device connected/g) ?? []).toHaveLength(connections);
    expect(stderr).not.toMatch(/level=(warn|error)/);
  }
});

test('a demo names no settings file when its port is taken, because it reads none', async () => {
  const address = `--http.addr=127.0.0.1:${await freePort()}`;
  const first = await startProgram(['demo', address]);
  afterTest(() => first.stop());
  await first.waitForLine('overlay ready');
  const second = await startProgram(['demo', address]);
  expect((await second.ended).status).toBe(1);
  expect(second.stderr).toMatch(/or choose another port with --http\.addr=127\.0\.0\.1:\d+\n$/);
});
