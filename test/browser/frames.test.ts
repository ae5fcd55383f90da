/** What an overlay costs the computer that streams: read from the browser's own trace. */
import type { CDPSession, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { THEMES } from '../../src/server/options.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { testPages } from './browser.ts';
import { openFrames, STACKED } from './frame-page.ts';

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
/** Its line grows with the track, by a pixel at a time. */
const GROWS = 'progress';
const TITLE =
  'Everything We Said Before the Long Summer Came Back to the City of Paper Lanterns (Extended Mix)';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
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

/** Every theme in one page, with this sample. Anyone who opens it closes it. */
async function openThemes(sample: string, scale: number): Promise<[Page, ReadonlyMap<string, Frame>]> {
  const page = await pages.browser.newPage({
    viewport: { width: 600, height: 150 },
    deviceScaleFactor: scale,
  });
  const addresses = THEMES.filter((theme) => theme !== GROWS).map((theme) => [
    theme,
    `overlay/${theme}/?demo=${sample}`,
  ]);
  return [page, await openFrames(page, server, Object.fromEntries(addresses), STACKED)];
}

/**
 * Fits beginnings of a title of every length, and tells which were taken for too long though they fit, or the other
 * way round; widths are measured in another way than the SDK does.
 */
async function misjudged(frame: Frame, title: string): Promise<string[]> {
  await frame.evaluate('import("/sdk/v1/fit.js").then((fit) => Object.assign(window, fit))');
  return frame.evaluate((whole) => {
    const { fitAll } = globalThis as unknown as typeof import('../../themes/shared/v1/fit.js');
    const box = document.querySelector<HTMLElement>('[data-fit]');
    const span = box?.querySelector('span');
    const wrong: string[] = [];
    for (let length = 12; box && span && length <= whole.length; length += 5) {
      span.textContent = whole.slice(0, length);
      fitAll(document, { marquee: true, speed: 40 });
      const isLong = box.hasAttribute('data-long');
      const moves = span.getAnimations().length > 0;
      for (const animation of span.getAnimations()) {
        animation.cancel();
      }
      const { paddingLeft, paddingRight } = getComputedStyle(box);
      const room =
        box.getBoundingClientRect().width - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      const over = span.getBoundingClientRect().width - room;
      if (isLong !== over > 1 || moves !== isLong) {
        wrong.push(`${length} letters: ${over} px too many, ${isLong ? 'long' : 'fits'}, moves: ${moves}`);
      }
    }
    return wrong;
  }, title);
}

describe.each([1, 1.25, 1.5])('at a device scale of %d', (scale) => {
  let page: Page;
  let frames: ReadonlyMap<string, Frame>;
  beforeAll(async () => {
    [page, frames] = await openThemes('short', scale);
  });
  afterAll(() => page.close());

  test('every theme draws nothing while a fitting title is at rest', async () => {
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      for (const [theme, frame] of frames) {
        const moving = await frame.evaluate(() => document.getAnimations().length);
        expect(moving, `${theme} at ${width}`).toBe(0);
      }
      // What the new size has to draw ends some time.
      await expect
        .poll(
          async () => {
            const work = await workOf(page);
            return { layout: work('Layout'), paint: work('Paint'), frames: work(FRAME) };
          },
          { message: `at ${width}` },
        )
        .toEqual({ layout: 0, paint: 0, frames: 0 });
    }
  });

  test('no theme scrolls a title that fits, whatever its length', async () => {
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      for (const [theme, frame] of frames) {
        expect(await misjudged(frame, TITLE), `${theme} at ${width}`).toEqual([]);
      }
    }
  });
});

test('every theme only moves layers while a title scrolls', async () => {
  const [page, frames] = await openThemes('long', 1);
  onTestFinished(() => page.close());
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
    const look = (): void => {
      const part = new DOMMatrix(getComputedStyle(played ?? document.body).transform).a;
      seen.push(part * Math.round(line?.getBoundingClientRect().width ?? 0));
    };
    look();
    await new Promise((grown) =>
      new MutationObserver(grown).observe(played ?? document.body, { attributes: true }),
    );
    look();
    return seen.concat(document.getAnimations().length);
  });
  const [before = 0, after = 0, animations] = places;
  expect(Math.abs(before - Math.round(before))).toBeLessThan(0.01);
  expect(after - before).toBeCloseTo(1);
  expect(animations).toBe(0);
});
