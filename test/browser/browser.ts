/** A real Chromium, and pages in it that notice when something goes wrong. */
import { type Browser, chromium, type Page } from 'playwright-core';
import { waitFor } from '../support/wait.ts';

const EXECUTABLE = process.env.CHROMIUM ?? '/usr/bin/chromium';

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: EXECUTABLE,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      // The same pixels whatever machine draws them.
      '--force-color-profile=srgb',
      '--font-render-hinting=none',
      '--disable-lcd-text',
    ],
  });
}

export interface WatchedPage {
  readonly page: Page;
  /** Errors of the page's scripts. */
  readonly errors: string[];
}

/** A page of this size. Its errors are kept for the test to look at. */
export async function openPage(browser: Browser, width: number, height: number): Promise<WatchedPage> {
  const page = await browser.newPage({ viewport: { width, height } });
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  return { page, errors };
}

/** What an overlay shows: its state and the texts that can be seen. */
export interface Shown {
  readonly state: string;
  readonly title: string;
  readonly artist: string;
}

export function shownOn(page: Page): Promise<Shown> {
  return page.evaluate(() => {
    const text = (name: string): string => document.querySelector(`[data-bind="${name}"]`)?.textContent ?? '';
    return {
      state: document.documentElement.dataset.state ?? 'none',
      title: text('title'),
      artist: text('artist'),
    };
  });
}

/** Waits until the overlay stands still with this title; the empty title means that nothing is shown. */
export async function waitUntilShown(page: Page, title: string, withinMs = 10_000): Promise<void> {
  await page.waitForFunction(
    (wanted) => {
      const shown = document.querySelector('[data-bind="title"]')?.textContent ?? '';
      const state = document.documentElement.dataset.state ?? 'idle';
      return shown === wanted && state === (wanted === '' ? 'idle' : 'visible');
    },
    title,
    { timeout: withinMs, polling: 20 },
  );
}

/** Waits until a page listens to the server at this address. */
export function untilConnected(url: string): Promise<true> {
  return waitFor('a page to connect', async () => {
    const health = await (await fetch(`${url}api/v1/health`)).text();
    return JSON.parse(health).overlays.events > 0 ? true : undefined;
  });
}
