/** The options that every theme has, in real pages. */
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../support/files.ts';
import { FULL_LENGTH } from '../support/full-length.ts';
import { played } from '../support/publication.ts';
import type { RunningServer } from '../support/server.ts';
import { testPages, untilConnected, waitUntilShown } from './browser.ts';
import { openFrames, STACKED } from './frame-page.ts';
import { lastingAddress, startLastingServer } from './lasting-server.ts';

let server: RunningServer;
/** A font and a logo of the user's own. */
let ownFiles: string;
beforeAll(async () => {
  ownFiles = await mkdtemp(join(tmpdir(), 'deckcast-test-'));
  const shared = join(ROOT, 'themes', 'shared');
  const narrow = join(shared, 'font-choices', 'barlow-condensed-700-latin.woff2');
  await copyFile(narrow, join(ownFiles, 'House Face-Bold.woff2'));
  await copyFile(join(shared, 'samples', 'art.svg'), join(ownFiles, 'logo 1.svg'));
  server = await startLastingServer({ 'theme.files': ownFiles });
});
afterAll(async () => {
  await server.stop();
  await rm(ownFiles, { recursive: true, force: true });
});
const pages = testPages();
/** For tests that put tracks on air. */
const startHere = lastingAddress();

/** Pages with these queries, in the order of the names. */
async function open<Name extends string>(
  addresses: Readonly<Record<Name, string>>,
  width = 800,
  height = 160,
) {
  const { page } = await pages.open(width, height);
  const frames = await openFrames(page, server, addresses, STACKED);
  return (name: Name): Frame => {
    const frame = frames.get(name);
    if (frame === undefined) {
      throw new Error(`no page ${name}`);
    }
    return frame;
  };
}

const styleOf = (frame: Frame, selector: string, property: string): Promise<string> =>
  frame
    .locator(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

test('a bundled font is used, and one of your own files; one that no computer has leaves the usual one', async () => {
  const page = await open({
    usual: 'overlay/default/?demo=short',
    condensed: 'overlay/default/?demo=short&font=Barlow%20Condensed',
    unknown: 'overlay/default/?demo=short&font=No%20Such%20Font',
    own: 'overlay/default/?demo=short&font=House%20Face&logo=logo%201.svg&handle=@nightjar',
  });
  const width = (name: 'usual' | 'condensed' | 'unknown' | 'own') =>
    page(name)
      .locator('.title span')
      .evaluate((span) => span.getBoundingClientRect().width);
  expect(await width('condensed')).toBeLessThan((await width('usual')) * 0.85);
  expect(await width('unknown')).toBe(await width('usual'));
  await expect.poll(() => width('own')).toBe(await width('condensed'));
  const logo = page('own').locator('.brand img');
  expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(await page('own').locator('.brand').innerText()).toBe('@nightjar');
  expect(await page('usual').locator('.brand').isVisible()).toBe(false);
});

test('the panel lets the picture through as far as the address says', async () => {
  const page = await open({
    usual: 'overlay/slider/?demo=usual',
    half: 'overlay/slider/?demo=usual&opacity=50&panel=ff0000',
  });
  expect(await styleOf(page('usual'), '.title', 'background-color')).toBe('rgb(13, 15, 20)');
  expect(await styleOf(page('half'), '.title', 'background-color')).toBe('rgba(255, 0, 0, 0.5)');
});

test('letters on the accent can be read, whatever the accent is', async () => {
  const page = await open({
    dark: 'overlay/slider/?demo=usual&accent=2f5bff',
    bright: 'overlay/slider/?demo=usual&accent=ffe14d',
    chosen: 'overlay/slider/?demo=usual&accent=2f5bff&color=ffe14d',
  });
  expect(await styleOf(page('dark'), '.artist', 'color')).toBe('rgb(255, 255, 255)');
  expect(await styleOf(page('bright'), '.artist', 'color')).toBe('rgb(11, 13, 18)');
  expect(await styleOf(page('chosen'), '.artist', 'color')).toBe('rgb(255, 225, 77)');
});

test('the accent is the color of the cover when the address says so, and the usual one without a cover', async () => {
  const page = await open({
    usual: 'overlay/default/?demo=usual',
    cover: 'overlay/default/?demo=usual&cover-accent=1',
    without: 'overlay/default/?demo=noart&cover-accent=1',
  });
  expect(await styleOf(page('usual'), '.spine', 'background-color')).toBe('rgb(255, 90, 54)');
  expect(await styleOf(page('cover'), '.spine', 'background-color')).toBe('rgb(255, 125, 166)');
  expect(await styleOf(page('without'), '.spine', 'background-color')).toBe('rgb(255, 90, 54)');
});

test('the color of a cover goes with the track', async () => {
  const running = await startHere();
  const { page } = await pages.open(800, 160);
  await page.goto(`${running.url}?cover-accent=1`);
  await untilConnected(running.url);
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAAC0lEQVR42mNgAAIAAAUAAen63NgAAAAASUVORK5CYII=',
    'base64',
  );
  running.server.audience.show({ ...played('Low Tide', 1), art: { png, accent: '#12ab34' } });
  await waitUntilShown(page, 'Low Tide');
  const accent = () => page.locator('.spine').evaluate((spine) => getComputedStyle(spine).backgroundColor);
  expect(await accent()).toBe('rgb(18, 171, 52)');
  running.server.audience.show({ ...played('Paper Lanterns', 2), art: { png } });
  await waitUntilShown(page, 'Paper Lanterns');
  expect(await accent()).toBe('rgb(255, 90, 54)');
  await running.stop();
});

