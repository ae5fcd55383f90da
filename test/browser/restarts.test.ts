/** Overlays opened before the start, killed and restarted, put to sleep. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { cleanUps } from '../support/clean-up.ts';
import { testFolder } from '../support/folder.ts';
import { freePort } from '../support/free-port.ts';
import { amount } from '../support/full-length.ts';
import { standInObs } from '../support/obs.ts';
import { timesAway } from '../support/overlay-restarts.ts';
import { type StartedProgram, startProgram } from '../support/program.ts';
import { startServer } from '../support/server.ts';
import { waitFor } from '../support/wait.ts';
import { testPages, waitUntilShown } from './browser.ts';

const RESTARTS = amount({ short: 2, full: 20 });

/** Restarts of the listener and of the program. */
const ROUNDS = amount({ short: 3, full: 20 });

const later = cleanUps();
const pages = testPages();

async function run(port: number): Promise<StartedProgram> {
  const program = await startProgram([
    'start',
    '--source=http',
    `--http.addr=127.0.0.1:${port}`,
    '--session.filename=',
  ]);
  later(() => program.stop());
  await program.waitForLine('overlay ready');
  return program;
}

async function play(port: number, title: string): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/track`, {
    method: 'POST',
    body: JSON.stringify({ artist: 'Nightjar Avenue', title }),
  });
  expect(response.status).toBe(200);
}

async function orphan(): Promise<{ page: Page; port: number }> {
  const port = await freePort();
  const { url, stop } = await startServer({ 'http.addr': { host: '127.0.0.1', port } });
  const { page } = await pages.open(800, 160);
  await page.goto(url);
  await page.waitForFunction(() => document.documentElement.dataset.state === 'idle');
  await stop();
  return { page, port };
}

test(`shows the right track after each of ${RESTARTS} crashes`, async () => {
  const { page, port } = await orphan();
  for (let restart = 1; restart <= RESTARTS; restart += 1) {
    const program = await run(port);
    await play(port, `Track ${restart}`);
    await waitUntilShown(page, `Track ${restart}`);
    program.signal('SIGKILL');
    await program.ended;
  }
});

test('shows the right track after the server’s computer slept', async () => {
  const { page, port } = await orphan();
  const program = await run(port);
  await play(port, 'Low Tide');
  await waitUntilShown(page, 'Low Tide');
  program.signal('SIGSTOP');
  await waitFor('the program to sleep', async () => {
    const status = await readFile(`/proc/${program.pid}/status`, 'utf8');
    return status.includes('T (stopped)') || undefined;
  });
  const posted = play(port, 'Paper Lanterns');
  program.signal('SIGCONT');
  await posted;
  await waitUntilShown(page, 'Paper Lanterns');
});

test(
  'the overlay is back two seconds after a listener restart, or at least sooner than after a crash',
  async () => {
    const { page } = await pages.open(800, 160);
    const { listener, program } = await timesAway(page, await testFolder(), ROUNDS);
    expect(median(listener), `${listener} beside ${program}`).toBeLessThan(Math.max(2_000, median(program)));
  },
  ROUNDS * 60_000,
);

function median(times: readonly number[]): number {
  return [...times].sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.NaN;
}

test('takes open pages, overlays and the source in OBS along to another port', async () => {
  const [from, to] = [await freePort(), await freePort()];
  const obs = await standInObs();
  later(() => obs.close());
  const source = { kind: 'browser_source', settings: { url: `http://127.0.0.1:${from}/` }, transform: {} };
  obs.inputs.set('deckcast', { ...source, reloads: 0 });
  const settings = (port: number) =>
    `source: http\nhttp.addr: 127.0.0.1:${port}\nobs.url: ${obs.url}\nsession.filename: ""\n`;
  const program = await startProgram(['start', '--conf=conf.yaml'], {
    files: { 'conf.yaml': settings(from) },
  });
  later(() => program.stop());
  await program.waitForLine('overlay ready');
  const opened: Page[] = [];
  const failed: string[] = [];
  for (const path of ['dashboard/#log', 'settings/', '?accent=00ff00']) {
    const { page } = await pages.open(1_440, 900);
    opened.push(page);
    page.on('requestfailed', (request) => {
      if (request.isNavigationRequest()) {
        failed.push(request.url());
      }
    });
    const greeted = new Promise<void>((resolve) => {
      page.on('websocket', (socket) => {
        if (socket.url().includes('/events')) {
          socket.once('framereceived', () => resolve());
        }
      });
    });
    await page.goto(`http://127.0.0.1:${from}/${path}`);
    await greeted;
  }
  await writeFile(join(program.folder, 'conf.yaml'), settings(to));
  await program.waitForLine(/settings reloaded.*http\.addr|part restarted/);
  await expect
    .poll(() => opened.map((page) => page.url().replace(/^http:\/\/127\.0\.0\.1:/, '')))
    .toEqual([`${to}/dashboard/#log`, `${to}/settings/`, `${to}/?accent=00ff00`]);
  expect(failed).toEqual([]);
  await expect.poll(() => obs.inputs.get('deckcast')?.settings.url).toBe(`http://127.0.0.1:${to}/`);
  const [desk, , overlay] = opened;
  await desk?.getByText('Waiting for a track').first().waitFor();
  await play(to, 'Low Tide');
  await waitUntilShown(overlay as Page, 'Low Tide');
});

test('the address that OBS needs after a change of the port is beside it, before and after the save', async () => {
  const [from, to] = [await freePort(), await freePort()];
  const program = await startProgram(['start', '--conf=conf.yaml'], {
    files: { 'conf.yaml': `source: http\nhttp.addr: :${from}\nsession.filename: ""\n` },
  });
  later(() => program.stop());
  await program.waitForLine('overlay ready');
  const { page } = await pages.open(1_440, 900);
  await page.goto(`http://127.0.0.1:${from}/settings/#http.addr`);
  const address = page.getByLabel('OBS needs this address', { exact: false });
  await expect.poll(() => address.inputValue()).toBe(`http://127.0.0.1:${from}/`);
  await page.getByLabel('Search').fill('http.addr');
  await page.locator('[id="option-http.addr"]').fill(`:${to}`);
  expect(await address.inputValue()).toBe(`http://127.0.0.1:${to}/`);
  await page.getByRole('button', { name: 'Copy' }).click();
  await page.getByText('Copied').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL(`http://127.0.0.1:${to}/settings/#http.addr`);
  await page.locator('#answer', { hasText: 'Saved.' }).waitFor();
  expect(await page.getByLabel('Search').inputValue()).toBe('http.addr');
  await expect.poll(() => address.inputValue()).toBe(`http://127.0.0.1:${to}/`);
});
