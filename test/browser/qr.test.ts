/** `?qr=1`: the code of the set's page on every overlay. */
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { THEMES } from '../../src/web/options.ts';
import { publication } from '../support/publication.ts';
import type { RunningServer } from '../support/server.ts';
import { testPages, waitUntilShown } from './browser.ts';
import { openFrames } from './frame-page.ts';
import { layoutProblems } from './geometry.ts';
import { lastingAddress, startLastingServer } from './lasting-server.ts';

const ADDRESS = { 'page.address': 'https://example.org/tonight/' };

let server: RunningServer;
beforeAll(async () => {
  server = await startLastingServer(ADDRESS);
});
afterAll(() => server.stop());
const pages = testPages();
/** For tests that change what it says. */
const startHere = lastingAddress();

/** Places of the card on a canvas; the last two are on a page of the size that the theme recommends. */
const FRAMES = { auto: 'auto', 'top-right': 'top-right', center: 'center', own: 'auto', facing: 'right' };

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

async function recommendedSize(theme: string): Promise<{ width: number; height: number }> {
  return JSON.parse(await (await fetch(`${server.url}overlay/${theme}/theme.json`)).text()).size;
}

const boxesIn = (frame: Frame): Promise<{ code: Box; card: Box; page: Box }> =>
  frame.evaluate(() => {
    const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().toJSON();
    return {
      code: box('.qr'),
      card: box('.card'),
      page: { left: 0, top: 0, right: innerWidth, bottom: innerHeight },
    };
  });

/** How far two boxes share pixels, across and down. */
function shared(one: Box, other: Box): readonly [number, number] {
  return [
    Math.min(one.right, other.right) - Math.max(one.left, other.left),
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top),
  ];
}

test.each(THEMES)('in the theme %s the code covers nothing, and takes no word its room', async (theme) => {
  const { width, height } = await recommendedSize(theme);
  const { page } = await pages.open(1920, 1080);
  const addresses = Object.entries(FRAMES).map(([name, pos]) => [
    name,
    `overlay/${theme}/?demo=long&qr=1&pos=${pos}`,
  ]);
  const style = `iframe { position: fixed; inset: 0; width: 1920px; height: 1080px }
    [name="own"], [name="facing"] { width: ${width}px; height: ${height}px }`;
  const frames = await openFrames(page, server, Object.fromEntries(addresses), style);
  for (const [name, frame] of frames) {
    await frame.locator('.qr').waitFor();
    const { code, card, page: whole } = await boxesIn(frame);
    expect(Math.min(...shared(code, card)), `${name}: over the card`).toBeLessThan(1);
    expect(shared(code, whole), `${name}: whole`).toEqual([code.right - code.left, code.bottom - code.top]);
    expect(await layoutProblems(frame), name).toEqual([]);
  }
});

test('the code follows the address of the page, stays without a track, and is not there where nobody could open it', async () => {
  const here = await startHere();
  try {
    const { page, errors } = await pages.open(800, 160, true);
    await page.clock.install();
    await page.goto(`${here.url}?qr=1`);
    here.server.audience.show(publication());
    await waitUntilShown(page, publication().track.title);
    const code = page.locator('.qr');
    expect(await code.count()).toBe(0);
    const seen = new Set<string | null>();
    for (const address of ['https://example.org/one/', 'https://example.org/two/']) {
      here.change({ 'page.address': address });
      await page.clock.fastForward(31_000);
      await code.waitFor();
      await page.waitForFunction(
        (before) => !before.includes(document.querySelector('.qr')?.getAttribute('src') ?? null),
        [...seen],
      );
      seen.add(await code.getAttribute('src'));
    }
    expect(seen.size).toBe(2);
    here.change({ 'page.address': '' });
    await page.clock.fastForward(31_000);
    await code.waitFor({ state: 'detached' });
    expect(errors).toEqual([]);
  } finally {
    await here.stop();
  }
});
