import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { track } from '../support/tracks.ts';
import { resize, waitUntilShown } from './browser.ts';
import { layoutProblems } from './geometry.ts';
import { overlays } from './overlays.ts';

const { overlay, pages } = overlays();

test('the overlay is empty and transparent before the first track', async () => {
  const { page } = await overlay();
  await page.evaluate(() => document.fonts.ready);
  const picture = await page.screenshot({ omitBackground: true });
  const empty = await pages.open(800, 160);
  expect(picture.equals(await empty.page.screenshot({ omitBackground: true }))).toBe(true);
});

test('the overlay shows track one, then two, never both', async () => {
  const { page, errors, show } = await overlay();
  await show('Low Tide', 1);
  await recordTitles(page);
  await show('Paper Lanterns', 2);
  await expect.poll(() => page.evaluate('titles')).toEqual(['Low Tide', 'Paper Lanterns']);
  expect(errors).toEqual([]);
});

test('a hidden track disappears at once, without its exit', async () => {
  const { page, show, hide } = await overlay();
  await show('Low Tide', 1);
  // The page's clock stands still from now on.
  await page.evaluate(() => Object.assign(window, { setTimeout: () => 0 }));
  await hide(1);
});

test('a reload shows the track at once, without another entrance', async () => {
  const { page, show } = await overlay('', {
    apart: (page) =>
      page.addInitScript(() => {
        addEventListener('transitionrun', () => document.documentElement.classList.add('test-moved'));
      }),
  });
  const moved = (): Promise<number> => page.locator('.test-moved').count();
  await show('Low Tide', 1);
  await expect.poll(moved).toBe(1);
  await page.reload();
  await waitUntilShown(page, 'Low Tide');
  expect(await moved()).toBe(0);
});

test('nothing overflows with any text or page size', async () => {
  const { page, show } = await overlay();
  for (const [index, title] of AWKWARD.entries()) {
    await show(title, index + 1, { track: track({ artist: title, title }) });
    for (const [width, height] of [
      [300, 75],
      [800, 160],
      [1920, 1080],
    ] as const) {
      await resize(page, width, height);
      expect(await layoutProblems(page), `${title} at ${width} x ${height}`).toEqual([]);
    }
  }
});

test.each(['artright', 'sliderartright'])(
  'a title in several lines ends where the artist does in %s',
  async (look) => {
    const { page, show } = await overlay(`overlay/${look}/`, { width: 1920, height: 1080 });
    const title =
      'Everything We Never Said Before the Morning Came (Sunrise Extended Club Remix by Kessler & Vogt)';
    const artist = 'Nightjar Avenue & The Lighthouse Keepers feat. Oluwaseun Adebayo';
    await show(title, 1, { track: track({ title, artist }) });
    const ends = await page.evaluate(() =>
      ['.title[data-wrapped] span', '.artist span'].map(
        (selector) => document.querySelector(selector)?.getBoundingClientRect().right ?? 0,
      ),
    );
    // Letters end a fraction of a pixel apart.
    expect(Math.abs((ends[0] ?? 0) - (ends[1] ?? 0))).toBeLessThan(2);
  },
);

/** No sample has these; `goldens.test.ts` measures the samples. */
const AWKWARD = ['W'.repeat(120), 'ليالي المدينة (ريمكس) · נועה לוי'];

/** Visible titles in order. */
function recordTitles(page: Page): Promise<void> {
  return page.evaluate(() => {
    const titles: string[] = [];
    Object.assign(globalThis, { titles });
    const sample = (): void => {
      const seen = [...document.querySelectorAll('[data-bind="title"]')]
        .filter((element) => element.checkVisibility({ checkVisibilityCSS: true }))
        .map((element) => element.textContent ?? '')
        .filter((title) => title !== '')
        .join(' + ');
      if (seen !== '' && seen !== titles.at(-1)) {
        titles.push(seen);
      }
      requestAnimationFrame(sample);
    };
    sample();
  });
}
