/** Every theme with every kind of text in every size: nothing clipped, nothing overlapping, nothing left of what is hidden, and the same as before. */
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { THEMES } from '../../src/web/options.ts';
import { FULL_LENGTH } from '../support/full-length.ts';
import type { RunningServer } from '../support/server.ts';
import { testPages } from './browser.ts';
import { openFrames } from './frame-page.ts';
import { layoutProblems, shownThoughHidden } from './geometry.ts';
import { startLastingServer } from './lasting-server.ts';
import { differenceFromGolden, WRITE } from './picture.ts';

const SAMPLES = ['short', 'long', 'emoji', 'cjk', 'rtl', 'noart', 'hidden', 'code'] as const;

/** `scale`: how large the picture of it is kept; 0: none is looked at. */
interface Size {
  readonly width: number;
  readonly height: number;
  readonly scale: number;
}
const CANVAS: Size = { width: 1920, height: 1080, scale: 0.5 };
const SMALL: Size = { width: 350, height: 90, scale: 1 };
const USUAL: Size = { width: 600, height: 150, scale: 1 };
/** Themes with a shape of their own, in the size that they recommend. */
const OWN: Readonly<Record<string, Size>> = {
  ticker: { width: 1920, height: 72, scale: 0.5 },
  vinyl: { width: 960, height: 180, scale: 0.6 },
  progress: { width: 800, height: 150, scale: 0.6 },
  portrait: { width: 560, height: 800, scale: 0.5 },
  recent: { width: 640, height: 480, scale: 0.6 },
  decks: { width: 800, height: 220, scale: 0.6 },
};

/** Whether every picture is looked at: else each theme's in the size that it recommends, and the others are measured. */
const ALL = FULL_LENGTH || WRITE;

function sizesOf(theme: string): readonly Size[] {
  const own = OWN[theme];
  if (own === undefined) {
    return ALL ? [SMALL, USUAL, CANVAS] : [unseen(SMALL), USUAL, unseen(CANVAS)];
  }
  return ALL ? [unseen(SMALL), unseen(USUAL), own, CANVAS] : [unseen(SMALL), own, unseen(CANVAS)];
}

function unseen(size: Size): Size {
  return { ...size, scale: 0 };
}

const COLUMNS = 2;

let server: RunningServer;
beforeAll(async () => {
  server = await startLastingServer();
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
      // What nobody looks at need not be drawn finely.
      deviceScaleFactor: scale || 0.5,
      mobile: false,
    });
  };
  // A scrolling title would be somewhere else in every picture, so titles stay at their beginning. How it comes is no matter.
  const how = 'marquee=off&entrance=none';
  const addresses = SAMPLES.map((sample) => [sample, `overlay/${theme}/?demo=${sample}&${how}`]);
  const sizes = sizesOf(theme);
  await resize(sizes[0] ?? CANVAS);
  const frames = await openFrames(page, server, Object.fromEntries(addresses), GRID);
  for (const size of sizes) {
    await resize(size);
    await Promise.all([...frames.values()].map((frame) => untilStill(frame, size)));
    for (const [sample, frame] of frames) {
      expect(await layoutProblems(frame), `${sample} at ${size.width}`).toEqual([]);
      expect(await crowdedOut(frame), `${sample} at ${size.width}`).toEqual([]);
      expect(await showsCode(frame), sample).toBe(theme === 'sliderstreaming' && sample === 'code');
    }
    if (size.scale === 0) {
      continue;
    }
    const { data } = await chromium.send('Page.captureScreenshot', { optimizeForSpeed: true });
    expect(
      await differenceFromGolden(
        `${theme}-${size === OWN[theme] ? 'own' : size.width}`,
        Buffer.from(data, 'base64'),
      ),
    ).toBe('');
  }
  // Last, because it hides everything.
  for (const [sample, frame] of frames) {
    expect(await shownThoughHidden(frame), sample).toEqual([]);
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
  // The page learns its new size with the next picture, and that is drawn with the one after.
  await frame.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
}

/** Names of which less than a tenth of the card is left, though they are longer than that: the other one took their room. */
function crowdedOut(frame: Frame): Promise<string[]> {
  return frame.evaluate(() => {
    const card = document.querySelector('.card')?.getBoundingClientRect() ?? new DOMRect();
    const names = [...document.querySelectorAll<HTMLElement>('.title[data-fit], .artist[data-fit]')];
    return names
      .filter((name) => name.checkVisibility({ visibilityProperty: true }))
      .filter((name) => {
        const { left, right } = name.getBoundingClientRect();
        const room = Math.min(right, card.right) - Math.max(left, card.left);
        const text = name.firstElementChild?.getBoundingClientRect().width ?? 0;
        return room < Math.min(text, card.width / 10) - 1;
      })
      .map((name) => name.className);
  });
}

/** Only one theme shows the streaming code. */
function showsCode(frame: Frame): Promise<boolean> {
  return frame.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-bind-src="code"]')].some((element) =>
      element.checkVisibility({ visibilityProperty: true }),
    ),
  );
}
