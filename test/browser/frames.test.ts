/** What an overlay costs the computer that streams: read from the browser's own trace. */
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { THEMES } from '../../src/server/index.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { testPages } from './browser.ts';

const WATCH_MS = 800;
/** The compositor put a picture on the screen. */
const FRAME = 'DirectRenderer::DrawFrame';

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
  return (name) => names.filter((candidate) => candidate === name).length;
}

async function end(session: CDPSession): Promise<void> {
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
}

async function open(theme: string, sample: string): Promise<Page> {
  const { page } = await pages.open(600, 150);
  await page.goto(`${server.url}overlay/${theme}/?demo=${sample}`);
  await page.waitForFunction(() => document.documentElement.dataset.state === 'visible');
  // The picture that the screen already shows does not count.
  await page.waitForTimeout(500);
  return page;
}

describe.each(THEMES)('the theme %s', (theme) => {
  test('draws nothing while a track stands still', async () => {
    const page = await open(theme, 'short');
    const work = await workOf(page);
    expect({ layout: work('Layout'), paint: work('Paint'), frames: work(FRAME) }).toEqual({
      layout: 0,
      paint: 0,
      frames: 0,
    });
  });

  test('only moves layers while a title travels', async () => {
    const page = await open(theme, 'long');
    // Into the middle of the way, so that it travels all the time it is watched.
    await page.evaluate(() => {
      for (const animation of document.getAnimations()) {
        animation.currentTime = 3_000;
      }
    });
    await page.waitForTimeout(200);
    const work = await workOf(page);
    expect(work(FRAME)).toBeGreaterThan(10);
    expect({ layout: work('Layout'), paint: work('Paint') }).toEqual({ layout: 0, paint: 0 });
  });
});
