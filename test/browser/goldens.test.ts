/**
 * Every theme, text and size: nothing clipped or overlapping, no trace of hidden tracks, and pictures equal to the
 * goldens.
 */
import type { CDPSession, Frame, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { THEMES } from '../../src/web/options.ts';
import { sampleTrack } from '../../themes/shared/v1/samples.js';
import { FULL_LENGTH } from '../support/full-length.ts';
import type { RunningServer } from '../support/server.ts';
import { testPages } from './browser.ts';
import { frameOf, openFrames, STACKED } from './frame-page.ts';
import { layoutProblems, shownThoughHidden } from './geometry.ts';
import { startLastingServer } from './lasting-server.ts';
import { differenceFromGolden, WRITE } from './picture.ts';

const SAMPLES = ['long', 'emoji', 'cjk', 'rtl', 'noart', 'code', 'hidden', 'short'] as const;
type Sample = (typeof SAMPLES)[number];
/** Row by row. */
const PLACES: readonly Sample[] = ['short', 'long', 'emoji', 'cjk', 'rtl', 'noart', 'hidden', 'code'];

/** `scale`: scale of the stored picture. */
interface Size {
  readonly width: number;
  readonly height: number;
  readonly scale: number;
}
const CANVAS: Size = { width: 1920, height: 1080, scale: 0.5 };
const SMALL: Size = { width: 350, height: 90, scale: 1 };
const USUAL: Size = { width: 600, height: 150, scale: 1 };
/** Own shape, in the recommended size. */
const OWN: Readonly<Record<string, Size>> = {
  ticker: { width: 1920, height: 72, scale: 0.5 },
  vinyl: { width: 960, height: 180, scale: 0.6 },
  progress: { width: 800, height: 150, scale: 0.6 },
  portrait: { width: 560, height: 800, scale: 0.5 },
  recent: { width: 640, height: 480, scale: 0.6 },
  decks: { width: 800, height: 220, scale: 0.6 },
};

/** Otherwise each theme is compared in its recommended size, and only measured in the others. */
const ALL = FULL_LENGTH || WRITE;

function isSeen(theme: string, size: Size): boolean {
  return size === (OWN[theme] ?? USUAL) || (ALL && (size === CANVAS || OWN[theme] === undefined));
}

interface Cell {
  readonly theme: string;
  readonly size: Size;
  readonly top: number;
}

/** Captured together. */
interface View {
  readonly scale: number;
  readonly isSeen: boolean;
  readonly cells: readonly Cell[];
}

/** Compared cells are stacked at their scale; measured ones share a place at a low resolution. */
function viewsOf(isPart: (theme: string, size: Size) => boolean, isSeen: boolean): View[] {
  const sizes = [SMALL, USUAL, CANVAS];
  const all = THEMES.flatMap((theme) =>
    [...sizes, OWN[theme]].flatMap((size) =>
      size !== undefined && isPart(theme, size) ? { theme, size } : [],
    ),
  );
  const keyOf = (size: Size) => (sizes.includes(size) ? size : size.scale);
  return [...new Set(all.map(({ size }) => keyOf(size)))].map((key) => {
    let bottom = 0;
    const cells = all
      .filter(({ size }) => keyOf(size) === key)
      .map((cell) => {
        const top = bottom;
        bottom += isSeen ? cell.size.height : 0;
        return { ...cell, top };
      });
    return { cells, isSeen, scale: isSeen ? (cells[0]?.size.scale ?? 1) : 0.5 };
  });
}

const SEEN = viewsOf(isSeen, true);
const MEASURED = viewsOf((theme, size) => !isSeen(theme, size) && (FULL_LENGTH || size !== USUAL), false);
/** Change the layout: most text, no art. */
const LAYOUTS: readonly Sample[] = ['long', 'noart'];

const COLUMNS = 2;

let server: RunningServer;
let page: Page;
let chromium: CDPSession;
let frames: ReadonlyMap<string, Frame>;
const pages = testPages();
beforeAll(async () => {
  server = await startLastingServer();
  page = await pages.browser.newPage();
  chromium = await page.context().newCDPSession(page);
  await page.addInitScript(BY_HAND);
  // Scrolling would show another part of the title each time.
  const address = (theme: string) => `overlay/${theme}/?demo=1&marquee=off&entrance=none`;
  const addresses = THEMES.map((theme) => [theme, address(theme)]);
  frames = await openFrames(page, server, Object.fromEntries(addresses), BACKGROUND);
});
afterAll(() => server.stop());

const pictures = new Map<string, Map<Sample, Buffer>>();

test.each(SAMPLES)('every theme fits the sample %s', async (sample) => {
  await Promise.all([...frames.values()].map((frame) => showNext(frame, sample)));
  const isMeasured = FULL_LENGTH || LAYOUTS.includes(sample);
  for (const view of isMeasured ? [...SEEN, ...MEASURED] : SEEN) {
    await layOut(view);
    for (const { theme, size } of view.cells) {
      const frame = frameOf(frames, theme);
      const where = `${theme} at ${size.width}`;
      expect(await layoutProblems(frame), where).toEqual([]);
      expect(await namesAndCode(frame), where).toEqual({
        crowdedOut: [],
        showsCode: theme === 'sliderstreaming' && sample === 'code',
      });
    }
    if (view.isSeen) {
      await takePictures(view, sample);
    }
  }
});

test.each(SEEN.flatMap(({ cells }) => cells))(
  'the theme $theme looks like its golden pictures',
  async ({ theme, size }) => {
    const name = nameOf(theme, size);
    expect(await differenceFromGolden(name, await sheet(size, pictures.get(name)))).toBe('');
  },
);

test('no theme lays out a hidden track', async () => {
  for (const [theme, frame] of frames) {
    expect(await shownThoughHidden(frame), theme).toEqual([]);
  }
});

function nameOf(theme: string, size: Size): string {
  return `${theme}-${size === OWN[theme] ? 'own' : size.width}`;
}

/** Hides all other themes. Resolves when these stand still. */
async function layOut({ cells, scale, isSeen }: View): Promise<void> {
  const [width, height] = isSeen
    ? [
        Math.max(...cells.map(({ size }) => size.width)),
        Math.max(...cells.map(({ size, top }) => top + size.height)),
      ]
    : [SMALL.width, SMALL.height];
  // Playwright can't change a page's scale.
  const metrics = { width, height, deviceScaleFactor: scale, mobile: false };
  await chromium.send('Emulation.setDeviceMetricsOverride', metrics);
  await page.evaluate(
    ({ cells: shown, isSeen: isDrawn }) => {
      for (const { name, style } of document.querySelectorAll('iframe')) {
        const cell = shown.find(({ theme }) => theme === name);
        style.visibility = isDrawn && cell !== undefined ? 'visible' : 'hidden';
        if (cell !== undefined) {
          const { top, size } = cell;
          Object.assign(style, { top: `${top}px`, width: `${size.width}px`, height: `${size.height}px` });
        }
      }
    },
    { cells, isSeen },
  );
  await Promise.all(cells.map(({ theme, size }) => untilStill(frameOf(frames, theme), size)));
}

async function takePictures({ cells, scale }: View, sample: Sample): Promise<void> {
  const { data } = await chromium.send('Page.captureScreenshot', { optimizeForSpeed: true });
  const all = await sharp(Buffer.from(data, 'base64'))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  for (const { theme, size, top } of cells) {
    const cell = { left: 0, top: top * scale, width: size.width * scale, height: size.height * scale };
    const picture = await sharp(all.data, { raw: all.info }).extract(cell).raw().toBuffer();
    const name = nameOf(theme, size);
    pictures.set(name, (pictures.get(name) ?? new Map()).set(sample, picture));
  }
}

const BACKGROUND = `body { background: #8a97a8 } ${STACKED}`;

/** The next sample comes at the test's request. */
const BY_HAND = `{
  const every = setInterval;
  setInterval = (call, ms, ...rest) => (ms === 7_000 ? (globalThis.nextSample = call) && 0 : every(call, ms, ...rest));
}`;

async function showNext(frame: Frame, sample: Sample): Promise<void> {
  const wanted = sampleTrack(sample, 1)?.title ?? '';
  await expect
    .poll(
      () =>
        frame.evaluate(async () => {
          (globalThis as unknown as { nextSample: () => void }).nextSample();
          const { dataset } = document.documentElement;
          const isStill = () =>
            ['visible', 'idle'].includes(dataset.state ?? '') && dataset.words === undefined;
          do {
            await new Promise((later) => setTimeout(later, 20));
          } while (!isStill());
          return document.querySelector('[data-bind="title"]')?.textContent;
        }),
      { interval: 0 },
    )
    .toBe(wanted);
}

function sheet(
  { width, height, scale }: Size,
  pictures: ReadonlyMap<Sample, Buffer> = new Map(),
): Promise<Buffer> {
  const [across, down] = [width * scale, height * scale];
  return sharp({
    create: {
      width: across * COLUMNS,
      height: (down * SAMPLES.length) / COLUMNS,
      channels: 3,
      background: 'black',
    },
  })
    .composite(
      PLACES.map((sample, at) => ({
        input: pictures.get(sample),
        raw: { width: across, height: down, channels: 3 },
        left: (at % COLUMNS) * across,
        top: Math.floor(at / COLUMNS) * down,
      })),
    )
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** The page learns its size with the first frame and draws with the second. */
function untilStill(frame: Frame, { width, height }: Size): Promise<void> {
  return frame.evaluate(
    async (size) => {
      const picture = () => new Promise(requestAnimationFrame);
      while (innerWidth !== size.width || innerHeight !== size.height || document.fonts.status !== 'loaded') {
        await picture();
      }
      await picture();
      await picture();
    },
    { width, height },
  );
}

/** Names squeezed below a tenth of the card, and whether the streaming code is visible (in one theme). */
function namesAndCode(frame: Frame): Promise<{ crowdedOut: string[]; showsCode: boolean }> {
  return frame.evaluate(() => {
    const isSeen = (element: HTMLElement) => element.checkVisibility({ visibilityProperty: true });
    const card = document.querySelector('.card')?.getBoundingClientRect() ?? new DOMRect();
    const names = [...document.querySelectorAll<HTMLElement>('.title[data-fit], .artist[data-fit]')];
    const crowdedOut = names.filter(isSeen).filter((name) => {
      const { left, right } = name.getBoundingClientRect();
      const room = Math.min(right, card.right) - Math.max(left, card.left);
      const text = name.firstElementChild?.getBoundingClientRect().width ?? 0;
      return room < Math.min(text, card.width / 10) - 1;
    });
    const codes = [...document.querySelectorAll<HTMLElement>('[data-bind-src="code"]')];
    return { crowdedOut: crowdedOut.map((name) => name.className), showsCode: codes.some(isSeen) };
  });
}
