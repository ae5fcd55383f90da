import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../../test/support/folder.ts';
import german from '../../texts/de.json' with { type: 'json' };
import { messageOf, textOf } from './errors.ts';
import { Message } from './message.ts';

async function failing(act: () => Promise<unknown>): Promise<unknown> {
  return act().then(
    () => undefined,
    (error: unknown) => error,
  );
}

async function systemErrors(): Promise<readonly (readonly [error: unknown, text: string])[]> {
  const folder = await testFolder();
  const file = join(folder, 'file');
  await mkdir(join(folder, 'full', 'inner'), { recursive: true });
  await writeFile(file, '');
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const taken = await once(createServer().listen(port, '127.0.0.1'), 'error').catch((error: unknown) => [
    error,
  ]);
  server.close();
  await once(server, 'close');
  const refused = await once(connect(port, '127.0.0.1'), 'connect').catch((error: unknown) => error);
  const unstarted = await once(spawn(join(folder, 'program')), 'spawn').catch((error: unknown) => error);
  const missing = join(folder, 'missing');
  return [
    [await failing(() => readFile(missing)), `there is no such file or folder (ENOENT): ${missing}`],
    [await failing(() => readdir(file)), `part of the path is a file, not a folder (ENOTDIR): ${file}`],
    [await failing(() => mkdir(folder)), `it exists already (EEXIST): ${folder}`],
    [await failing(() => readFile(folder)), 'this is a folder, not a file (EISDIR)'],
    [taken[0], `another program uses this port (EADDRINUSE): 127.0.0.1:${port}`],
    [refused, `nothing is listening there (ECONNREFUSED): 127.0.0.1:${port}`],
    [unstarted, `there is no such file or folder (ENOENT): ${join(folder, 'program')}`],
  ];
}

test('errors of the operating system have texts of our own, and are logged as they are', async () => {
  for (const [error, expected] of await systemErrors()) {
    const text = textOf(error);
    expect(String(text)).toBe(expected);
    const { id, params } = text as Message;
    const reason = params.reason instanceof Message ? params.reason.id : id;
    expect([expected, Object.hasOwn(german, reason)]).toEqual([expected, true]);
    expect(messageOf(error)).toBe((error as Error).message);
  }
});
