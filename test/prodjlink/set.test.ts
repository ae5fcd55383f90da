/** A set on a PRO DJ LINK network of its own: the program is started as people start it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { classifyOutgoing } from '../../src/prodjlink/index.ts';
import { bundleScript } from '../support/bundle.ts';
import { cleanUps } from '../support/clean-up.ts';
import { Namespaces } from '../support/namespaces.ts';
import { startProgram } from '../support/program.ts';
import { waitForFile } from '../support/wait.ts';

const later = cleanUps();

const SET = [
  '0 load 1 1',
  '0.5 open 1',
  '0.6 play 1',
  '4 load 2 2',
  '4.5 play 2',
  '4.7 open 1 2',
  '6 open 2',
  '6.2 pause 1',
  '7 pull',
  '7.5 insert',
  '8.5 load 1 1',
  '9 play 1',
  '10 open 1',
];

test('fades between two players, with another stick in between, are told once, in order, by their names', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'deckcast-prodjlink-'));
  later(() => rm(folder, { recursive: true, force: true }));
  const set = join(folder, 'set.txt');
  const history = join(folder, 'history.txt');
  await writeFile(set, SET.join('\n'));
  const namespaces = new Namespaces();
  later(() => namespaces.remove());
  const booth = await startProgram([namespaces.address('booth'), '10.77.0.255', set], {
    within: namespaces.within('booth'),
    script: await bundleScript('support/link-set-script.ts', folder),
  });
  later(() => booth.stop());
  const program = await startProgram(
    ['start', '--source=prodjlink', '--http.addr=127.0.0.1:9090', `--history.filename=${history}`],
    { within: namespaces.within('stage') },
  );
  later(() => program.stop());
  await program.waitForLine('announced to the players, as a guest');
  await waitForFile(
    history,
    (content) =>
      content === 'Paper Lanterns - Slow Elevator\nMara Quill - 夜のバス\nSomebody Else - Another One\n',
  );
  const heard = [...booth.stdout.matchAll(/^heard (\S+)$/gm)].map(([, hex = '']) => Buffer.from(hex, 'hex'));
  expect(new Set(heard.map((bytes) => classifyOutgoing('presence', bytes)))).toEqual(new Set(['keep-alive']));
});
