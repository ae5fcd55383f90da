/** What an overlay costs the computer that streams: read from the browser's own trace. */
import type { CDPSession, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { THEMES } from '../../src/web/options.ts';
import { amount, FULL_LENGTH } from '../support/full-length.ts';
import type { RunningServer } from '../support/server.ts';
import { testPages } from './browser.ts';
import { LOOK_EVERY_MS, openFrames, STACKED } from './frame-page.ts';
import { startLastingServer } from './lasting-server.ts';

const WATCH_MS = 250;
/** The compositor put a picture on the screen. */
const FRAME = 'DirectRenderer::DrawFrame';
/** A source of the recommended height, a small one, and a canvas. */
const SIZES = [
  [350, 90],
  [600, 150],
  [800, 160],
  [1920, 1080],
] as const;
/** Of the device. In one that is not a whole number, rounding shows. */
const SCALES = FULL_LENGTH ? [1, 1.25, 1.5] : [1.25];
/** What moves by itself does so in any size. */
const RESTING = FULL_LENGTH ? SIZES : SIZES.slice(2, 3);
/** Its line grows with the track, by a pixel at a time. */
const GROWS = 'progress';
/** From one length of the title to the next. */
const LETTERS = amount({ short: 15, full: 5 });
const TITLE =
  'Everything We Said Before the Long Summer Came Back to the City of Paper Lanterns (Extended Mix)';

let server: RunningServer;
beforeAll(async () => {
  server = await startLastingServer();
});
afterAll(() => server.stop());
const pages = testPages();

/** How often the browser did each thing while the page was watched. */
async function workOf(page: Page): Promise<(name: string) => number> {
  const session = await page.context().newCDPSession(page);
  const names: string[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    names.push(...value.map((event) => String((event as { name?: unknown }).name)));
  });
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'viz'],
    },
  });
  await page.waitForTimeout(WATCH_MS);
  await end(session);
  await session.detach();
  return (name) => names.filter((candidate) => candidate === name).length;
}

async function end(session: CDPSession): Promise<void> {
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
}

/** Every theme in one page, with this sample. */
async function openThemes(page: Page, sample: string): Promise<ReadonlyMap<string, Frame>> {
  const addresses = THEMES.filter((theme) => theme !== GROWS).map((theme) => [
    theme,
    `overlay/${theme}/?demo=${sample}`,
  ]);
  return openFrames(page, server, Object.fromEntries(addresses), STACKED);
}

/**
 * Fits beginnings of a title of every length, and tells which were taken for too long though they fit, or the other
 * way round; widths are measured in another way than the SDK does.
 */
async function misjudged(frame: Frame, title: string, shortest: number): Promise<string[]> {
  await frame.evaluate('import("/sdk/v1/fit.js").then((fit) => Object.assign(window, fit))');
  return frame.evaluate(
    ({ whole, first, step }) => {
      const { fitAll } = globalThis as unknown as typeof import('../../themes/shared/v1/fit.js');
      const box = document.querySelector<HTMLElement>('[data-fit]');
      const span = box?.querySelector('span');
      const wrong: string[] = [];
      for (let length = first; box && span && length <= whole.length; length += step) {
        span.textContent = whole.slice(0, length);
        fitAll(document, { marquee: true, speed: 40 });
        const isLong = box.hasAttribute('data-long');
        const moves = span.getAnimations().length > 0;
        for (const animation of span.getAnimations()) {
          animation.cancel();
        }
        const { paddingLeft, paddingRight } = getComputedStyle(box);
        const room =
          box.getBoundingClientRect().width -
          Number.parseFloat(paddingLeft) -
          Number.parseFloat(paddingRight);
        const over = span.getBoundingClientRect().width - room;
        if (isLong !== over > 1 || moves !== isLong) {
          wrong.push(`${length} letters: ${over} px too many, ${isLong ? 'long' : 'fits'}, moves: ${moves}`);
        }
      }
      return wrong;
    },
    { whole: title, first: shortest, step: LETTERS },
  );
}

