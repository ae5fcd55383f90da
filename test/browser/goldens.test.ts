/** Every theme with every kind of text in every size: nothing clipped, nothing overlapping, and the same as before. */
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { THEMES } from '../../src/server/options.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { testPages } from './browser.ts';
import { openFrames } from './frame-page.ts';
import { layoutProblems } from './geometry.ts';
import { differenceFromGolden } from './picture.ts';

const SAMPLES = ['short', 'long', 'emoji', 'cjk', 'rtl', 'noart', 'hidden', 'code'] as const;

/** `scale`: how large the picture of it is kept. */
const SIZES = [
  { width: 350, height: 90, scale: 1 },
  { width: 600, height: 150, scale: 1 },
  { width: 1920, height: 1080, scale: 0.5 },
] as const;
type Size = (typeof SIZES)[number];
const COLUMNS = 2;

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());
const pages = testPages();

test.each(THEMES)('the theme %s', async (theme) => {
  const { page } = await pages.open(1, 1);
  const chromium = await page.context().newCDPSession(page);
  // Playwright gives a page one scale for good.
  const resize = async ({ width, height, scale }: Size): Promise<void> => {
    await chromium.send('Emulation.setDeviceMetricsOverride', {
      width: width * COLUMNS,
      height: height * (SAMPLES.length / COLUMNS),
      deviceScaleFactor: scale,
      mobile: false,
    });
  };
  // A scrolling title would be somewhere else in every picture, so titles stay at their beginning.
  const addresses = SAMPLES.map((sample) => [sample, `overlay/${theme}/?demo=${sample}&marquee=off`]);
  await resize(SIZES[0]);
  const frames = await openFrames(page, server, Object.fromEntries(addresses), GRID);
  for (const size of SIZES) {
    await resize(size);
    await Promise.all([...frames.values()].map((frame) => untilStill(frame, size)));
    for (const [sample, frame] of frames) {
      expect(await layoutProblems(frame), sample).toEqual([]);
      expect(await showsCode(frame), sample).toBe(theme === 'sliderstreaming' && sample === 'code');
    }
    const { data } = await chromium.send('Page.captureScreenshot', { optimizeForSpeed: true });
    expect(await differenceFromGolden(`${theme}-${size.width}`, Buffer.from(data, 'base64'))).toBe('');
  }
  await chromium.detach();
});

const GRID = `
  body { display: grid; grid-template-columns: repeat(${COLUMNS}, 1fr); background: #8a97a8 }
  iframe { width: ${100 / COLUMNS}vw; height: ${(100 * COLUMNS) / SAMPLES.length}vh }`;

async function untilStill(frame: Frame, { width, height }: Size): Promise<void> {
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
