/** Eight programs write their folders to one web server. */
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { Sureness } from '../../dashboard/page/sure.js';
import { writeStages } from '../../src/commands/page-stages.ts';
import type { Clock } from '../../src/core/tools.ts';
import { systemClock } from '../../src/host/clock.ts';
import { nodeDisk } from '../../src/host/disk/node-disk.js';
import { httpPeer } from '../support/http-peer.ts';
import { pageTrack, writePage } from '../support/page-sink.ts';
import { hiddenPublication } from '../support/publication.ts';
import { waitFor } from '../support/wait.ts';
import { webDav } from '../support/web-dav.ts';
import { accessibilityProblems } from './accessibility.ts';
import { testPages } from './browser.ts';

const pages = testPages();

const WELL = ['well-1', 'well-2', 'well-3', 'well-4'];
const STAGES = [...WELL, 'ahead', 'behind', 'killed', 'hanging'];
const HOUR_MS = 3_600_000;
/** Longer than a page counts as up to date without a sign of life. */
const GONE_MS = 600_000;
const POLL_EVERY_MS = 5_000;

const writeOverview = (root: string, stages: readonly string[]) =>
  writeStages({
    args: [join(root, 'tonight'), ...stages],
    settings: { title: 'Festival' },
    tools: { disk: nodeDisk },
    print: () => undefined,
  });

const clockOff = (ms: number): Clock => ({ ...systemClock, now: () => systemClock.now() + ms });
const CLOCKS: Readonly<Record<string, Clock>> = { ahead: clockOff(HOUR_MS), behind: clockOff(-HOUR_MS) };

/** Seven programs write their folders to nginx. The eighth serves its own and hangs. */
async function festival() {
  const hanging = await httpPeer(() => 'hang');
  const server = await webDav({ server: `location /tonight/hanging/ { proxy_pass ${hanging.url}; }` });
  await server.start();
  const write = (stage: string) =>
    writePage(
      { 'page.url': `http://admin:secret@${server.host}/tonight/${stage}/` },
      { clock: CLOCKS[stage] ?? systemClock },
    );
  const written = STAGES.filter((stage) => stage !== 'hanging');
  const programs = new Map(
    await Promise.all(written.map(async (stage) => [stage, await write(stage)] as const)),
  );
  for (const [stage, { show }] of programs) {
    show(pageTrack(`Track of ${stage}`, 1));
  }
  const killed = join(server.root, 'tonight', 'killed', 'now.json');
  await Promise.all(
    written.map((stage) =>
      waitFor(`the page of ${stage}`, async () =>
        (await server.text(`${stage}/now.json`)).includes(stage) ? true : undefined,
      ),
    ),
  );
  await programs.get('killed')?.sink.close?.();
  // The page reckons with whole seconds and shows minutes: far from the next minute.
  const goneAt = new Date(Date.now() - GONE_MS);
  goneAt.setSeconds(-30);
  await utimes(killed, goneAt, goneAt);
  await writeOverview(
    server.root,
    STAGES.map((stage) => `The ${stage}=${stage}/`),
  );
  const show = (stage: string, ...shown: Parameters<NonNullable<ReturnType<typeof programs.get>>['show']>) =>
    programs.get(stage)?.show(...shown);
  return { url: `http://${server.host}/tonight/`, show, restart: write, goneAt };
}

const stageOn = (page: Page, stage: string) => page.locator(`[data-folder="${stage}/"]`);

const stateOf = (page: Page, stage: string): Promise<string> =>
  stageOn(page, stage).locator('.state').innerText();

test('each of eight stages shows its track and how current it is, independent of the other programs', async () => {
  const { url, show, restart, goneAt } = await festival();
  const { page, errors } = await pages.open(1440, 900, true);
  await page.clock.install();
  await page.goto(url);
  for (const stage of [...WELL, 'ahead', 'behind']) {
    await stageOn(page, stage).getByText('On air now').waitFor();
    expect(await stageOn(page, stage).locator('.title').innerText()).toBe(`Track of ${stage}`);
  }
  await stageOn(page, 'killed')
    .getByText(/^Last sure /)
    .waitFor();
  const time = await page.evaluate(
    (at) => new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' }),
    goneAt.getTime(),
  );
  expect(await stateOf(page, 'killed')).toContain(time);
  expect(await stageOn(page, 'killed').locator('.title').innerText()).toBe('Track of killed');
  expect(await accessibilityProblems(page)).toEqual([]);

  show('well-1', pageTrack('The next one', 2));
  show('ahead', hiddenPublication({ kind: 'hide', position: 1, playId: 'play-1' }));
  await page.clock.fastForward(POLL_EVERY_MS);
  await stageOn(page, 'well-1').getByText('The next one').waitFor();
  await stageOn(page, 'ahead').getByText('Unnamed track', { exact: true }).waitFor();
  expect(await page.locator('body').innerText()).not.toContain('Track of ahead');
  await page.clock.fastForward(POLL_EVERY_MS);
  await stageOn(page, 'hanging').getByText('Does not answer').waitFor();

  (await restart('killed')).show(pageTrack('Back again', 1));
  await page.clock.fastForward(POLL_EVERY_MS);
  await stageOn(page, 'killed').getByText('On air now').waitFor();
  expect(await stageOn(page, 'killed').locator('.title').innerText()).toBe('Back again');
  expect(await stateOf(page, 'hanging')).toBe('Does not answer');
  expect(errors.filter((error) => !error.includes('504'))).toEqual([]);
});

test('a server without a file age still shows the program as alive once the file changes', () => {
  const known = new Sureness();
  const isSureAfter = (updated: string) => {
    known.note(new Headers(), updated, performance.now());
    return known.isSure;
  };
  expect(['22:15:00', '22:15:00', '22:15:30'].map(isSureAfter)).toEqual([false, false, true]);
});

test("the page links to the stages' pages on a phone, in light and dark, without JavaScript", async () => {
  const server = await webDav();
  await server.start();
  await writeOverview(
    server.root,
    STAGES.map((stage) => `${stage}/`),
  );
  const { page } = await pages.open(390, 844, { javaScriptEnabled: false });
  await page.goto(`http://${server.host}/tonight/`);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await page.getByRole('link').allInnerTexts()).toEqual(STAGES);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  }
});
