/** Pages whose scripts, styles or texts are refused once, because the server restarts while they are opened. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StartedProgram, startProgram } from '../support/program.ts';
import { testPages } from './browser.ts';

const pages = testPages();
let program: StartedProgram;
let url: string;
beforeAll(async () => {
  // No packet leaves this computer.
  program = await startProgram(['start', '--http.addr=127.0.0.1:0', '--hwdevice.discovery.interface=lo']);
  url = /url="?(http:\/\/127\.0\.0\.1:\d+)/.exec(await program.waitForLine('overlay ready'))?.[1] ?? '';
});
afterAll(() => program.stop());

/** Refuses the file as a server does that is not there, until the returned function is called. */
async function refuse(page: Page, file: string): Promise<() => Promise<void>> {
  const address = `**/${file}`;
  await page.route(address, (route) => route.abort('connectionrefused'));
  return () => page.unroute(address);
}

test.each([
  ['dashboard/', 'dashboard/main.js', '#now-title'],
  ['dashboard/', 'dashboard/lit/lit-html.js', '#now-title'],
  ['dashboard/', 'dashboard/shell.css', '#now-title'],
  ['dashboard/', 'texts/pages/en.json', '#now-title'],
  ['overlay/', 'overlay/gallery.js', '#themes button'],
  ['overlay/', 'dashboard/chip.js', '.chip'],
  ['setup/', 'dashboard/setup/sources.js', '.tile'],
  ['settings/', 'dashboard/settings/row.js', '.option'],
  ['settings/', 'texts/options/en.json', '.option'],
  ['help/', 'dashboard/shell.js', '.foot select'],
  ['nothing-here', 'dashboard/shell.js', '.foot select'],
])('%s says that %s was refused, and loads it when the server is back', async (path, file, shown) => {
  const { page } = await pages.open(1_440, 900);
  const comeBack = await refuse(page, file);
  await page.goto(`${url}/${path}`);
  const note = page.getByText('Part of this page did not load');
  await note.waitFor();
  await comeBack();
  await note.waitFor({ state: 'detached' });
  await page.locator(shown).first().waitFor();
});

test('says it in the user’s language', async () => {
  const { page } = await pages.open(1_440, 900, { locale: 'de-DE' });
  const comeBack = await refuse(page, 'dashboard/words.js');
  await page.goto(`${url}/settings/`);
  await page.getByText('Ein Teil dieser Seite wurde nicht geladen').waitFor();
  await comeBack();
  await page.getByRole('heading', { name: 'Einstellungen' }).waitFor({ state: 'attached' });
});

test('asks for the sign-in form again that was refused', async () => {
  const { page } = await pages.open(1_440, 900);
  const comeBack = await refuse(page, 'dashboard/sign-in-form.js');
  await page.goto(`${url}/settings/#configure=wrong`);
  await comeBack();
  await page.locator('.sign-in:visible, .option').first().waitFor();
});

test.each(['sdk/v1.js', 'sdk/v1/stage.js', 'sdk/layout.css', 'overlay/vinyl/style.css'])(
  'an overlay loads %s when the server is back, and shows no text of its own',
  async (file) => {
    const { page } = await pages.open(800, 160);
    const comeBack = await refuse(page, file);
    await page.goto(`${url}/overlay/vinyl/`);
    expect(await page.locator('body').innerText()).toBe('');
    await comeBack();
    await page.waitForFunction(() => {
      const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      return visit?.type === 'reload' && document.documentElement.dataset.state === 'idle';
    });
    expect(await page.locator('body').innerText()).toBe('');
    expect(await page.evaluate(() => history.state)).toBeNull();
  },
);
