/** Every theme with every kind of text in every size: nothing clipped, nothing overlapping, nothing left of what is hidden, and the same as before. */
import type { Frame } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { THEMES } from '../../src/web/options.ts';
import { sampleTrack } from '../../themes/shared/v1/samples.js';
import { FULL_LENGTH } from '../support/full-length.ts';
import type { RunningServer } from '../support/server.ts';
import { testPages } from './browser.ts';
import { openFrames, STACKED } from './frame-page.ts';
import { layoutProblems, shownThoughHidden } from './geometry.ts';
import { startLastingServer } from './lasting-server.ts';
import { differenceFromGolden, WRITE } from './picture.ts';

/** In the order in which the SDK shows them. */
const SAMPLES = ['long', 'emoji', 'cjk', 'rtl', 'noart', 'code', 'hidden', 'short'] as const;
type Sample = (typeof SAMPLES)[number];
/** In the order of the pictures, line by line. */
const PLACES: readonly Sample[] = ['short', 'long', 'emoji', 'cjk', 'rtl', 'noart', 'hidden', 'code'];

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

/** What lays a theme out in another way: the most text, from right to left, no art, a second picture. */
const LAYOUTS: readonly Sample[] = ['long', 'rtl', 'noart', 'code'];

/** A size whose picture nobody looks at is measured with these alone in every run. */
function isMeasured({ scale }: Size, sample: Sample): boolean {
  return FULL_LENGTH || scale > 0 || LAYOUTS.includes(sample);
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
    // What nobody looks at need not be drawn finely.
    const metrics = { width, height, deviceScaleFactor: scale || 0.5, mobile: false };
    await chromium.send('Emulation.setDeviceMetricsOverride', metrics);
  };
  const sizes = sizesOf(theme).map((size) => ({ size, pictures: new Map<Sample, Buffer>() }));
  await resize(USUAL);
  await page.addInitScript(BY_HAND);
  // A scrolling title would be somewhere else in every picture, so titles stay at their beginning. How it comes is no matter.
  const address = `overlay/${theme}/?demo=1&marquee=off&entrance=none`;
  const frame = (await openFrames(page, server, { [theme]: address }, BACKGROUND)).get(theme);
  if (frame === undefined) {
    throw new Error(`no page of ${theme}`);
  }
  for (const sample of SAMPLES) {
    await showNext(frame, sample);
    for (const { size, pictures } of sizes.filter((each) => isMeasured(each.size, sample))) {
      await resize(size);
      await untilStill(frame, size);
      expect(await layoutProblems(frame), `${sample} at ${size.width}`).toEqual([]);
      expect(await namesAndCode(frame), `${sample} at ${size.width}`).toEqual({
        crowdedOut: [],
        showsCode: theme === 'sliderstreaming' && sample === 'code',
      });
      if (size.scale > 0) {
        const { data } = await chromium.send('Page.captureScreenshot', { optimizeForSpeed: true });
        pictures.set(sample, Buffer.from(data, 'base64'));
      }
    }
  }
  for (const { size, pictures } of sizes.filter(({ size }) => size.scale > 0)) {
    const name = `${theme}-${size === OWN[theme] ? 'own' : size.width}`;
    expect(await differenceFromGolden(name, await sheet(size, pictures))).toBe('');
  }
  // Last, because it hides everything.
  expect(await shownThoughHidden(frame)).toEqual([]);
  await chromium.detach();
});

const BACKGROUND = `body { background: #8a97a8 } ${STACKED}`;

/** The sample after the one that is shown comes when the test calls for it, and not after the SDK's seven seconds. */
const BY_HAND = `{
  const every = setInterval;
  setInterval = (call, ms, ...rest) => (ms === 7_000 ? (globalThis.nextSample = call) && 0 : every(call, ms, ...rest));
}`;

/** Lets the samples between pass without a look. */
async function showNext(frame: Frame, sample: Sample): Promise<void> {
  const wanted = sampleTrack(sample, 1)?.title ?? '';
  await expect
    .poll(
      () =>
        frame.evaluate(async () => {
          (globalThis as unknown as { nextSample: () => void }).nextSample();
          const { dataset } = document.documentElement;
          const isStill = () =>
            ['visible', 'idle'].includes(dataset.state ?? '') && dataset.words === undefined;
          do {
            await new Promise((later) => setTimeout(later, 20));
          } while (!isStill());
          return document.querySelector('[data-bind="title"]')?.textContent;
        }),
      { interval: 0 },
    )
    .toBe(wanted);
}

/** All samples of a size, side by side. */
function sheet({ width, height, scale }: Size, pictures: ReadonlyMap<Sample, Buffer>): Promise<Buffer> {
  const [across, down] = [width * scale, height * scale];
  return sharp({
    create: {
      width: across * COLUMNS,
      height: (down * SAMPLES.length) / COLUMNS,
      channels: 3,
      background: 'black',
    },
  })
    .composite(
      PLACES.map((sample, at) => ({
        input: pictures.get(sample),
        left: (at % COLUMNS) * across,
        top: Math.floor(at / COLUMNS) * down,
      })),
    )
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** The page learns its new size with the next picture, and that is drawn with the one after. */
function untilStill(frame: Frame, { width, height }: Size): Promise<void> {
  return frame.evaluate(
    async (size) => {
      const picture = () => new Promise(requestAnimationFrame);
      while (innerWidth !== size.width || innerHeight !== size.height || document.fonts.status !== 'loaded') {
        await picture();
      }
      await picture();
      await picture();
    },
    { width, height },
  );
}

/**
 * Names of which less than a tenth of the card is left, though they are longer than that: the other one took their room.
 * And whether the streaming code is shown, which only one theme does.
 */
function namesAndCode(frame: Frame): Promise<{ crowdedOut: string[]; showsCode: boolean }> {
  return frame.evaluate(() => {
    const isSeen = (element: HTMLElement) => element.checkVisibility({ visibilityProperty: true });
    const card = document.querySelector('.card')?.getBoundingClientRect() ?? new DOMRect();
    const names = [...document.querySelectorAll<HTMLElement>('.title[data-fit], .artist[data-fit]')];
    const crowdedOut = names.filter(isSeen).filter((name) => {
      const { left, right } = name.getBoundingClientRect();
      const room = Math.min(right, card.right) - Math.max(left, card.left);
      const text = name.firstElementChild?.getBoundingClientRect().width ?? 0;
      return room < Math.min(text, card.width / 10) - 1;
    });
    const codes = [...document.querySelectorAll<HTMLElement>('[data-bind-src="code"]')];
    return { crowdedOut: crowdedOut.map((name) => name.className), showsCode: codes.some(isSeen) };
  });
}
