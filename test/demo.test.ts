/** The demo on decks of every make: the real program, with a simulation of what it watches. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CableCapture } from './support/cable-capture.ts';
import { cleanUps } from './support/clean-up.ts';
import { testFolder } from './support/folder.ts';
import { freePort } from './support/free-port.ts';
import { complaintsAbout } from './support/link-audit.ts';
import { Namespaces } from './support/namespaces.ts';
import { startProgram } from './support/program.ts';
import { waitForFile } from './support/wait.ts';

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

test('as prodjlink shows the first of ten tracks, with its names from the stick, and sends the players what a guest may', async () => {
  // Players have ports of their own, which no other test may use meanwhile.
  const namespaces = new Namespaces();
  later(() => namespaces.remove());
  const folder = await testFolder();
  const featured = join(folder, 'featured.txt');
  const capture = await CableCapture.start(namespaces, 'stage', join(folder, 'loopback.pcap'), 'lo');
  later(() => capture.abandon());
  const program = await startProgram(['demo', '--as=prodjlink', `--outfile.featured=${featured}`], {
    within: namespaces.within('stage'),
  });
  later(() => program.stop());
  await waitForFile(featured, (text) => text.trim() === 'Paper Lanterns - Slow Elevator');
  // The players have addresses of their own.
  const sent = (await capture.stop()).filter(({ from }) => from === '127.0.0.1');
  expect(sent.length).toBeGreaterThan(0);
  expect(complaintsAbout(sent)).toEqual([]);
});
