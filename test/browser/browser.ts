import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, test } from 'vitest';
import { launchChromium } from '../../scripts/chromium.js';
import { PATIENCE_MS, waitFor } from '../support/wait.ts';

export interface WatchedPage {
  readonly page: Page;
  /** Script errors and rejected files. */
  readonly errors: string[];
}

interface TestPages {
  /**
   * Opens an empty page, which belongs to the test until it ends. `apart`: in a context of its own, whose clock the
   * test may control, and which may emulate another device.
   */
  open(width: number, height: number, apart?: boolean | BrowserContextOptions): Promise<WatchedPage>;
  /** For pages with settings that would outlive their test. */
  readonly browser: Browser;
}

/** One browser per worker, because a start costs as much as several tests. */
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what else a fixture needs.
const inBrowser = test.extend('browser', { scope: 'worker' }, async ({}, { onCleanup }) => {
  const browser = await launchChromium();
  // A killed Vitest sends no signal, and the browser would keep the worker alive.
  process.once('disconnect', () => browser.close());
  onCleanup(() => browser.close());
  return browser;
});

/**
 * Worker's browser, without the previous file's traces. Pages are reused, because opening one costs more than most
 * tests. Call it once in a file.
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
      // Pages behind another are not drawn.
      await page.bringToFront();
      return { page, errors: watchErrors(page) };
    },
  };
}

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

/** Resolves when the overlay stands still with this title; empty: with no track. */
export async function waitUntilShown(page: Page, title: string): Promise<void> {
  await page.waitForFunction(
    (wanted) => {
      // A reloading page has no root element at first.
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

export function untilConnected(url: string): Promise<true> {
  return waitFor('a page to connect', async () => {
    const health = await (await fetch(`${url}api/v1/health`)).text();
    return JSON.parse(health).overlays.events > 0 ? true : undefined;
  });
}

/** Resolves when the page has fitted and drawn its texts at the new size. */
export async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  // The page learns its size with the first frame and draws with the second.
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
}
