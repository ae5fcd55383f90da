/** Every theme with every kind of text in every size: nothing clipped, nothing overlapping, and the same as before. */
import type { Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { THEMES } from '../../src/server/index.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { testPages } from './browser.ts';
import { openFrames } from './frame-page.ts';
import { layoutProblems } from './geometry.ts';
import { differenceFromGolden } from './picture.ts';

const SAMPLES = ['short', 'long', 'emoji', 'cjk', 'rtl', 'noart', 'hidden', 'code'] as const;

/** As they are seen: each browser context with the sizes that it shows, one after the other. `scale`: how large they are kept. */
const SHOWN = [
  {
    scale: 1,
    sizes: [
      { width: 350, height: 90 },
      { width: 600, height: 150 },
    ],
  },
  { scale: 0.5, sizes: [{ width: 1920, height: 1080 }] },
] as const;
const COLUMNS = 2;

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());
const pages = testPages();

describe.each(SHOWN)('at a scale of $scale', ({ scale, sizes }) => {
  let page: Page;
  beforeAll(async () => {
    page = await pages.browser.newPage({ deviceScaleFactor: scale });
  });
  afterAll(() => page.close());

  test.each(THEMES)('the theme %s', async (theme) => {
    // A travelling title is somewhere else in every picture: they stand at their beginnings.
    const addresses = SAMPLES.map((sample) => [sample, `overlay/${theme}/?demo=${sample}&marquee=off`]);
    const [first] = sizes;
    await resize(first);
    const frames = await openFrames(page, server, Object.fromEntries(addresses), GRID);
    for (const { width, height } of sizes) {
      await resize({ width, height });
      for (const [sample, frame] of frames) {
        await untilStill(frame, { width, height });
        expect(await layoutProblems(frame), sample).toEqual([]);
        expect(await showsCode(frame), sample).toBe(theme === 'sliderstreaming' && sample === 'code');
      }
      const picture = await page.screenshot();
      expect(await differenceFromGolden(`${theme}-${width}`, picture)).toBe('');
    }
  });

  function resize({ width, height }: { readonly width: number; readonly height: number }): Promise<void> {
    return page.setViewportSize({ width: width * COLUMNS, height: height * (SAMPLES.length / COLUMNS) });
  }
});

const GRID = `
  body { display: grid; grid-template-columns: repeat(${COLUMNS}, 1fr); background: #8a97a8 }
  iframe { width: ${100 / COLUMNS}vw; height: ${(100 * COLUMNS) / SAMPLES.length}vh }`;

async function untilStill(
  frame: Frame,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<void> {
  await frame.waitForFunction(
    (size) => innerWidth === size.width && innerHeight === size.height && document.fonts.status === 'loaded',
    { width, height },
  );
  // The page hears of its new size with the next picture, and that is drawn with the one after.
  await frame.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
}

/** Only one theme shows the streaming code. */
function showsCode(frame: Frame): Promise<boolean> {
  return frame.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-bind-src="code"]')].some((element) =>
      element.checkVisibility({ visibilityProperty: true }),
    ),
  );
}