test('on a canvas the card keeps the distance that the address says', async () => {
  const page = await open(
    { usual: 'overlay/slider/?demo=usual', far: 'overlay/slider/?demo=usual&margin=10' },
    1920,
    1080,
  );
  const left = (name: 'usual' | 'far') =>
    page(name)
      .locator('.card')
      .evaluate((card) => card.getBoundingClientRect().left);
  expect([await left('usual'), await left('far')]).toEqual([54, 108]);
});

describe('the entrance', () => {
  /** The kinds of motion of a theme's parts and of the whole, while a track enters. */
  async function motions(query: string): Promise<{ readonly parts: number; readonly whole: number }> {
    const running = await startHere();
    const { page } = await pages.open(800, 160);
    await page.goto(`${running.url}overlay/sliderartleft/?${query}`);
    await untilConnected(running.url);
    await page.evaluate(() => {
      const seen = { parts: 0, whole: 0 };
      Object.assign(globalThis, { seen });
      const sample = (): void => {
        for (const { effect } of document.getAnimations()) {
          const isWhole = effect instanceof KeyframeEffect && effect.target?.matches('.stage');
          seen[isWhole ? 'whole' : 'parts'] += 1;
        }
        requestAnimationFrame(sample);
      };
      sample();
    });
    running.server.audience.show(played('Low Tide', 1));
    await waitUntilShown(page, 'Low Tide');
    running.server.audience.show({ ...played('Low Tide', 1), hidden: true, kind: 'hide', seq: 2 });
    await waitUntilShown(page, '');
    const seen = (await page.evaluate('seen')) as { readonly parts: number; readonly whole: number };
    await running.stop();
    return seen;
  }

  test("is the theme's own", async () => {
    const { parts, whole } = await motions('');
    expect({ parts: parts > 0, whole }).toEqual({ parts: true, whole: 0 });
  });

  test.each(FULL_LENGTH ? ['fade', 'rise'] : ['fade'])('%s moves the theme as a whole', async (entrance) => {
    const { parts, whole } = await motions(`entrance=${entrance}`);
    expect({ parts, whole: whole > 0 }).toEqual({ parts: 0, whole: true });
  });

  test('none moves nothing', async () => {
    expect(await motions('entrance=none')).toEqual({ parts: 0, whole: 0 });
  });
});
