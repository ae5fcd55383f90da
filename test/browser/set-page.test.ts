/** The page of the set, as its readers see it. */
import { expect, test } from 'vitest';
import { cleanUps } from '../support/clean-up.ts';
import { hiddenPublication, publication } from '../support/publication.ts';
import { startServer } from '../support/server.ts';
import { track } from '../support/tracks.ts';
import { accessibilityProblems } from './accessibility.ts';
import { testPages } from './browser.ts';

const later = cleanUps();
const pages = testPages();

const named = (title: string, position: number) =>
  publication({ position, playId: `play-${position}`, track: track({ artist: 'Ada', title }) });

async function serve() {
  const running = await startServer();
  later(running.stop);
  running.server.audience.show(named('One', 1));
  running.server.audience.show(named('Two', 2));
  return { url: `${running.url}page/`, audience: running.server.audience, stop: running.stop };
}

test.each(['light', 'dark'] as const)(
  'a reader on a phone in %s sees each change by itself',
  async (scheme) => {
    const { url, audience } = await serve();
    const { page, errors } = await pages.open(390, 844, true);
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto(url);
    await page.getByText('On air now').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    audience.show(named('Three', 3));
    await page.locator('.now').getByText('Three').waitFor();
    audience.show(hiddenPublication({ kind: 'hide', position: 3, playId: 'play-3' }));
    await page.locator('.now').getByText('ID', { exact: true }).waitFor();
    expect(await page.locator('body').innerText()).not.toContain('Three');
    expect(errors).toEqual([]);
  },
);

test('a page whose program has gone says when it was last sure', async () => {
  const { url, stop } = await serve();
  const { page } = await pages.open(390, 844, true);
  await page.clock.install();
  await page.goto(url);
  await page.getByText('On air now').waitFor();
  await stop();
  await page.clock.fastForward(120_000);
  await page.getByText(/^On air at \d\d:\d\d · last sure at \d\d:\d\d$/).waitFor();
});

test('without JavaScript it has the whole set, and claims nothing that a minute changes', async () => {
  const { url } = await serve();
  const context = await pages.browser.newContext({ javaScriptEnabled: false });
  later(() => context.close());
  const page = await context.newPage();
  await page.goto(url);
  expect(await page.locator('ol > li').allInnerTexts()).toEqual([
    expect.stringContaining('One'),
    expect.stringContaining('Two'),
  ]);
  expect(await page.locator('#state').innerText()).toMatch(/^On air at \d\d:\d\d$/);
  expect(await page.getByRole('button').count()).toBe(0);
});
