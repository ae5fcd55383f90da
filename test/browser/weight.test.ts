/** What a page loads when a new user opens it, and what moves meanwhile. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { afterTest } from '../support/clean-up.ts';
import { type StartedProgram, startProgram } from '../support/program.ts';
import { testPages } from './browser.ts';

/** Bytes of script and style, as they are on the disk. */
const MOST_BYTES = 120_000;
/** A hundredth of the limit below which browsers call a page steady. */
const MOST_SHIFT = 0.001;
const PAGES = [
  ['dashboard/', '#now-title'],
  ['overlay/', '#themes button'],
  ['setup/', '.tile'],
  ['settings/', '.option'],
] as const;

const pages = testPages();
let program: StartedProgram;
let url: string;
beforeAll(async () => {
  // No packet leaves this computer.
  program = await startProgram(['start', '--http.addr=127.0.0.1:0', '--hwdevice.discovery.interface=lo']);
  url = await addressOf(program);
});
afterAll(() => program.stop());

async function addressOf(started: StartedProgram): Promise<string> {
  return /url="?(http:\/\/127\.0\.0\.1:\d+)/.exec(await started.waitForLine('overlay ready'))?.[1] ?? '';
}

/** Loads the page and returns its first paint in ms, the bytes of its scripts and styles, and its layout shift. */
async function load(page: Page, address: string, shown: string) {
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => {
    const isOfPage = response.frame() === page.mainFrame();
    if (isOfPage && /^(script|stylesheet)$/.test(response.request().resourceType())) {
      sizes.push(response.body().then((body) => body.length));
    }
  });
  await page.goto(address);
  await page.locator(shown).first().waitFor();
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  const { paint, shift } = await page.evaluate(async () => {
    let shift = 0;
    new PerformanceObserver((list) => {
      // TypeScript does not know layout shifts.
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
        shift += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
    // Entries from before come with the next task.
    await new Promise((resolve) => setTimeout(resolve));
    return { paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0, shift };
  });
  return { bytes, paint, shift };
}

test.each(PAGES)('%s loads little, and nothing moves meanwhile', async (path, shown) => {
  const { page } = await pages.open(1_440, 900);
  await page.route('**/bare', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p id="bare">Bare' }),
  );
  const bare = await load(page, `${url}/bare`, '#bare');
  const { bytes, paint, shift } = await load(page, `${url}/${path}`, shown);
  process.stdout.write(
    `${path}: ${bytes} bytes, first paint ${(paint / bare.paint).toFixed(1)} times a bare page\n`,
  );
  expect(bytes).toBeLessThan(MOST_BYTES);
  expect(shift).toBeLessThan(MOST_SHIFT);
});

test('the set-up page of a user who has chosen a source loads little, and does not move when its card is loaded', async () => {
  const chosen = await startProgram(['start', '--http.addr=127.0.0.1:0', '--source=httpdecks']);
  afterTest(() => chosen.stop());
  const { page } = await pages.open(1_440, 900);
  const { bytes, shift } = await load(page, `${await addressOf(chosen)}/setup/`, '[data-source=httpdecks]');
  expect(bytes).toBeLessThan(MOST_BYTES);
  expect(shift).toBeLessThan(MOST_SHIFT);
});
