/** The bar on a bare overlay: it leads people to the other pages, and is never on air. */
import type { Page } from 'playwright-core';
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

/** As a hand does it: in more than one step. The page of an earlier test has its pointer where that one left it. */
async function movePointer(page: Page): Promise<void> {
  await page.mouse.move(200, 30);
  await page.mouse.move(300, 40);
}

/** A bar would be there before a frame that is drawn after the events. */
const untilDrawn = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn()))),
  );

describe('a bare overlay', () => {
  test.each(['', 'overlay/slider/'])('at /%s leads people to the other pages', async (path) => {
    const { page, bar, errors } = await overlay(path);
    // A streaming program has no pointer.
    expect(await bar.count()).toBe(0);
    await movePointer(page);
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
    await movePointer(page);
    expect(await bar.count()).toBe(1);
  });

  test.each([
    ['in OBS, where someone moves the mouse', '', true],
    ['with an option in its address', '?show=0', false],
  ])('has no bar %s', async (_, path, inObs) => {
    const { page, bar } = await overlay(path, inObs);
    await movePointer(page);
    await page.keyboard.press('Tab');
    await untilDrawn(page);
    expect(await bar.count()).toBe(0);
  });

  test('has no bar while the pointer rests on it, as when a program captures the window', async () => {
    const running = await startHere();
    later(running.stop);
    // In a window of its own, which no pointer has been in yet.
    const context = await pages.browser.newContext();
    const page = await context.newPage();
    await page.goto(running.url);
    await page.evaluate(() => {
      for (const _ of [1, 2, 3]) {
        document.body.dispatchEvent(
          new PointerEvent('pointermove', { bubbles: true, screenX: 300, screenY: 40 }),
        );
      }
    });
    const bar = page.getByRole('navigation', { name: 'deckcast' });
    expect(await bar.count()).toBe(0);
    await movePointer(page);
    await bar.waitFor();
  });
});
