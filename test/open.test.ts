import { stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { closeServer, listen } from '../src/core/listening.ts';
import { cleanUps } from './support/clean-up.ts';
import { testFolder } from './support/folder.ts';
import { freePort } from './support/free-port.ts';
import { startProgram } from './support/program.ts';
import { waitFor, waitForFile } from './support/wait.ts';

const later = cleanUps();

async function outputOf(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  files: Readonly<Record<string, string>> = {},
): Promise<string> {
  const program = await startProgram(args, { env, files });
  later(() => program.stop());
  await program.ended;
  return program.stdout + program.stderr;
}

test('`deckcast open` prints an address that signs in one more browser of the same user', async () => {
  const port = await freePort();
  const addr = `--http.addr=127.0.0.1:${port}`;
  const program = await startProgram(['start', '--source=http', '--session.filename=', addr]);
  later(() => program.stop());
  await program.waitForLine('overlay ready');
  const origin = `http://127.0.0.1:${port}`;
  const ask = (body: object, cookie = ''): Promise<Response> => {
    const init = { method: 'POST', headers: { Origin: origin, Cookie: cookie }, body: JSON.stringify(body) };
    return fetch(`${origin}/api/v1/configure`, init);
  };
  const configure = async (body: object): Promise<number> => (await ask(body)).status;
  const [cookie] = (await ask({})).headers.getSetCookie();
  expect((await ask({}, cookie?.split(';')[0])).status).toBe(200);
  expect(await configure({})).toBe(403);

  const XDG_CACHE_HOME = join(program.folder, '.cache');
  const key = join(XDG_CACHE_HOME, 'deckcast', `open-${port}.json`);
  const { mode } = await waitFor('the key', () => stat(key).catch(() => undefined));
  expect(mode & 0o777).toBe(0o600);
  const printed = await outputOf(['open', addr], { XDG_CACHE_HOME });
  const [, code] = new RegExp(`${origin}/setup/#configure=([\\w-]+)`).exec(printed) ?? [];
  expect([await configure({ code }), await configure({ code })]).toEqual([200, 403]);

  expect(await outputOf(['open', addr], {})).toContain('run "deckcast open" as the user who started it');
  // Key of an earlier run.
  await writeFile(key, JSON.stringify({ url: `${origin}/`, key: 'x' }));
  const old = /configure=([\w-]+)/.exec(await outputOf(['open', addr], { XDG_CACHE_HOME }))?.[1];
  expect(await configure({ code: old })).toBe(403);
});

test('`deckcast open` tells how to start deckcast if none runs', async () => {
  const addr = `--http.addr=127.0.0.1:${await freePort()}`;
  expect(await outputOf(['open', addr], {})).toContain('start it with "deckcast start --open"');
});

test.each([
  ['HTTP', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi'],
  ['another protocol', 'SSH-2.0-OpenSSH\r\n'],
])('`open` and `ctl` name the program that has the port and answers in %s', async (_, answer) => {
  const other = createServer(
    (socket) =>
      void socket
        .on('error', () => undefined)
        .resume()
        .end(answer),
  );
  const port = await listen(other, { host: '127.0.0.1', port: 0 });
  later(() => closeServer(other));
  for (const command of [['open'], ['ctl', 'now']]) {
    const printed = await outputOf([...command, `--http.addr=127.0.0.1:${port}`], {});
    const [, free] =
      RegExp(
        `^deckcast: http://127.0.0.1:${port} belongs to .*process ${process.pid}.*"deckcast start --http.addr=127.0.0.1:(\\d+)"`,
        'm',
      ).exec(printed) ?? [];
    await closeServer(await opened(Number(free)));
  }
});

async function opened(port: number): Promise<Server> {
  const server = createServer();
  await listen(server, { host: '127.0.0.1', port });
  return server;
}

test('`deckcast open` looks for deckcast also with a broken configuration file', async () => {
  const addr = `--http.addr=127.0.0.1:${await freePort()}`;
  const printed = await outputOf(['open', addr], {}, { 'conf.yaml': 'delay: 3\n\tsource: osc\n' });
  expect(printed).toContain('conf.yaml:2');
  expect(printed).toContain('start it with "deckcast start --open"');
});

test("a second `deckcast start --open` opens the first one's page and signs its browser in", async () => {
  const port = await freePort();
  const flags = ['start', '--source=http', '--session.filename=', `--http.addr=127.0.0.1:${port}`];
  const first = await startProgram(flags);
  later(() => first.stop());
  await first.waitForLine('overlay ready');
  const XDG_CACHE_HOME = join(first.folder, '.cache');
  await waitFor('the key', () =>
    stat(join(XDG_CACHE_HOME, 'deckcast', `open-${port}.json`)).catch(() => undefined),
  );
  const tools = await testFolder();
  const asked = join(tools, 'asked');
  const script = `#!/bin/sh\nprintf %s "$1" > ${asked}.new\n/bin/mv ${asked}.new ${asked}\n`;
  await writeFile(join(tools, 'xdg-open'), script, { mode: 0o755 });
  const env = { XDG_CACHE_HOME, DISPLAY: ':0', PATH: tools };
  const second = await startProgram([...flags, '--open'], { env });
  later(() => second.stop());
  // A success: its window closes.
  expect(await second.ended).toMatchObject({ status: 0 });
  expect(second.stdout).toContain('deckcast runs already: http');
  const opened = await waitForFile(asked, (text) => text !== '');
  const code = new RegExp(`^http://127.0.0.1:${port}/setup/#configure=([\\w-]+)$`).exec(opened)?.[1];
  const init = {
    method: 'POST',
    headers: { Origin: `http://127.0.0.1:${port}` },
    body: JSON.stringify({ code }),
  };
  expect((await fetch(`http://127.0.0.1:${port}/api/v1/configure`, init)).status).toBe(200);
});
