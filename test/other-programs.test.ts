/** Files of the guide for other programs, used as those programs use them. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { afterTest } from './support/clean-up.ts';
import { ROOT } from './support/files.ts';
import { freePort } from './support/free-port.ts';
import { type Behavior, httpPeer } from './support/http-peer.ts';
import { openSocket } from './support/pages.ts';
import { startFrom } from './support/program.ts';
import { waitFor } from './support/wait.ts';

const guide = (name: string): string => join(ROOT, 'docs/guide', name);
const fileOf = async (name: string) => JSON.parse(await readFile(guide(name), 'utf8'));

/** The program with decks that a test plays. */
async function started() {
  const program = await startFrom('httpdecks');
  afterTest(() => program.stop());
  const address = /url=(\S+)/.exec(await program.waitForLine('overlay ready'))?.[1] ?? '';
  const put = (deck: number, artist: string, title: string, playing = true) =>
    fetch(new URL(`api/v1/decks/${deck}`, address), {
      method: 'PUT',
      body: JSON.stringify({ track: { artist, title }, playing }),
    });
  return { program, address, put };
}

/** Runs a script of the guide and collects its standard error. */
function script(name: string, args: readonly string[], env = {}) {
  const child: ChildProcessWithoutNullStreams = spawn(process.execPath, [guide(name), ...args], {
    env: { ...process.env, ...env },
  });
  afterTest(() => child.kill());
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (said: string) => {
    complaints += said;
  });
  return { child, complaints: () => complaints };
}

/** A program with Ada playing on deck 1 and Bo loaded on deck 2. */
async function playing(): Promise<string> {
  const { program, address, put } = await started();
  // Deck 2 first: once deck 1 is on air, the names of both are complete.
  await put(2, 'Bo', 'One', false);
  await put(1, 'Ada', 'One');
  await program.waitForLine('position=1');
  return address;
}

test('the Companion page has a working button for each verb and deck', async () => {
  // First file version with entities; later Companion versions read it too.
  const file = await fileOf('deckcast.companionconfig');
  expect(file).toMatchObject({ version: 7, type: 'page', page: { name: expect.any(String) } });
  const controls = Object.values<object>(file.page.controls).flatMap((row) => Object.values(row));
  const buttons = controls.filter(({ type }) => !/^page(up|num|down)$/.test(type));
  expect(buttons.map(({ type }) => type)).toEqual(Array.from({ length: 8 }, () => 'button'));
  const address = await playing();
  /** As the module *Generic HTTP Requests* sends it: base address of the connection, then the action's path. */
  async function press(name: string): Promise<number> {
    const { down, up } = buttons.find(({ style }) => style.text.replace('\\n', ' ') === name).steps[0]
      .action_sets;
    expect([down.length, up]).toEqual([1, []]);
    const [{ type, definitionId, connectionId, options }] = down;
    const { instance_type, config } = file.instances[connectionId];
    expect([type, definitionId, instance_type]).toEqual(['action', 'post', 'generic-http']);
    expect(options).toMatchObject({ header: '', contenttype: 'application/json' });
    const url = new URL(`${config.prefix}${options.url}`);
    expect(url.origin).toBe('http://127.0.0.1:9090');
    const headers = { 'Content-Type': options.contenttype };
    return (await fetch(new URL(url.pathname, address), { method: 'POST', headers, body: options.body }))
      .status;
  }
  let last = '';
  const shows = (names: string) =>
    waitFor(
      `${names} on air`,
      async () => {
        last = (await (await fetch(new URL('api/v1/now.txt', address))).text()).trim();
        return last === names || undefined;
      },
      () => last,
    );
  expect(await press('HIDE')).toBe(200);
  await shows('ID - ID');
  expect(await press('REVEAL')).toBe(200);
  await shows('Ada - One');
  expect(await press('DECK 2 ON AIR')).toBe(200);
  await shows('Bo - One');
  expect(await press('DECK 1 ON AIR')).toBe(200);
  await shows('Ada - One');
  expect(await press('REPEAT OVERLAY')).toBe(200);
  // Nothing is held, and deck 3 has no track.
  expect(await press('NEXT NOW')).toBe(409);
  expect(await press('DECK 3 ON AIR')).toBe(409);
  expect(await press('DECK 4 ON AIR')).toBe(409);
});

