/** The script of the guide for Lumia Stream, as a reader runs it, with a stand-in for Lumia. */
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { closeServer, listen } from '../src/core/listening.ts';
import { cleanUps } from './support/clean-up.ts';
import { ROOT } from './support/files.ts';
import { startProgram } from './support/program.ts';
import { waitFor } from './support/wait.ts';

const later = cleanUps();

test('each track runs the command of Lumia once, even when Lumia was away', async () => {
  const program = await startProgram([
    'start',
    '--source=httpdecks',
    '--http.addr=127.0.0.1:0',
    '--session.filename=',
  ]);
  later(() => program.stop());
  const address = /url=(\S+)/.exec(await program.waitForLine('overlay ready'))?.[1] ?? '';
  const requests: string[] = [];
  let isAway = false;
  let refusals = 0;
  const lumia = createServer(async (request, response) => {
    const body = await text(request);
    if (isAway) {
      refusals += 1;
      response.statusCode = 503;
    } else {
      requests.push(`${request.url} ${body}`);
    }
    response.end('{}');
  });
  const at = `http://127.0.0.1:${await listen(lumia, { host: '127.0.0.1', port: 0 })}/`;
  later(() => closeServer(lumia));
  // Between the script and deckcast, to know when it has looked.
  let looks = 0;
  const between = createServer(async (request, response) => {
    response.end(await (await fetch(new URL(request.url ?? '', address))).text());
    looks += 1;
  });
  const front = `http://127.0.0.1:${await listen(between, { host: '127.0.0.1', port: 0 })}/`;
  later(() => closeServer(between));
  const put = (title: string) =>
    fetch(new URL('api/v1/decks/1', address), {
      method: 'PUT',
      body: JSON.stringify({ track: { artist: 'Ada', title }, playing: true }),
    });
  await put('Before');
  await program.waitForLine('position=1');
  const script = spawn(process.execPath, [join(ROOT, 'docs/guide/lumia.mjs'), 'now', front, at], {
    env: { ...process.env, LUMIA_TOKEN: 'a token' },
  });
  later(() => script.kill());
  let complaints = '';
  script.stderr.setEncoding('utf8').on('data', (line: string) => {
    complaints += line;
  });
  const sent = (title: string) =>
    `/api/send?token=a%20token {"type":"chat-command","params":{"value":"now","extraSettings":{"message":"Ada - ${title}"}}}`;
  await waitFor('the second look', () => looks > 1 || undefined);
  await put('One');
  await waitFor('the command', () => requests.includes(sent('One')) || undefined);
  isAway = true;
  await put('Two');
  await waitFor('a refusal', () => refusals > 0 || undefined);
  isAway = false;
  await waitFor('the command again', () => requests.includes(sent('Two')) || undefined);
  expect(requests).toEqual([sent('One'), sent('Two')]);
  expect(complaints).toContain('answers 503');
  expect(complaints).not.toContain('token');
});
