/** The operator's page of a user whose browser has text of twice the usual size. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from '../../scripts/chromium.js';
import { cleanUps } from '../support/clean-up.ts';
import { deckView, keptControl } from '../support/control.ts';
import { played } from '../support/publication.ts';
import { WELL } from '../support/server.ts';
import { track } from '../support/tracks.ts';
import { startLastingServer } from './lasting-server.ts';

const TITLE = 'A Very Long Road to Somewhere Else';
const later = cleanUps();
let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium(['--blink-settings=defaultFontSize=32']);
});
afterAll(() => browser.close());

async function openPage(locale: string, width: number, height: number, path = 'dashboard/'): Promise<Page> {
  const control = keptControl();
  const long = track({ artist: 'Nightjar Avenue', title: TITLE });
  control.deckViews = [
    deckView({ track: long }),
    deckView({ deck: '2', play: 'hwdevice:2', featured: false, playing: false, track: long }),
  ];
  const running = await startLastingServer({}, { ...WELL, control });
  later(running.stop);
  const context = await browser.newContext({ locale, viewport: { width, height } });
  later(() => context.close());
  const page = await context.newPage();
  await page.goto(`${running.url}${path}`);
  running.server.audience.show(played('Paper Lanterns on the River at Night', 1));
  running.server.audience.show(played(TITLE, 2));
  await page.locator('#now-title', { hasText: TITLE }).waitFor();
  await page.locator('.deck').first().waitFor();
  return page;
}

/** Texts that are wider than their place, and controls that leave their box or the page. */
function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.desk :is(.cut, button, select), dialog button, .nav a')]
      .filter((element) => element.checkVisibility())
      .filter((element) => {
        const { right, left } = element.getBoundingClientRect();
        const box = element.closest('dialog, .plate')?.getBoundingClientRect();
        const slack = 1;
        return (
          element.scrollWidth > element.clientWidth + slack ||
          right > Math.min(innerWidth, box?.right ?? innerWidth) + slack ||
          left < Math.max(0, box?.left ?? 0) - slack
        );
      })
      .map((element) => element.textContent?.trim() ?? ''),
  );
}

describe.each(['en-US', 'de-DE'])('text of twice the size, %s', (locale) => {
  test('is whole on a phone, and names in the set list have a line of their own', async () => {
    const page = await openPage(locale, 390, 844);
    await page.locator('.set b', { hasText: TITLE }).waitFor();
    expect(await cutTexts(page)).toEqual([]);
    const widths = await page
      .locator('.set .nm')
      .evaluateAll((names) => names.map((name) => name.clientWidth));
    expect(Math.min(...widths)).toBeGreaterThan(300);
    await page.locator('#edit').click();
    await page.locator('#edit-dialog').waitFor();
    expect(await cutTexts(page)).toEqual([]);
  });

  test('is whole in a dock', async () => {
    expect(await cutTexts(await openPage(locale, 360, 900, 'dashboard/?dock'))).toEqual([]);
  });

  test('keeps the footer below the page on a desktop', async () => {
    const page = await openPage(locale, 1_440, 900);
    const [desk, foot] = await Promise.all(['#desk', '.foot'].map((one) => page.locator(one).boundingBox()));
    const bottoms = await page
      .locator('.plate')
      .evaluateAll((plates) => plates.map((plate) => plate.getBoundingClientRect().bottom));
    expect(Math.max(...bottoms)).toBeLessThanOrEqual(foot?.y ?? 0);
    expect((desk?.y ?? 0) + (desk?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0);
  });
});