test('the Advanced Scene Switcher macro fires for a track, and not without one', async () => {
  const file = await fileOf('scene-switcher.json');
  // Condition on a file at an address.
  const condition = { id: 'file', logic: 0, fileType: 1, condition: 0, onlyMatchIfChanged: true };
  const regexConfig = { enable: true, partial: true };
  expect(file.macros).toMatchObject([{ conditions: [{ ...condition, regexConfig }], actions: [] }]);
  const [wanted] = file.macros[0].conditions;
  const { origin, pathname } = new URL(wanted.file);
  expect(origin).toBe('http://127.0.0.1:9090');
  const now = await (await fetch(new URL(pathname, await playing()))).text();
  expect(now).toMatch(new RegExp(wanted.text));
  expect('').not.toMatch(new RegExp(wanted.text));
});

test('decks.mjs turns lines of standard input into decks, and empties them at the end of input', async () => {
  const { program, address } = await started();
  const { child, complaints } = script('decks.mjs', [address]);
  child.stdin.write('1\tplaying\tAda\tÉtude 3\n2\tpaused\tBo\tTwo\n');
  expect(await program.waitForLine('position=1')).toContain('artist=Ada title="Étude 3" deck=1');
  child.stdin.write('1\tpaused\tAda\tÉtude 3\n2\tplaying\tBo\tTwo\n');
  expect(await program.waitForLine('position=2')).toContain('artist=Bo title=Two deck=2');
  child.stdin.write('q/../x\tplaying\tCy\tThree\n');
  await waitFor('a refusal', () => complaints().includes('a number from 0 to 16') || undefined);
  child.stdin.end();
  const operator = await openSocket(new URL('api/v1/operator', address.replace('http', 'ws')).href);
  afterTest(() => operator.socket.close());
  await expect
    .poll(() => operator.messages.at(-1))
    .toMatchObject({ decks: [{ loaded: false }, { loaded: false }] });
});

test('each track runs the Lumia Stream command once, even if Lumia was offline', async () => {
  const { program, address, put } = await started();
  const requests: string[] = [];
  const takes: Behavior = ({ path, body }) => {
    requests.push(`${path} ${body}`);
    return { json: {} };
  };
  const lumia = await httpPeer(takes);
  // Proxy between script and deckcast, to see when the script polls.
  const between = await httpPeer(async ({ path }) => ({
    body: await (await fetch(new URL(path, address))).text(),
  }));
  await put(1, 'Ada', 'Before');
  await program.waitForLine('position=1');
  const { complaints } = script('lumia.mjs', ['now', `${between.url}/`, `${lumia.url}/`], {
    LUMIA_TOKEN: 'a token',
  });
  const sent = (title: string) =>
    `/api/send?token=a%20token {"type":"chat-command","params":{"value":"now","extraSettings":{"message":"Ada - ${title}"}}}`;
  await between.waitForRequests(2);
  await put(1, 'Ada', 'One');
  await waitFor('the command', () => requests.includes(sent('One')) || undefined);
  lumia.behavior = () => ({ status: 503 });
  const received = lumia.requests.length;
  await put(1, 'Ada', 'Two');
  await lumia.waitForRequests(received + 1);
  lumia.behavior = takes;
  await waitFor('the command again', () => requests.includes(sent('Two')) || undefined);
  expect(requests).toEqual([sent('One'), sent('Two')]);
  expect(complaints()).toContain('answers 503');
  expect(complaints()).not.toContain('token');
});

test.each([
  ['decks.mjs', (away: string) => [away]],
  ['lumia.mjs', (away: string) => ['now', away]],
])('%s names the address that does not answer', async (name, args) => {
  const host = `127.0.0.1:${await freePort()}`;
  const { child, complaints } = script(name, args(`http://${host}/`), { LUMIA_TOKEN: 'a token' });
  child.stdin.write('1\tplaying\tAda\tOne\n');
  await waitFor(
    'its complaint',
    () => complaints().includes(`${host} does not answer`) || undefined,
    complaints,
  );
  expect(complaints()).not.toContain('token');
});
