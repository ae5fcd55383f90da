/** The operator's page with text of twice the usual size, by a setting of the browser or of the page. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from '../../scripts/chromium.js';
import { cleanUps } from '../support/clean-up.ts';
import { deckView, keptControl } from '../support/control.ts';
import { hiddenPublication, played } from '../support/publication.ts';
import { WELL } from '../support/server.ts';
import { track } from '../support/tracks.ts';
import { startLastingServer } from './lasting-server.ts';

const TITLE = 'A Very Long Road to Somewhere Else';
const later = cleanUps();
type Kind = 'of a browser' | 'of a page';
let browsers: Readonly<Record<Kind, Browser>>;
beforeAll(async () => {
  browsers = {
    'of a browser': await launchChromium(['--blink-settings=defaultFontSize=32']),
    'of a page': await launchChromium(),
  };
});
afterAll(() => Promise.all(Object.values(browsers).map((browser) => browser.close())));

async function open(kind: Kind, locale: string, width: number, height: number, path = 'dashboard/') {
  const control = keptControl();
  const long = track({ artist: 'Nightjar Avenue', title: TITLE });
  control.deckViews = [
    deckView({ track: long }),
    deckView({ deck: '2', play: 'hwdevice:2', featured: false, playing: false, track: long }),
  ];
  const running = await startLastingServer({}, { ...WELL, control });
  later(running.stop);
  const context = await browsers[kind].newContext({ locale, viewport: { width, height } });
  later(() => context.close());
  const page = await context.newPage();
  if (kind === 'of a page') {
    await page.addInitScript(() =>
      addEventListener('DOMContentLoaded', () => {
        document.documentElement.style.fontSize = '200%';
      }),
    );
  }
  await page.goto(`${running.url}${path}`);
  running.server.audience.show(played('Paper Lanterns on the River at Night', 1));
  running.server.audience.show(played(TITLE, 2));
  await page.locator('#now-title', { hasText: TITLE }).waitFor();
  await page.locator('.deck').first().waitFor();
  const hide = async () => {
    control.hiddenBy = () => 'operator';
    running.server.audience.show(hiddenPublication({ kind: 'hide', seq: 3, position: 2, playId: 'play-2' }));
    await page.locator('#reveal').waitFor();
  };
  return { page, hide, control };
}

/** Texts that are wider than their place, and controls that leave their box or the page. */
function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        ':is(.desk, .top) :is(.cut, button, select), dialog button, .nav a',
      ),
    ]
      .filter((element) => element.checkVisibility())
      .filter((element) => {
        const { right, left } = element.getBoundingClientRect();
        const box = element.closest('dialog, .plate')?.getBoundingClientRect();
        const slack = 1;
        const inside = [...element.children].map((child) => child.getBoundingClientRect());
        return (
          inside.some((child) => child.width > 0 && (child.left < left || child.right > right)) ||
          element.scrollWidth > element.clientWidth + slack ||
          right > Math.min(innerWidth, box?.right ?? innerWidth) + slack ||
          left < Math.max(0, box?.left ?? 0) - slack
        );
      })
      .map((element) => element.textContent?.trim() ?? ''),
  );
}

describe.each([
  ['of a browser', 'en-US'],
  ['of a browser', 'de-DE'],
  ['of a page', 'de-DE'],
] as const)('text of twice the size %s, %s', (kind, locale) => {
  test('is whole on a phone, and names in the set list have a line of their own', async () => {
    const { page } = await open(kind, locale, 390, 844);
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

  test('is whole while a track is hidden, and leaves Show to viewers on the screen of a phone', async () => {
    const { page, hide } = await open(kind, locale, 390, 844);
    await hide();
    expect(await cutTexts(page)).toEqual([]);
    const [button, nav] = await Promise.all(
      ['#reveal', '.nav'].map((one) => page.locator(one).boundingBox()),
    );
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThan(nav?.y ?? 0);
  });

  test('leaves names and buttons apart, and the decks in their place', async () => {
    const { page, control } = await open(kind, locale, 360, 640);
    const tops = () =>
      page
        .locator('.nextup > *, .decks')
        .evaluateAll((all) =>
          all.map((one) => one.getBoundingClientRect()).map(({ top, bottom }) => [top, bottom]),
        );
    await page.locator('#next', { hasText: TITLE }).waitFor();
    const lines = await tops();
    for (const [at, [top = 0]] of lines.entries()) {
      expect(top).toBeGreaterThanOrEqual(lines[at - 1]?.[1] ?? 0);
    }
    const rows = await page
      .locator('.deck:nth-child(2) :is(.deck-track, .deck-artist, .deck-air, .meter, .deck-reason)')
      .evaluateAll((all) =>
        all.map(
          (one) =>
            [
              one.className.split(' ').at(one.matches('.btn') ? 1 : 0),
              one.getBoundingClientRect().top,
            ] as const,
        ),
      );
    expect(rows.sort(([, one], [, other]) => one - other).map(([name]) => name)).toEqual([
      ...['deck-track', 'deck-artist', 'deck-air', 'meter', 'deck-reason'],
    ]);
    const [, two] = control.deckViews;
    control.deckViews = [deckView(), deckView({ ...two, track: track({ title: 'Glass' }) })];
    await page.locator('#next', { hasText: 'Glass' }).waitFor();
    expect((await tops()).at(-1)?.[0]).toBe(lines.at(-1)?.[0]);
  });

  test('is whole on a phone on its side', async () => {
    const { page, hide } = await open(kind, locale, 844, 331);
    const cut = async () => {
      const isCut = await page.locator('#hide, #reveal, #connection').evaluateAll((all) =>
        all
          .filter((one) => {
            const { left, right } = one.getBoundingClientRect();
            const bottom = one.closest('.top')?.getBoundingClientRect().bottom ?? innerHeight;
            return (
              [...one.children].some((child) => {
                const box = child.getBoundingClientRect();
                return (
                  box.width > 0 &&
                  (box.left < left || box.right > right || box.top < 0 || box.bottom > bottom)
                );
              }) || one.scrollWidth > one.clientWidth
            );
          })
          .map(({ id }) => id),
      );
      return isCut;
    };
    expect(await cut()).toEqual([]);
    await hide();
    expect(await cut()).toEqual([]);
  });

  test('is whole in a dock', async () => {
    const { page } = await open(kind, locale, 360, 900, 'dashboard/?dock');
    expect(await cutTexts(page)).toEqual([]);
  });
});

test.each(['en-US', 'de-DE'])(
  'text of twice the size keeps the footer below the page on a desktop, %s',
  async (locale) => {
    const { page } = await open('of a browser', locale, 1_440, 900);
    const [desk, foot] = await Promise.all(['#desk', '.foot'].map((one) => page.locator(one).boundingBox()));
    const bottoms = await page
      .locator('.plate')
      .evaluateAll((plates) => plates.map((plate) => plate.getBoundingClientRect().bottom));
    expect(Math.max(...bottoms)).toBeLessThanOrEqual(foot?.y ?? 0);
    expect((desk?.y ?? 0) + (desk?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0);
  },
);
