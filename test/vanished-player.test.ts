/** Simulates a computer that drops off the network while its player plays. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { afterTest } from './support/clean-up.ts';
import { testFolder } from './support/folder.ts';
import { fullLine, payload } from './support/media-lines.ts';
import { Namespaces } from './support/namespaces.ts';
import { type StartedProgram, startProgram } from './support/program.ts';

/** Sends each line of its standard input to the given address, like `nc`. */
const RELAY = `
import { connect } from 'node:net';
const [, , host] = process.argv;
process.stdin.pipe(connect(9191, host));
`;

test("a vanished computer's track never comes on air when another player stops", async () => {
  const script = join(await testFolder(), 'relay.mjs');
  await writeFile(script, RELAY);
  const namespaces = new Namespaces();
  afterTest(() => namespaces.remove());
  const program = await startProgram(
    [
      'start',
      '--source=mediacontroltcp',
      '--http.addr=127.0.0.1:0',
      '--session.filename=',
      '--log.level=debug',
    ],
    { within: namespaces.within('stage') },
  );
  afterTest(() => program.stop());
  await program.waitForLine('waiting for media-control');
  const relay = async (end: 'stage' | 'booth'): Promise<StartedProgram> => {
    const started = await startProgram([namespaces.address('stage')], {
      within: namespaces.within(end),
      script,
      listens: true,
    });
    afterTest(() => started.stop());
    return started;
  };
  const plays = (title: string, change: object = {}) => fullLine(payload('Ada', title, change)).trim();

  const laptop = await relay('booth');
  laptop.writeLine(plays('Laptop'));
  await program.waitForLine(/track featured.*Laptop/);
  const desktop = await relay('stage');
  namespaces.unplug('booth');
  desktop.writeLine(plays('Desktop'));
  await program.waitForLine(/track featured.*Desktop/);
  await program.waitForLine('media-control client gone');
  desktop.writeLine(plays('Desktop', { playing: false }));
  // A paused player gives way after three seconds.
  await new Promise((resolve) => setTimeout(resolve, 4_000));
  desktop.writeLine(plays('Marker'));
  await program.waitForLine(/track featured.*Marker/);
  expect(program.stderr.match(/track featured.*Laptop/g)).toHaveLength(1);
});
