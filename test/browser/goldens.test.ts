/** Every theme with every kind of text in every size: nothing clipped, nothing overlapping, and the same as before. */
import type { Browser, Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { THEMES } from '../../src/server/index.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { waitFor } from '../support/wait.ts';
import { launchBrowser } from './browser.ts';
import { layoutProblems } from './geometry.ts';
import { differenceFromGolden } from './picture.ts';

const SAMPLES = ['short', 'long', 'emoji', 'cjk', 'rtl', 'noart', 'hidden', 'code'] as const;

/** `scale`: how large they are kept. */
const SIZES = [
  { width: 350, height: 90, columns: 2, scale: 1 },
  { width: 600, height: 150, columns: 2, scale: 1 },
  { width: 1920, height: 1080, columns: 2, scale: 0.5 },
] as const;

let browser: Browser;
let server: RunningServer;
beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), startServer()]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

describe.each(THEMES)('the theme %s', (theme) => {
  test.each(SIZES)('at $width x $height', async ({ width, height, columns, scale }) => {
    const rows = SAMPLES.length / columns;
    const context = await browser.newContext({
      viewport: { width: width * columns, height: height * rows },
      deviceScaleFactor: scale,
    });
    try {
      const page = await context.newPage();
      const frames = SAMPLES.map(
        (sample) => `<iframe name="${sample}" src="${server.url}overlay/${theme}/?demo=${sample}"></iframe>`,
      );
      await page.setContent(`<style>
          body { display: grid; grid-template-columns: repeat(${columns}, ${width}px); margin: 0; background: #8a97a8 }
          iframe { width: ${width}px; height: ${height}px; border: 0 }
        </style>${frames.join('')}`);
      for (const sample of SAMPLES) {
        const frame = await waitFor(`the frame ${sample}`, () => page.frame({ name: sample }) ?? undefined);
        await untilStill(frame, sample === 'hidden' ? 'idle' : 'visible');
        expect(await layoutProblems(frame), sample).toEqual([]);
        expect(await showsCode(frame), sample).toBe(theme === 'sliderstreaming' && sample === 'code');
      }
      const picture = await page.screenshot();
      expect(await differenceFromGolden(`${theme}-${width}`, picture)).toBe('');
    } finally {
      await context.close();
    }
  });
});

async function untilStill(frame: Frame, state: string): Promise<void> {
  await frame.waitForFunction(
    (wanted) =>
      document.documentElement.dataset.state === wanted &&
      document.fonts.status === 'loaded' &&
      [...document.images].every((image) => image.complete),
    state,
  );
  // A travelling title is somewhere else in every picture; it is compared where it starts.
  await frame.evaluate(() => {
    for (const animation of document.getAnimations()) {
      animation.pause();
      animation.currentTime = 0;
    }
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
