/** The whole program, and what happens to cables and addresses while it runs: it never needs to be started again. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bundleScript } from '../support/bundle.ts';
import { cleanUps } from '../support/clean-up.ts';
import { testFolder } from '../support/folder.ts';
import { CABLE, Namespaces } from '../support/namespaces.ts';
import { startProgram } from '../support/program.ts';
import { waitForFile } from '../support/wait.ts';

const later = cleanUps();

const SET = [
  '{"set": "three tracks", "waitForClient": true}',
  '{"track": "one", "artist": "Paper Lanterns", "title": "Slow Elevator"}',
  '{"track": "two", "artist": "Night Ferry", "title": "Harbour Lights"}',
  '{"track": "three", "artist": "Tin Meadow", "title": "Low Clouds"}',
  '{"at": 0, "do": "split", "bytes": 7}',
  '{"at": 0, "do": "junk", "perSecond": 1000, "seconds": 20}',
  '{"at": 0, "do": "load", "deck": 1, "track": "one"}',
  '{"at": 0.2, "do": "fader", "deck": 1, "level": 1}',
  '{"at": 0.4, "do": "play", "deck": 1}',
  '{"at": 14, "do": "load", "deck": 2, "track": "two"}',
  '{"at": 14.5, "do": "play", "deck": 2}',
  '{"at": 15, "do": "fade", "from": 1, "to": 2, "over": 1}',
  '{"at": 16.5, "do": "pause", "deck": 1}',
  '{"at": 28, "do": "load", "deck": 1, "track": "three"}',
  '{"at": 28.5, "do": "play", "deck": 1}',
  '{"at": 29, "do": "fade", "from": 2, "to": 1, "over": 1}',
];

test('a network that comes late, junk, writes in pieces of 7 bytes, a pulled cable and a new address', async () => {
  const folder = await testFolder();
  const set = join(folder, 'set.jsonl');
  const history = join(folder, 'history.txt');
  await writeFile(set, SET.join('\n'));
  const namespaces = new Namespaces();
  later(() => namespaces.remove());
  const shows = (tracks: string) => waitForFile(history, (content) => content === tracks);

  namespaces.unplug('booth');
  const program = await startProgram(
    [
      'start',
      '--http.addr=127.0.0.1:9090',
      '--session.filename=',
      `--history.filename=${history}`,
      '--hwdevice.discovery.timeout=1s',
    ],
    { within: namespaces.within('booth') },
  );
  later(() => program.stop());
  await program.waitForLine('this computer is on no network');
  namespaces.plugIn('booth');
  const stage = await startProgram([set, CABLE], {
    within: namespaces.within('stage'),
    script: await bundleScript('support/simulator-script.ts', folder),
  });
  later(() => stage.stop());
  await shows('Paper Lanterns - Slow Elevator\n');

  namespaces.unplug('booth');
  await program.waitForLine('device left');
  namespaces.plugIn('booth');
  await shows('Paper Lanterns - Slow Elevator\nNight Ferry - Harbour Lights\n');

  namespaces.moveTo('booth', '10.77.0.99');
  await program.waitForLine('device lost, connecting again');
  await shows('Paper Lanterns - Slow Elevator\nNight Ferry - Harbour Lights\nTin Meadow - Low Clouds\n');
  expect(program.stderr).not.toMatch(/level=error/);
});
