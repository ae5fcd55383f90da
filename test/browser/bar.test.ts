import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { accessibilityProblems } from './accessibility.ts';
import { type OverlayOptions, overlays } from './overlays.ts';

const { overlay } = overlays();

async function open(path: string, apart: OverlayOptions['apart'] = false) {
  const opened = await overlay(path, { apart });
  await opened.show('Low Tide', 1);
  return { ...opened, bar: opened.page.getByRole('navigation', { name: 'deckcast' }) };
}

/** Moves in several steps, as a hand does. The shared page keeps the pointer where the last test left it. */
async function movePointer(page: Page): Promise<void> {
  await page.mouse.move(200, 30);
  await page.mouse.move(300, 40);
}

/** The bar would appear within a frame. */
const untilDrawn = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn()))),
  );

describe('a bare overlay', () => {
  test('leads viewers of the page to the other pages', async () => {
    const { page, bar, errors } = await open('overlay/slider/');
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

  test('shows its bar once, also for the keyboard', async () => {
    const { page, bar } = await open('');
    await page.keyboard.press('Tab');
    const first = bar.getByRole('link', { name: 'Set up' });
    await expect.poll(() => first.evaluate((link) => link.matches(':focus'))).toBe(true);
    await movePointer(page);
    await expect.poll(() => bar.count()).toBe(1);
  });

  test.each([
    // Set by OBS in its browser sources.
    ['in OBS, where someone moves the mouse', '', `window.obsstudio = { pluginVersion: '2.24.4' }`],
    ['with an option in its address', '?show=0', ''],
  ])('has no bar %s', async (_, path, script) => {
    const { page, bar } = await open(path, (page) => page.addInitScript(script));
    await movePointer(page);
    await page.keyboard.press('Tab');
    await untilDrawn(page);
    expect(await bar.count()).toBe(0);
  });

  test('has no bar while the pointer rests on it, as when the window is captured', async () => {
    // The pointer never entered this window.
    const { page, bar } = await open('', true);
    await page.evaluate(() => {
      for (const _ of [1, 2, 3]) {
        document.body.dispatchEvent(
          new PointerEvent('pointermove', { bubbles: true, screenX: 300, screenY: 40 }),
        );
      }
    });
    expect(await bar.count()).toBe(0);
    await movePointer(page);
    await bar.waitFor();
  });
});
