import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { THEMES } from '../../src/web/options.ts';
import { ROOT } from '../support/files.ts';
import type { RunningServer } from '../support/server.ts';
import { frameOf, openFrames, PATIENT, STACKED } from './frame-page.ts';
import { layoutProblems } from './geometry.ts';
import { startLastingServer } from './lasting-server.ts';
import { overlays } from './overlays.ts';

let server: RunningServer;
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
const { overlay, pages } = overlays();

/** Ordered by name. */
async function open<Name extends string>(
  addresses: Readonly<Record<Name, string>>,
  width = 800,
  height = 160,
) {
  const { page } = await pages.open(width, height);
  const frames = await openFrames(page, server, addresses, STACKED);
  return (name: Name): Frame => frameOf(frames, name);
}

test('bundled and user fonts are used; an unknown one falls back to the default', async () => {
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

const PANEL = { theme: 'slider', part: '.lead', property: 'background-color' };
const LETTERS = { theme: 'slider', part: '.artist', property: 'color' };
const ACCENT = { theme: 'default', part: '.spine', property: 'background-color' };
const COLORS = [
  { ...PANEL, demo: 'usual', color: 'rgb(13, 15, 20)' },
  { ...PANEL, demo: 'usual&opacity=50&panel=ff0000', color: 'rgba(255, 0, 0, 0.5)' },
  // Letters are readable on any accent.
  { ...LETTERS, demo: 'usual&accent=2f5bff', color: 'rgb(255, 255, 255)' },
  { ...LETTERS, demo: 'usual&accent=ffe14d', color: 'rgb(11, 13, 18)' },
  { ...LETTERS, demo: 'usual&accent=2f5bff&color=ffe14d', color: 'rgb(255, 225, 77)' },
  { ...ACCENT, demo: 'usual', color: 'rgb(255, 90, 54)' },
  { ...ACCENT, demo: 'usual&cover-accent=1', color: 'rgb(255, 125, 166)' },
  { ...ACCENT, demo: 'noart&cover-accent=1', color: 'rgb(255, 90, 54)' },
];

test('panel, accent and letters have the colors of the address or of the cover', async () => {
  const addresses = COLORS.map(({ theme, demo }) => `overlay/${theme}/?demo=${demo}`);
  const page = await open(Object.fromEntries(addresses.map((address) => [address, address])));
  for (const [index, { part, property, color }] of COLORS.entries()) {
    const address = addresses[index] ?? '';
    const shown = await page(address)
      .locator(part)
      .first()
      .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
    expect(shown, address).toBe(color);
  }
});

test('the color of a cover disappears with its track', async () => {
  const { page, show } = await overlay('?cover-accent=1', { apart: (page) => page.addInitScript(PATIENT) });
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAAC0lEQVR42mNgAAIAAAUAAen63NgAAAAASUVORK5CYII=',
    'base64',
  );
  await show('Low Tide', 1, { art: { png, accent: '#12ab34' } });
  const accent = () => page.locator('.spine').evaluate((spine) => getComputedStyle(spine).backgroundColor);
  expect(await accent()).toBe('rgb(18, 171, 52)');
  await show('Paper Lanterns', 2, { art: { png } });
  expect(await accent()).toBe('rgb(255, 90, 54)');
});

test('a card on a canvas keeps the margin of the address', async () => {
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

const LOGO = 'logo=logo%201.svg';
/** Edges of a look's parts in pixels. */
function boxesOf(frame: Frame, ...parts: readonly string[]) {
  return frame.evaluate(
    (all) =>
      all.map((part) => {
        const { left, right, top, bottom } =
          document.querySelector(part)?.getBoundingClientRect() ?? new DOMRect();
        return { left, right, top, bottom };
      }),
    parts,
  );
}

describe('Strap with a logo', () => {
  const STRAPS = ['short', 'usual', 'long', 'usual&scale=1.4', 'usual&scale=1.64'].flatMap((demo) =>
    ['bottom-left', 'top-right'].map((pos) => `overlay/slider/?${LOGO}&marquee=off&pos=${pos}&demo=${demo}`),
  );

  test('holds its bars together at every length, size and side', async () => {
    const page = await open(Object.fromEntries(STRAPS.map((address) => [address, address])), 1920, 1080);
    for (const address of STRAPS) {
      const parts = ['.lead', '.title', '.brand', '.artist'];
      const [lead, title, brand, artist] = await boxesOf(page(address), ...parts);
      const [left, right] = address.includes('right') ? [brand, title] : [title, brand];
      const scale = Number(/scale=(.*)/.exec(address)?.[1] ?? 1);
      const near = (one: number | undefined, other: number | undefined, what: string) =>
        expect(one, `${what}, ${address}`).toBeCloseTo(other ?? Number.NaN, 0);
      near(left?.right, right?.left, 'no gap');
      near(left?.left, lead?.left, 'first edge');
      near(right?.right, lead?.right, 'last edge');
      near(title?.top, brand?.top, 'top');
      near(title?.bottom, brand?.bottom, 'bottom');
      near(artist?.top, title?.bottom, 'artist below');
      near(
        artist?.[address.includes('right') ? 'right' : 'left'],
        address.includes('right') ? 1_866 : 54,
        'side',
      );
      // As wide as its logo needs, and as high as an unshrunk title, at every length.
      near((brand?.right ?? 0) - (brand?.left ?? 0), scale * 75.6, 'width');
      near((title?.bottom ?? 0) - (title?.top ?? 0), scale * 84.7, 'height');
    }
    // Smaller than letters of one line may be otherwise.
    expect(
      await page(STRAPS.at(-1) ?? '')
        .locator('.title[data-wrapped]')
        .count(),
    ).toBe(1);
  });

  test('drives in from beyond the edge as one bar', async () => {
    const page = await open({ left: `${STRAPS[0]}`, right: `${STRAPS[1]}` }, 1920, 1080);
    for (const side of ['left', 'right'] as const) {
      await page(side).evaluate(() => {
        document.documentElement.dataset.state = 'idle';
      });
      const [title, brand] = await boxesOf(page(side), '.title', '.brand');
      const [inner, outer] = side === 'left' ? [brand, title] : [title, brand];
      expect([side, brand?.left === title?.right || brand?.right === title?.left]).toEqual([side, true]);
      expect([side, (inner?.right ?? 9) <= 0 || (outer?.left ?? 0) >= 1920]).toEqual([side, true]);
    }
  });
});

test('the handle is whole beside a short title, at the size that set-up gives the source', async () => {
  const looks = ['default', 'sliderartleft', 'artright', 'progress', 'vinyl'];
  const address = (look: string) => `overlay/${look}/?handle=twitch.tv/djkira&demo=short`;
  const page = await open(Object.fromEntries(looks.map((look) => [look, address(look)])), 800, 160);
  for (const look of looks) {
    const isWhole = await page(look)
      .locator('.brand span')
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth);
    expect([look, isWhole]).toEqual([look, true]);
  }
});

test('names have the whole width of a canvas as tall as a phone', async () => {
  const looks = THEMES.filter((theme) => !['ticker', 'decks'].includes(theme));
  const address = (look: string) =>
    `overlay/${look}/?${LOGO}&handle=twitch.tv/djnightjar&marquee=off&demo=usual`;
  const page = await open(Object.fromEntries(looks.map((look) => [look, address(look)])), 1080, 1920);
  for (const look of looks) {
    expect([look, await page(look).locator('.title[data-long]').count()]).toEqual([look, 0]);
    expect(await layoutProblems(page(look)), look).toEqual([]);
  }
});

test('names and logo are above the code on a canvas as tall as a phone', async () => {
  const address = `overlay/sliderstreaming/?${LOGO}&handle=twitch.tv/djnightjar&demo=code`;
  const page = (await open({ look: address }, 1080, 1920))('look');
  const [card, text, brand, code] = await boxesOf(page, '.card', '.text', '.brand', '.code');
  expect(text?.bottom).toBeLessThanOrEqual(brand?.top ?? 0);
  expect(brand?.bottom).toBeLessThanOrEqual(code?.top ?? 0);
  expect(code?.right).toBeCloseTo(card?.right ?? 0, 0);
  expect(code?.bottom).toBeCloseTo(card?.bottom ?? 0, 0);
});

test('Tall card shows the whole of a long title in several lines', async () => {
  const page = (await open({ look: 'overlay/portrait/?demo=long' }, 560, 800))('look');
  await page.locator('.title[data-wrapped]').waitFor();
  expect(await page.locator('.title[data-long]').count()).toBe(0);
});

test('Decks and Ticker keep a long title on one line on a wide canvas', async () => {
  const looks = ['decks', 'ticker'];
  const addresses = looks.map((look) => [look, `overlay/${look}/?demo=long`]);
  const page = await open(Object.fromEntries(addresses), 1920, 1080);
  for (const look of looks) {
    await page(look).locator('.title[data-long]').waitFor();
    expect([look, await page(look).locator('[data-wrapped]').count()]).toEqual([look, 0]);
  }
});

/** No sample has these. */
const LONG_TITLES = {
  usual: 'Harbour Lights in the Rain (Nightjar Avenue Extended Remix)',
  word: 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz',
  japanese: '東京の夜明け前に見た長い長い夢のつづきを君と二人で歩いていく物語 (Remix)',
  arabic: 'ليالي المدينة الطويلة التي لا تنتهي أبدا حتى مطلع الفجر فوق البحر (ريمكس)',
  emoji: '🌊🔥 Waves on Fire 👩‍🚀🏳️‍🌈 (🎉🎉🎉 Extended Summer Festival Mix 🌞🌴🍹)',
};

test('every look wraps long titles on a canvas as tall as a phone, above a smaller artist', async () => {
  const addresses = THEMES.map((look) => [look, `overlay/${look}/?demo=usual`]);
  const page = await open(Object.fromEntries(addresses), 1080, 1920);
  for (const look of THEMES) {
    for (const [kind, title] of Object.entries(LONG_TITLES)) {
      const shown = await page(look).evaluate((text) => {
        const span = (name: string) => document.querySelector<HTMLElement>(`.${name} span`);
        const [titleSpan, artistSpan] = [span('title'), span('artist')];
        if (titleSpan === null || artistSpan === null) {
          return undefined;
        }
        titleSpan.textContent = text;
        artistSpan.textContent = 'The Lighthouse Keepers, Nightjar Avenue and the Northern Harbour Choir';
        dispatchEvent(new Event('resize'));
        const size = (one: HTMLElement) => Number.parseFloat(getComputedStyle(one).fontSize);
        const isCut = artistSpan.scrollWidth > artistSpan.clientWidth;
        return {
          isWrapped: titleSpan.closest('[data-wrapped]') !== null,
          isLarger: size(titleSpan) > size(artistSpan),
          ending: isCut ? getComputedStyle(artistSpan).textOverflow : 'ellipsis',
        };
      }, title);
      expect([look, kind, shown]).toEqual([
        look,
        kind,
        { isWrapped: true, isLarger: true, ending: 'ellipsis' },
      ]);
      expect(await layoutProblems(page(look)), `${look}, ${kind}`).toEqual([]);
    }
  }
});

test.each(['top-left', 'bottom-left'])('the shade of Type ends without an edge, %s', async (place) => {
  const canvas = { width: 1920, height: 1080 };
  const { page } = await overlay(`overlay/text/?demo=usual&entrance=none&pos=${place}`, canvas);
  await page.locator('html[data-state="visible"]').waitFor({ state: 'attached' });
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
  const column = async (x: number) => {
    const picture = await page.screenshot({ clip: { x, y: 0, width: 1, height: 1080 } });
    return [...(await sharp(picture).greyscale().raw().toBuffer())];
  };
  // Beside the letters.
  const rows = await column(8);
  expect(await column(1911)).toEqual(rows);
  const farthest = (distance: number) =>
    Math.max(...rows.slice(distance).map((level, at) => Math.abs(level - (rows[at] ?? 0))));
  expect([Math.min(...rows) < 80, Math.max(...rows)]).toEqual([true, 255]);
  expect(farthest(1)).toBeLessThanOrEqual(2);
  expect(farthest(8)).toBeLessThanOrEqual(7);
});

test('the bars of Strap end at one edge if both names were shrunk', async () => {
  const scales = ['1', '1.02', '1.04', '1.06', '1.08', '1.1'];
  const address = (scale: string) => `overlay/slider/?scale=${scale}&marquee=off&demo=long`;
  const page = await open(Object.fromEntries(scales.map((scale) => [scale, address(scale)])), 1920, 1080);
  for (const scale of scales) {
    const [lead, artist] = await boxesOf(page(scale), '.lead', '.artist');
    expect(Math.abs((artist?.right ?? 0) - (lead?.right ?? 0)), scale).toBeLessThan(0.1);
  }
});

test('names keep their distance from a logo beside them', async () => {
  // In hundredths of the card's height.
  const gaps = { artleft: 22, artright: 22, vinyl: 24, sliderartleft: 14, sliderartright: 14, default: 14 };
  const looks = Object.keys(gaps) as (keyof typeof gaps)[];
  const address = (look: string) => `overlay/${look}/?${LOGO}&marquee=off&demo=long`;
  const page = await open(Object.fromEntries(looks.map((look) => [look, address(look)])), 1920, 1080);
  for (const look of looks) {
    const [artist, logo, card] = await boxesOf(page(look), '.artist', '.brand img', '.card');
    const padding = await page(look)
      .locator('.artist')
      .evaluate((element) => Number.parseFloat(getComputedStyle(element).paddingLeft));
    const unit = ((card?.bottom ?? 0) - (card?.top ?? 0)) / 100;
    const gap = Math.max(
      (logo?.left ?? 0) - (artist?.right ?? 0) + padding,
      (artist?.left ?? 0) + padding - (logo?.right ?? 0),
    );
    expect(gap / unit, look).toBeGreaterThan(gaps[look] - 0.1);
  }
});

test('a title makes room for a logo that loads after it', async () => {
  const { page } = await pages.open(1920, 1080, true);
  let send = () => {};
  const shown = new Promise<void>((resolve) => {
    send = resolve;
  });
  await page.route('**/own/logo*', async (route) => {
    await shown;
    await route.continue();
  });
  await page.goto(`${server.url}overlay/artright/?${LOGO}&demo=usual&marquee=off&entrance=none&scale=1.2`, {
    waitUntil: 'commit',
  });
  await page.locator('html[data-state="visible"]').waitFor({ state: 'attached' });
  send();
  const room = () =>
    page.locator('.title').evaluate((title) => {
      const text = title.firstElementChild?.getBoundingClientRect().width ?? 0;
      const { paddingLeft, paddingRight } = getComputedStyle(title);
      const paddings = Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight);
      const logo = document.querySelector('.brand img')?.getBoundingClientRect().width ?? 0;
      return { isLoaded: logo > 0, fits: text <= title.getBoundingClientRect().width - paddings + 1 };
    });
  await expect.poll(room).toEqual({ isLoaded: true, fits: true });
});

describe('the entrance', () => {
  async function motions(query: string): Promise<{ readonly parts: number; readonly whole: number }> {
    const { page, show, hide } = await overlay(`overlay/sliderartleft/?${query}`);
    await page.evaluate(() => {
      const seen = { parts: 0, whole: 0 };
      Object.assign(globalThis, { seen });
      // Busy computers may draw no frame during the entrance.
      new MutationObserver(() => {
        for (const { effect } of document.getAnimations()) {
          const isWhole = effect instanceof KeyframeEffect && effect.target?.matches('.stage');
          seen[isWhole ? 'whole' : 'parts'] += 1;
        }
      }).observe(document.documentElement, { attributeFilter: ['data-state'] });
    });
    await show('Low Tide', 1);
    await hide(1);
    return (await page.evaluate('seen')) as { readonly parts: number; readonly whole: number };
  }

  test.each([
    ['of the theme moves its parts', '', { parts: true, whole: false }],
    ['fade moves the theme as a whole', 'entrance=fade', { parts: false, whole: true }],
    ['none moves nothing', 'entrance=none', { parts: false, whole: false }],
  ])('%s', async (_, query, moves) => {
    const { parts, whole } = await motions(query);
    expect({ parts: parts > 0, whole: whole > 0 }).toEqual(moves);
  });
});
