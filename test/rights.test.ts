/** Tokens don't give access to the computer: tried on the real program. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { startOptions } from '../src/operator/options.ts';
import type { SaveAnswer, SettingsMessage } from '../src/web/wire/settings.ts';
import { afterTest } from './support/clean-up.ts';
import { localPage } from './support/local-page.ts';
import { startProgram } from './support/program.ts';
import { showAt } from './support/show.ts';

const FILE = `source: http
session.filename: ""
http.addr: 127.0.0.1:0
http.token: open sesame
http.admin_token: open wide
`;

async function start() {
  const program = await startProgram(['start', '--conf=conf.yaml'], { files: { 'conf.yaml': FILE } });
  afterTest(() => program.stop());
  return showAt(await program.waitForLine('overlay ready'), program);
}

const elsewhere = (token: string) => ({ 'X-Forwarded-For': '203.0.113.9', Authorization: `Bearer ${token}` });

test.each<[string, object]>([
  ['serves a folder', { 'theme.dir': '/etc' }],
  ['writes a file', { 'outfile.featured': '~/.bashrc' }],
  ['runs a program', { 'mediacontrol.binarypath': '/bin/sh', source: ['mediacontrol'] }],
  ['reads a file', { 'webhook.secret': '@/etc/passwd', 'webhook.url': 'http://127.0.0.1:1/' }],
])('no remote client %s of this computer with any token', async (_, set) => {
  const show = await start();
  const page = await localPage(show.url, { Authorization: 'Bearer open sesame' });
  const read = await fetch(`${show.url}/api/v1/settings`, { headers: page });
  const { revision } = (await read.json()) as SettingsMessage;
  const save = async (token: string) => {
    const init = { method: 'PATCH', headers: elsewhere(token), body: JSON.stringify({ revision, set }) };
    const response = await fetch(`${show.url}/api/v1/settings`, init);
    return { status: response.status, answer: (await response.json()) as SaveAnswer };
  };
  expect(await save('open sesame')).toMatchObject({ status: 401 });
  const { status, answer } = await save('open wide');
  expect([status, answer.problems?.[0]?.what]).toEqual([
    422,
    expect.stringMatching(/the computer that deckcast runs on/),
  ]);
  expect(await readFile(show.file('conf.yaml'), 'utf8')).toBe(FILE);
  expect((await fetch(`${show.url}/passwd`)).status).toBe(404);
});

test('a remote client with the admin token changes the other settings and sees which ones it may not change', async () => {
  const show = await start();
  const headers = elsewhere('open wide');
  const at = `${show.url}/api/v1/settings`;
  const { revision, options, isHere } = (await (await fetch(at, { headers })).json()) as SettingsMessage;
  expect(isHere).toBe(false);
  const locked = options.filter(({ isElsewhere }) => isElsewhere).map(({ name }) => name);
  expect(locked).toEqual(
    expect.arrayContaining(['theme.dir', 'outfile.featured', 'mediacontrol.binarypath', 'hear.command']),
  );
  const unset = { method: 'PATCH', headers, body: JSON.stringify({ revision, unset: ['session.filename'] }) };
  expect((await fetch(at, unset)).status).toBe(422);
  const set = { method: 'PATCH', headers, body: JSON.stringify({ revision, set: { delay: 5 } }) };
  expect((await fetch(at, set)).status).toBe(200);
  const check = { method: 'POST', headers, body: '{"option": "softa.filename", "value": "/etc"}' };
  expect(await (await fetch(`${at}/check`, check)).json()).toMatchObject({
    done: false,
    reason: expect.stringContaining('the computer that deckcast runs on'),
  });
});

test('every option named like a program, a file or a folder has the kind `path`', () => {
  const names = Object.entries(startOptions)
    .filter(([name]) => /(file(name)?|path|dir|folder|library|record|command|program|index)$/.test(name))
    .flatMap(([name, { kind }]) => (kind.path === undefined ? [name] : []));
  expect(names).toEqual([
    // OSC address for a file's path.
    'osc.in.path',
    // Rules that match file names.
    'hide.contains.filename',
    'hide.regex.filename',
    // Text written into the sheet.
    'cue.header.file',
    // Words that viewers write in the chat.
    'chat.command',
    'chat.last_command',
    'chat.tracklist_command',
    'chat.played_command',
  ]);
});
