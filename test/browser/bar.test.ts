/** The bar on a bare overlay: it leads people to the other pages, and is never on air. */
import { describe, expect, test } from 'vitest';
import { cleanUps } from '../support/clean-up.ts';
import { played } from '../support/publication.ts';
import { accessibilityProblems } from './accessibility.ts';
import { testPages, waitUntilShown } from './browser.ts';
import { lastingAddress } from './lasting-server.ts';

const later = cleanUps();
const pages = testPages();
const startHere = lastingAddress();

/** An overlay that shows a track. */
async function overlay(path: string, inObs = false) {
  const running = await startHere();
  later(running.stop);
  running.server.audience.show(played('Low Tide', 1));
  const { page, errors } = await pages.open(800, 160);
  if (inObs) {
    // What OBS adds to the pages of its browser sources.
    await page.addInitScript(() => Object.assign(globalThis, { obsstudio: { pluginVersion: '2.24.4' } }));
  }
  await page.goto(`${running.url}${path}`);
  await waitUntilShown(page, 'Low Tide');
  const bar = page.getByRole('navigation', { name: 'deckcast' });
  return { page, bar, errors };
}

describe('a bare overlay', () => {
  test.each(['', 'overlay/slider/'])('at /%s leads people to the other pages', async (path) => {
    const { page, bar, errors } = await overlay(path);
    // A streaming program has no pointer.
    expect(await bar.count()).toBe(0);
    await page.mouse.move(300, 40);
    await bar.waitFor();
    const links = await bar.getByRole('link').all();
    expect(await Promise.all(links.map((link) => link.getAttribute('href')))).toEqual([
      '/setup/',
      '/overlay/',
      '/dashboard/',
    ]);
    expect((await accessibilityProblems(page)).filter((problem) => problem.includes('deckcast-bar'))).toEqual(
      [],
    );
    expect(errors).toEqual([]);
  });

  test('shows its bar once, to the keyboard too', async () => {
    const { page, bar } = await overlay('');
    await page.keyboard.press('Tab');
    const first = bar.getByRole('link', { name: 'Set up' });
    await expect.poll(() => first.evaluate((link) => link.matches(':focus'))).toBe(true);
    await page.mouse.move(300, 40);
    expect(await bar.count()).toBe(1);
  });

  test.each([
    ['in OBS, where someone moves the mouse', '', true],
    ['with an option in its address', '?show=0', false],
  ])('has no bar %s', async (_, path, inObs) => {
    const { page, bar } = await overlay(path, inObs);
    await page.mouse.move(300, 40);
    await page.keyboard.press('Tab');
    // A bar would be there before a frame that is drawn after the events.
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    expect(await bar.count()).toBe(0);
  });
});
