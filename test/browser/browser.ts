/** A real Chromium, and pages in it that notice when something goes wrong. */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, test } from 'vitest';
import { launchChromium } from '../../scripts/chromium.js';
import { PATIENCE_MS, waitFor } from '../support/wait.ts';

export interface WatchedPage {
  readonly page: Page;
  /** What the browser complained about: script errors, refused files. */
  readonly errors: string[];
}

interface TestPages {
  /**
   * An empty page of this size, the test's own until it ends; `apart`: in a context of its own, whose clock the test may
   * hold, and which may be that of another device.
   */
  open(width: number, height: number, apart?: boolean | BrowserContextOptions): Promise<WatchedPage>;
  /** For a page that is set up in a way that would outlive its test. */
  readonly browser: Browser;
}

/** Starting one costs as much as several tests, so a worker has one for all its files. It ends with the worker. */
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what else a fixture needs.
const inBrowser = test.extend('browser', { scope: 'worker' }, async ({}, { onCleanup }) => {
  const browser = await launchChromium();
  // When Vitest itself was ended, nobody says so to the worker, which would go on for as long as it has a browser.
  process.once('disconnect', () => browser.close());
  onCleanup(() => browser.close());
  return browser;
});

/**
 * The worker's browser, with nothing left in it of the file before; its pages are used again, because opening one costs
 * more than most tests, and because files that one test has loaded need not be loaded by the next. Call it once in a file.
 */
export function testPages(): TestPages {
  let browser: Browser;
  let context: BrowserContext;
  const idle: Page[] = [];
  const used: Page[] = [];
  const own: BrowserContext[] = [];
  inBrowser.beforeAll(async ({ browser: shared }) => {
    browser = shared;
    if (!browser.isConnected()) {
      throw new Error('Chromium has ended in an earlier file of this worker: look at what failed there');
    }
    context = await browser.newContext();
    context.setDefaultTimeout(PATIENCE_MS);
  });
  afterAll(() => Promise.all(browser.contexts().map((each) => each.close())));
  afterEach(async () => {
    await context.clearPermissions();
    await Promise.all(own.splice(0).map((each) => each.close()));
    await Promise.all(
      used.splice(0).map(async (page) => {
        page.removeAllListeners();
        await page.unrouteAll();
        await page.setExtraHTTPHeaders({});
        await page.goto('about:blank');
        idle.push(page);
      }),
    );
  });
  async function newApart(options: BrowserContextOptions): Promise<Page> {
    const context = await browser.newContext(options);
    own.push(context);
    context.setDefaultTimeout(PATIENCE_MS);
    return context.newPage();
  }
  return {
    get browser() {
      return browser;
    },
    async open(width, height, apart = false) {
      const page =
        apart === false
          ? (idle.pop() ?? (await context.newPage()))
          : await newApart(apart === true ? {} : apart);
      if (apart === false) {
        used.push(page);
      }
      await page.setViewportSize({ width, height });
      // Behind another one it would draw nothing.
      await page.bringToFront();
      return { page, errors: watchErrors(page) };
    },
  };
}

/** What the browser complains about from now on. */
export function watchErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') {
      errors.push(message.text());
    }
  });
  return errors;
}

/** Waits until the overlay stands still with this title; the empty title means that nothing is shown. */
export async function waitUntilShown(page: Page, title: string): Promise<void> {
  await page.waitForFunction(
    (wanted) => {
      // A page that loads again has no root element at first.
      if (document.readyState !== 'complete') {
        return false;
      }
      const shown = document.querySelector('[data-bind="title"]')?.textContent ?? '';
      const { state = 'idle', words } = document.documentElement.dataset;
      return words === undefined && shown === wanted && state === (wanted === '' ? 'idle' : 'visible');
    },
    title,
    { timeout: PATIENCE_MS, polling: 20 },
  );
}

/** Waits until a page listens to the server at this address. */
export function untilConnected(url: string): Promise<true> {
  return waitFor('a page to connect', async () => {
    const health = await (await fetch(`${url}api/v1/health`)).text();
    return JSON.parse(health).overlays.events > 0 ? true : undefined;
  });
}

/** Gives a page another size. Resolves when it has fitted its texts to that, and drawn them. */
export async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  // The page learns its new size with the next picture, and that is drawn with the one after.
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
}
