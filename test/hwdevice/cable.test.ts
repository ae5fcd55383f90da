/** Changes cables and addresses; the program must recover without a restart. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SetAction } from '@deckcast/simulator';
import { expect, test } from 'vitest';
import { bundleScript } from '../support/bundle.ts';
import { cleanUps } from '../support/clean-up.ts';
import { testFolder } from '../support/folder.ts';
import { CABLE, Namespaces } from '../support/namespaces.ts';
import { startProgram } from '../support/program.ts';
import { waitFor, waitForFile } from '../support/wait.ts';

const later = cleanUps();

const SET = [
  '{"set": "three tracks"}',
  '{"track": "one", "artist": "Paper Lanterns", "title": "Slow Elevator"}',
  '{"track": "two", "artist": "Night Ferry", "title": "Harbour Lights"}',
  '{"track": "three", "artist": "Tin Meadow", "title": "Low Clouds"}',
];
const ONE = { device: 'prime4', deck: 1 };
const TWO = { device: 'prime4', deck: 2 };

test('survives a late network, junk, writes of 7 bytes, a pulled cable and a new address', async () => {
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
      '--source=hwdevice',
      '--hwdevice.discovery.timeout=1s',
    ],
    { within: namespaces.within('booth') },
  );
  later(() => program.stop());
  await program.waitForLine('this computer is not on a network');
  namespaces.plugIn('booth');
  const stage = await startProgram([set, CABLE], {
    within: namespaces.within('stage'),
    script: await bundleScript('support/simulator-script.ts', folder),
    listens: true,
  });
  later(() => stage.stop());
  let performed = 0;
  /** After this many connections. */
  const does = async (connections: number, ...actions: readonly SetAction[]): Promise<void> => {
    await waitFor(
      `connection ${connections}`,
      () => (program.stderr.match(/msg="device connected"/g) ?? []).length >= connections || undefined,
      () => program.evidence,
    );
    for (const action of actions) {
      performed += 1;
      stage.writeLine(`perform ${performed} ${JSON.stringify(action)}`);
      await stage.waitForLine(`performed ${performed} `);
    }
  };
  stage.writeLine(`perform 0 ${JSON.stringify({ do: 'junk', perSecond: 1_000, seconds: 20 })}`);
  await does(
    1,
    { do: 'split', bytes: 7 },
    { do: 'load', deck: ONE, track: 'one' },
    { do: 'fader', deck: ONE, level: 1, over: 0 },
    { do: 'play', deck: ONE },
  );
  await shows('Paper Lanterns - Slow Elevator\n');

  namespaces.unplug('booth');
  await program.waitForLine('device left');
  namespaces.plugIn('booth');
  await does(
    2,
    { do: 'load', deck: TWO, track: 'two' },
    { do: 'play', deck: TWO },
    { do: 'fade', from: ONE, to: TWO, over: 1 },
    { do: 'pause', deck: ONE },
  );
  await shows('Paper Lanterns - Slow Elevator\nNight Ferry - Harbour Lights\n');

  namespaces.moveTo('booth', '10.77.0.99');
  await program.waitForLine('device lost; reconnecting');
  await does(
    3,
    { do: 'load', deck: ONE, track: 'three' },
    { do: 'play', deck: ONE },
    { do: 'fade', from: TWO, to: ONE, over: 1 },
  );
  await shows('Paper Lanterns - Slow Elevator\nNight Ferry - Harbour Lights\nTin Meadow - Low Clouds\n');
  expect(program.stderr).not.toMatch(/level=error/);
});
