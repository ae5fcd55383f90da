/** The example script of the guide, as a reader runs it. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { cleanUps } from './support/clean-up.ts';
import { ROOT } from './support/files.ts';
import { openSocket } from './support/pages.ts';
import { startProgram } from './support/program.ts';
import { waitFor } from './support/wait.ts';

const DECKS = v.object({ decks: v.array(v.object({ loaded: v.boolean() })) });
const later = cleanUps();

test('lines on its standard input become decks, and the decks are empty once it ends', async () => {
  const program = await startProgram([
    'start',
    '--source=httpdecks',
    '--http.addr=127.0.0.1:0',
    '--session.filename=',
  ]);
  later(() => program.stop());
  const address = /url=(\S+)/.exec(await program.waitForLine('overlay ready'))?.[1] ?? '';
  const script = spawn(process.execPath, [join(ROOT, 'docs/guide/decks.mjs'), address]);
  later(() => script.kill());
  let complaints = '';
  script.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  script.stdin.write('1\tplaying\tAda\tÉtude 3\n2\tpaused\tBo\tTwo\n');
  expect(await program.waitForLine('position=1')).toContain('artist=Ada title="Étude 3" deck=1');
  script.stdin.write('1\tpaused\tAda\tÉtude 3\n2\tplaying\tBo\tTwo\n');
  expect(await program.waitForLine('position=2')).toContain('artist=Bo title=Two deck=2');
  script.stdin.write('q/../x\tplaying\tCy\tThree\n');
  await waitFor('a refusal', () => (complaints.includes('a number from 0 to 16') ? true : undefined));
  script.stdin.end();
  const operator = await openSocket(new URL('api/v1/operator', address.replace('http', 'ws')).href);
  later(() => operator.socket.close());
  await waitFor('empty decks', () => {
    const read = v.safeParse(DECKS, operator.messages.at(-1));
    const last = read.success ? read.output.decks.map(({ loaded }) => loaded) : [];
    return last.length === 2 && !last.includes(true) ? true : undefined;
  });
});
