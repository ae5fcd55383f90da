/** A page of another computer that leaves the network without a word. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'vitest';
import { cleanUps } from './support/clean-up.ts';
import { testFolder } from './support/folder.ts';
import { Namespaces } from './support/namespaces.ts';
import { startProgram } from './support/program.ts';

const later = cleanUps();

/** Opens a WebSocket at the address that it is given, and keeps it. */
const PAGE = `
import { request } from 'node:http';
const headers = {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==',
};
request({ host: process.argv[2], port: 9090, path: '/ws', headers })
  .on('upgrade', (_, socket) => socket.on('error', () => undefined).resume())
  .end();
setInterval(() => undefined, 60_000);
`;

/** Says when the program has a page, and when it has lost it. */
const WATCH = `
let had = 0;
setInterval(async () => {
  const { overlays } = await fetch('http://127.0.0.1:9090/api/v1/health').then((answer) => answer.json());
  if (overlays.records !== had) {
    console.error(overlays.records === 0 ? 'the page is gone' : 'a page is there');
    had = overlays.records;
  }
}, 200);
`;

test('a page that has vanished soon no longer counts, though nothing was sent to it', async () => {
  const folder = await testFolder();
  const scripts = { page: join(folder, 'page.mjs'), watch: join(folder, 'watch.mjs') };
  await writeFile(scripts.page, PAGE);
  await writeFile(scripts.watch, WATCH);
  const namespaces = new Namespaces();
  later(() => namespaces.remove());
  const program = await startProgram(['start', '--source=http', '--http.addr=:9090', '--session.filename='], {
    within: namespaces.within('stage'),
  });
  later(() => program.stop());
  await program.waitForLine('overlay ready');
  const watch = await startProgram([], { within: namespaces.within('stage'), script: scripts.watch });
  later(() => watch.stop());
  const page = await startProgram([namespaces.address('stage')], {
    within: namespaces.within('booth'),
    script: scripts.page,
  });
  later(() => page.stop());
  await watch.waitForLine('a page is there');
  namespaces.unplug('booth');
  await watch.waitForLine('the page is gone');
});