describe('a title that fits', () => {
  let page: Page;
  let frames: ReadonlyMap<string, Frame>;
  let chromium: CDPSession;
  beforeAll(async () => {
    page = await pages.browser.newPage();
    chromium = await page.context().newCDPSession(page);
    frames = await openThemes(page, 'short');
  });
  afterAll(() => page.close());

  /** Playwright gives a page one device scale for good, and loading the themes for each costs most of all. */
  async function resize(
    [width, height]: readonly [number, number],
    deviceScaleFactor: number,
  ): Promise<void> {
    const metrics = { width, height, deviceScaleFactor, mobile: false };
    await chromium.send('Emulation.setDeviceMetricsOverride', metrics);
    const hasChanged = (wanted: typeof metrics): boolean =>
      innerWidth === wanted.width &&
      innerHeight === wanted.height &&
      devicePixelRatio === wanted.deviceScaleFactor;
    await Promise.all(
      [...frames.values()].map((frame) =>
        frame.waitForFunction(hasChanged, metrics, { polling: LOOK_EVERY_MS }),
      ),
    );
  }

  test.each(SCALES)(
    'draws nothing in any theme while it is at rest, at a device scale of %d',
    async (scale) => {
      for (const size of RESTING) {
        await resize(size, scale);
        for (const [theme, frame] of frames) {
          const moving = await frame.evaluate(() => document.getAnimations().length);
          expect(moving, `${theme} at ${size}`).toBe(0);
        }
        // What the new size has to draw ends some time.
        await expect
          .poll(
            async () => {
              const work = await workOf(page);
              return { layout: work('Layout'), paint: work('Paint'), frames: work(FRAME) };
            },
            { message: `at ${size}` },
          )
          .toEqual({ layout: 0, paint: 0, frames: 0 });
      }
    },
  );

  // After the pages were at rest, because this sets other titles.
  test.each(SCALES)(
    'is not scrolled by any theme, whatever its length, at a device scale of %d',
    async (scale) => {
      for (const [index, size] of SIZES.entries()) {
        await resize(size, scale);
        // Other lengths in each size.
        const shortest = 12 + ((5 * index) % LETTERS);
        for (const [theme, frame] of frames) {
          expect(await misjudged(frame, TITLE, shortest), `${theme} at ${size}`).toEqual([]);
        }
      }
    },
  );
});

test('every theme only moves layers while a title scrolls', async () => {
  const page = await pages.browser.newPage({ viewport: { width: 600, height: 150 } });
  onTestFinished(() => page.close());
  const frames = await openThemes(page, 'long');
  for (const [theme, frame] of frames) {
    // Into the middle of the animation, so that it scrolls during the whole measurement.
    const moving = await frame.evaluate(() => {
      const animations = document.getAnimations();
      for (const animation of animations) {
        animation.currentTime = 3_000;
      }
      return animations.length;
    });
    expect(moving, theme).toBeGreaterThan(0);
  }
  // Wait until the frames that this needed are drawn.
  await expect
    .poll(async () => {
      const work = await workOf(page);
      return { moves: work(FRAME) > 3, layout: work('Layout'), paint: work('Paint') };
    })
    .toEqual({ moves: true, layout: 0, paint: 0 });
});

test('the line that grows moves by whole pixels, and holds no animation', async () => {
  const { page } = await pages.open(800, 150);
  await page.goto(`${server.url}overlay/${GROWS}/?demo=short`);
  await page.waitForFunction(() => document.documentElement.dataset.state === 'visible');
  const places = await page.evaluate(async () => {
    const line = document.querySelector('.track');
    const played = document.querySelector('.played');
    const seen: number[] = [];
    const sample = (): void => {
      const part = new DOMMatrix(getComputedStyle(played ?? document.body).transform).a;
      seen.push(part * Math.round(line?.getBoundingClientRect().width ?? 0));
    };
    sample();
    await new Promise((grown) =>
      new MutationObserver(grown).observe(played ?? document.body, { attributes: true }),
    );
    sample();
    return seen.concat(document.getAnimations().length);
  });
  const [before = 0, after = 0, animations] = places;
  expect(Math.abs(before - Math.round(before))).toBeLessThan(0.01);
  expect(after - before).toBeCloseTo(1);
  expect(animations).toBe(0);
});
