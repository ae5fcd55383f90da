/** Replaces the program's files with those of another version while it runs, as a package update does. */
import { cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { HealthMessage } from '../src/web/wire/health.ts';
import { ROOT } from './support/files.ts';
import { freePort } from './support/free-port.ts';
import { fastClock, type StartedProgram, startProgram } from './support/program.ts';
import { waitFor } from './support/wait.ts';

const PARTS = ['package.json', 'bin', 'dist', 'themes', 'dashboard'];

let folder: string;
let program: StartedProgram;

beforeEach(async () => {
  // Inside the checkout, so that Node finds native dependencies.
  folder = await mkdtemp(join(ROOT, 'node_modules', '.updated-'));
  await Promise.all(
    PARTS.map((part) => cp(join(ROOT, part), join(folder, 'deckcast', part), { recursive: true })),
  );
});

afterEach(async () => {
  await program?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Like npm: removes the old folder and puts one with other chunk names in its place. */
async function update(version: string): Promise<void> {
  const old = join(folder, 'deckcast');
  const next = join(folder, 'next');
  await cp(old, next, { recursive: true, filter: (path) => !/-[0-9A-Z]{8}\.js(\.map)?$/.test(path) });
  const described = JSON.parse(await readFile(join(old, 'package.json'), 'utf8'));
  await writeFile(join(next, 'package.json'), JSON.stringify({ ...described, version }));
  await rename(old, join(folder, 'old'));
  await rename(next, old);
  await rm(join(folder, 'old'), { recursive: true });
}

test('an updated program reports the update wherever it causes a failure', async () => {
  const port = await freePort();
  program = await startProgram(['start', '--source=dummy', `--http.addr=127.0.0.1:${port}`], {
    script: join(folder, 'deckcast', 'bin', 'deckcast.js'),
    env: fastClock(20),
  });
  await program.waitForLine('overlay ready');
  const request = (path: string): Promise<Response> => fetch(`http://127.0.0.1:${port}${path}`);
  const health = async () => (await (await request('/api/v1/health')).json()) as HealthMessage;
  expect(await health()).not.toHaveProperty('problem');

  await update('99.0.0');
  await waitFor('the update to be noticed', async () => (await health()).problem);
  expect(await health()).toMatchObject({
    status: 'trouble',
    problem: expect.stringMatching(/^deckcast 99\.0\.0 was installed while .* is running \(restart it/),
  });
  expect(await program.waitForLine('deckcast was updated while it runs')).toContain('hint="restart it');

  const examined = await request('/api/v1/doctor');
  expect(examined.status).toBe(500);
  expect(await examined.json()).toMatchObject({
    reason: 'a deckcast file is missing, perhaps because of an update while it was running: restart deckcast',
  });
  expect(program.evidence).not.toContain('please report');
  // The show continues.
  expect((await request('/api/v1/now')).status).toBe(200);
  expect((await request('/')).status).toBe(200);
});
