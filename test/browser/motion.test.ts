/**
 * No jump at the first frame, no wait for missing parts; options on all themes; and the cost on the streaming computer,
 * from the browser's trace.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CDPSession, Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleTrack } from '../../themes/shared/v1/samples.js';
import { ROOT } from '../support/files.ts';
import { amount, FULL_LENGTH } from '../support/full-length.ts';
import { resize, testPages } from './browser.ts';
import { frameOf, LOOK_EVERY_MS } from './frame-page.ts';
import { layoutProblems } from './geometry.ts';
import { type LiveThemes, openLiveThemes, type Pictures, samplePictures } from './live-themes.ts';

const pages = testPages();
let themes: LiveThemes;
let pictures: Pictures = {};
beforeAll(async () => {
  pictures = await samplePictures();
  themes = await openLiveThemes(pages.browser, { artist: 'Mira Vale', title: 'Low Tide', pictures });
});
afterAll(() => themes.close());

interface Step {
  readonly jumps: readonly string[];
  /** Shares of the motion's time before any part moves and after all have stopped. */
  readonly waits: { readonly before: number; readonly after: number };
}

function step(frame: Frame, from: string, to: string, time: 'enter' | 'exit'): Promise<Step> {
  return frame.evaluate(
    (how) => {
      const root = document.documentElement;
      const seen = [...document.querySelectorAll<HTMLElement>('.card, .card *')].filter((element) =>
        element.checkVisibility(),
      );
      const stylesOf = (): string[] =>
        seen.map((element) => {
          const { clipPath, transform, opacity } = getComputedStyle(element);
          const edges = clipPath.replace(/\b0%/g, '0px').match(/-?[\d.]+(px|%)/g) ?? [];
          const [top = 'none', right = top, bottom = top, left = right] = edges;
          const moved = transform.replace('matrix(1, 0, 0, 1, 0, 0)', 'none');
          return `${element.className || element.tagName}: ${[top, right, bottom, left]}, ${moved}, ${opacity}`;
        });
      root.toggleAttribute('data-instant', true);
      root.dataset.state = how.from;
      const before = stylesOf();
      root.toggleAttribute('data-instant', false);
      root.dataset.state = how.to;
      const moves = document
        .getAnimations()
        .filter(({ effect }) => effect instanceof KeyframeEffect && effect.target?.checkVisibility())
        // Titles scroll endlessly.
        .filter(({ effect }) => Number.isFinite(Number(effect?.getComputedTiming().endTime)));
      for (const move of moves) {
        move.pause();
        move.currentTime = 0;
      }
      const after = stylesOf();
      const whole = Number.parseFloat(root.style.getPropertyValue(`--${how.time}`));
      const times = moves.map(({ effect }) => effect?.getComputedTiming());
      const starts = times.map((timing) => timing?.delay ?? 0);
      const ends = times.map((timing) => Number(timing?.endTime ?? 0));
      for (const move of moves) {
        move.finish();
      }
      return {
        jumps: after.filter((line, index) => line !== before[index]),
        waits: { before: Math.min(...starts) / whole, after: 1 - Math.max(...ends) / whole },
      };
    },
    { from, to, time },
  );
}

function backToRest(frame: Frame): Promise<void> {
  return frame.evaluate(() => {
    const root = document.documentElement;
    root.toggleAttribute('data-instant', true);
    root.dataset.state = 'visible';
    // Forces a layout: the return is not animated.
    void root.offsetWidth;
    root.toggleAttribute('data-instant', false);
  });
}

/** Most themes without art have the layout of text alone. */
const CONTENTS = [
  ['art', 'One', () => pictures, {}],
  ['its text alone', 'Two', () => pictures, { only: 'text' }],
  ['no art', 'Three', () => ({}), {}],
] as const;

const STILL = { entrance: 'none' };

describe.each(FULL_LENGTH ? CONTENTS : CONTENTS.slice(0, 2))(
  'a track with %s',
  (_what, title, picturesOf, options) => {
    test('enters and exits without a jump or a pause', async () => {
      await themes.setOptions(options);
      await themes.show({ artist: 'Mira Vale', title, pictures: picturesOf() });
      for (const [theme, frame] of themes.frames) {
        const entrance = await step(frame, 'idle', 'entering', 'enter');
        const rest = await step(frame, 'entering', 'visible', 'enter');
        const exit = await step(frame, 'visible', 'exiting', 'exit');
        expect({ entrance: entrance.jumps, rest: rest.jumps, exit: exit.jumps }, theme).toEqual({
          entrance: [],
          rest: [],
          exit: [],
        });
        const waits = [entrance.waits.before, entrance.waits.after, exit.waits.before, exit.waits.after];
        expect(Math.max(...waits), `${theme}: ${waits}`).toBeLessThanOrEqual(0.25);
        expect(entrance.waits.before, theme).toBe(0);
        await backToRest(frame);
      }
    });
  },
);

/** The last does not fit. */
const SCALES = FULL_LENGTH ? [1, 0.7, 1.25, 3] : [1, 0.7, 3];

describe('the size from the address', () => {
  const lettersOf = (frame: Frame) =>
    frame.evaluate(() =>
      Number.parseFloat(getComputedStyle(document.querySelector('.title') ?? document.body).fontSize),
    );

  test('scales the letters of every theme within the recommended size, and nothing leaves the page', async () => {
    const letters = new Map<string, number[]>();
    await themes.setOptions(STILL);
    await themes.show({ artist: 'Mira Vale', title: 'Low Tide', pictures });
    for (const scale of SCALES) {
      await themes.setOptions({ ...STILL, scale: String(scale) });
      for (const [theme, frame] of themes.frames) {
        letters.set(theme, [...(letters.get(theme) ?? []), await lettersOf(frame)]);
        expect(await layoutProblems(frame), `${theme} at ${scale}`).toEqual([]);
      }
    }
    for (const [theme, [usual = 0, smaller = 0, ...larger]] of letters) {
      expect((smaller / usual).toFixed(2), theme).toBe('0.70');
      expect([usual, ...larger], theme).toEqual([usual, ...larger].sort((a, b) => a - b));
    }
  });
});

/** Decks have details of their own, and no room for the artist. */
const DECKS = 'decks';
const DETAILS = '124 BPM · Am · Harbour Records';

test('every theme that is asked to shows tempo, key, label and artist name', async () => {
  await themes.show({ artist: 'Nightjar Avenue', title: 'Paper Lanterns (Extended Mix)', pictures });
  await themes.setOptions({ ...STILL, details: 'bpm-key-label', handle: '@nightjar' });
  for (const [theme, frame] of themes.frames) {
    expect(await layoutProblems(frame), theme).toEqual([]);
    const read = (part: string) => frame.locator(part).allTextContents();
    expect([theme, await read('.details'), await read('.brand')]).toEqual(
      theme === DECKS
        ? [theme, [DETAILS, ''], []]
        : [theme, [DETAILS], [expect.stringContaining('@nightjar')]],
    );
  }
});

test('no option makes a theme leave its page', async () => {
  await themes.show({ artist: 'Nightjar Avenue', title: 'Paper Lanterns (Extended Mix)', pictures });
  for (const options of [
    { radius: '50', font: 'JetBrains Mono' },
    ...(FULL_LENGTH ? [{ opacity: '0' }, { font: 'DM Serif Display' }] : []),
  ]) {
    await themes.setOptions({ ...STILL, ...options });
    for (const [theme, frame] of themes.frames) {
      expect(await layoutProblems(frame), `${theme} with ${JSON.stringify(options)}`).toEqual([]);
    }
  }
});

/** Pages learn their size with the next frame. */
async function untilCodeFits(theme: string, frame: Frame, pos: string): Promise<void> {
  await frame.locator('.qr').waitFor();
  const problems = async () => {
    const { overCard, cutOff } = await frame.evaluate(() => {
      const box = (selector: string) =>
        document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
      const [code, card] = [box('.qr'), box('.card')];
      const across = Math.min(code.right, card.right) - Math.max(code.left, card.left);
      const down = Math.min(code.bottom, card.bottom) - Math.max(code.top, card.top);
      return {
        overCard: Math.min(across, down) >= 1,
        cutOff: code.left < 0 || code.top < 0 || code.right > innerWidth || code.bottom > innerHeight,
      };
    });
    return [
      ...(overCard ? ['it covers the card'] : []),
      ...(cutOff ? ['it leaves the page'] : []),
      ...(await layoutProblems(frame)),
    ];
  };
  await expect.poll(problems, { message: `${theme} at ${pos}` }).toEqual([]);
}

test('the code of the set covers no text and takes no room from words', async () => {
  const { artist = '', title = '' } = sampleTrack('long', 1) ?? {};
  await themes.show({ artist, title, pictures });
  const placed = async (pos: string) => {
    await themes.setOptions({ ...STILL, qr: '1', pos, marquee: 'off' });
    for (const [theme, frame] of themes.frames) {
      await untilCodeFits(theme, frame, pos);
    }
  };
  await themes.page.setViewportSize({ width: 1920, height: 1080 });
  for (const pos of FULL_LENGTH ? ['auto', 'top-right', 'center'] : ['top-right']) {
    await placed(pos);
  }
  const recommended = await Promise.all(
    [...themes.frames].map(async ([theme, frame]) => {
      const { size } = JSON.parse(await readFile(join(ROOT, 'themes', theme, 'theme.json'), 'utf8'));
      const element = await frame.frameElement();
      await element.evaluate((iframe: HTMLElement, { width, height }) => {
        Object.assign(iframe.style, { width: `${width}px`, height: `${height}px` });
      }, size);
      return element;
    }),
  );
  for (const pos of FULL_LENGTH ? ['auto', 'right'] : ['auto']) {
    await placed(pos);
  }
  await Promise.all(
    recommended.map((element) => element.evaluate((iframe: HTMLElement) => iframe.removeAttribute('style'))),
  );
  await resize(themes.page, 800, 160);
});

/** Elements above or below the names, which others center. */
const STACKS = ['progress', 'portrait', 'recent', 'poster'];

test('no theme reserves room for a missing name or missing art', async () => {
  await themes.setOptions(STILL);
  for (const { name, other } of [
    { name: 'title', other: 'artist' },
    { name: 'artist', other: 'title' },
  ]) {
    await themes.show({ [name]: 'Low Tide' });
    for (const [theme, frame] of themes.frames) {
      expect(await frame.locator(`.${other}`).first().isVisible(), theme).toBe(false);
      expect(await layoutProblems(frame), theme).toEqual([]);
      if (STACKS.includes(theme)) {
        continue;
      }
      const off = await frame
        .locator(`.${name}`)
        .first()
        .evaluate((element) => {
          const [inner, outer] = [element, element.closest('.row, .card')].map((each) => {
            const { top = 0, bottom = 0 } = each?.getBoundingClientRect() ?? {};
            return (top + bottom) / 2;
          });
          return Math.abs((inner ?? 0) - (outer ?? 0));
        });
      expect(off, theme).toBeLessThan(5);
    }
  }
  await themes.show({ artist: 'Nightjar Avenue', title: 'Low Tide' });
  await themes.setOptions({ ...STILL, only: 'art' });
  for (const [theme, frame] of themes.frames) {
    const seen = await frame.evaluate(() =>
      [...document.querySelectorAll('.card, .card *')]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .map((element) => element.className),
    );
    expect(seen, `${theme} without its texts`).toEqual([]);
  }
});

const WATCH_MS = 250;
/** Compositor drew a frame. */
const FRAME = 'DirectRenderer::DrawFrame';
/** A small source, two of the recommended height, and a canvas. */
const SIZES = [
  [350, 90],
  [800, 160],
  [600, 150],
  [1920, 1080],
] as const;
/** Fractional scales show rounding errors. */
const DENSITIES = FULL_LENGTH ? [1, 1.25, 1.5] : [1.25];
/** Self-animated parts move in any size. */
const RESTING = FULL_LENGTH ? SIZES : SIZES.slice(1, 2);
const FITTING = FULL_LENGTH ? SIZES : SIZES.slice(0, 2);
/** A pixel of the line at a time. */
const GROWS = 'progress';
const LETTERS = amount({ short: 15, full: 5 });
const TITLE =
  'Everything We Said Before the Long Summer Came Back to the City of Paper Lanterns (Extended Mix)';

async function workOf(session: CDPSession): Promise<(name: string) => number> {
  const names: string[] = [];
  const note = ({ value }: { readonly value: readonly object[] }): void => {
    names.push(...value.map((event) => String((event as { name?: unknown }).name)));
  };
  session.on('Tracing.dataCollected', note);
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'viz'],
    },
  });
  await themes.page.waitForTimeout(WATCH_MS);
  await end(session);
  session.off('Tracing.dataCollected', note);
  return (name) => names.filter((candidate) => candidate === name).length;
}

async function end(session: CDPSession): Promise<void> {
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
}

/** Prefixes whose fit the SDK misjudged, by another measure of width. */
async function misjudged(frame: Frame, title: string, shortest: number): Promise<string[]> {
  await frame.evaluate('import("/sdk/v1/fit.js").then((fit) => Object.assign(window, fit))');
  return frame.evaluate(
    ({ whole, first, step }) => {
      const { fitAll } = globalThis as unknown as typeof import('../../themes/shared/v1/fit.js');
      const box = document.querySelector<HTMLElement>('[data-fit]');
      const span = box?.querySelector('span');
      const wrong: string[] = [];
      for (let length = first; box && span && length <= whole.length; length += step) {
        span.textContent = whole.slice(0, length);
        fitAll(document, { marquee: true, speed: 40 });
        const isLong = box.hasAttribute('data-long');
        const moves = span.getAnimations().length > 0;
        for (const animation of span.getAnimations()) {
          animation.cancel();
        }
        const { paddingLeft, paddingRight } = getComputedStyle(box);
        const room =
          box.getBoundingClientRect().width -
          Number.parseFloat(paddingLeft) -
          Number.parseFloat(paddingRight);
        const over = span.getBoundingClientRect().width - room;
        if (isLong !== over > 1 || moves !== isLong) {
          wrong.push(`${length} letters: ${over} px too many, ${isLong ? 'long' : 'fits'}, moves: ${moves}`);
        }
      }
      return wrong;
    },
    { whole: title, first: shortest, step: LETTERS },
  );
}

describe('work that themes cause on the streaming computer', () => {
  let chromium: CDPSession;
  beforeAll(async () => {
    chromium = await themes.page.context().newCDPSession(themes.page);
    await themes.setOptions(STILL);
    await themes.page.addStyleTag({ content: 'iframe { visibility: visible !important }' });
  });

  /** Playwright fixes the device scale, and loading themes again is slow. */
  async function resizeTo(
    [width, height]: readonly [number, number],
    deviceScaleFactor: number,
  ): Promise<void> {
    const metrics = { width, height, deviceScaleFactor, mobile: false };
    await chromium.send('Emulation.setDeviceMetricsOverride', metrics);
    const hasChanged = (wanted: typeof metrics): boolean =>
      innerWidth === wanted.width &&
      innerHeight === wanted.height &&
      devicePixelRatio === wanted.deviceScaleFactor;
    await Promise.all(
      [...themes.frames.values()].map((frame) =>
        frame.waitForFunction(hasChanged, metrics, { polling: LOOK_EVERY_MS }),
      ),
    );
  }

  test('the progress line moves by whole pixels without an animation', async () => {
    await themes.show({ artist: 'Mira Vale', title: 'Low Tide', pictures });
    await resizeTo([800, 150], 1);
    const places: number[] = [];
    const step = async (): Promise<number> => {
      const [before = 0, after = 0] = await frameOf(themes.frames, GROWS).evaluate(async () => {
        const line = document.querySelector('.track');
        const played = document.querySelector('.played');
        const place = (): number => {
          const part = new DOMMatrix(getComputedStyle(played ?? document.body).transform).a;
          return part * Math.round(line?.getBoundingClientRect().width ?? 0);
        };
        const from = place();
        await new Promise((grown) =>
          new MutationObserver(grown).observe(played ?? document.body, { attributes: true }),
        );
        return [from, place()];
      });
      places.push(before, after);
      return Math.round((after - before) * 100) / 100;
    };
    // A delayed page catches up several pixels at once.
    await expect.poll(step).toBe(1);
    expect(places.filter((place) => Math.abs(place - Math.round(place)) >= 0.01)).toEqual([]);
    expect(await frameOf(themes.frames, GROWS).evaluate(() => document.getAnimations().length)).toBe(0);
  });

  describe('apart from the progress line', () => {
    beforeAll(async () => {
      const element = await frameOf(themes.frames, GROWS).frameElement();
      await element.evaluate((iframe: HTMLElement) => iframe.setAttribute('src', 'about:blank'));
      themes.frames.delete(GROWS);
    });

    test('every theme only moves layers while a title scrolls', async () => {
      // Too long for several lines.
      const title = `${sampleTrack('long', 1)?.title} `.repeat(3);
      await themes.show({ ...sampleTrack('long', 1), title, pictures });
      await resizeTo([600, 150], 0.5);
      for (const [theme, frame] of themes.frames) {
        // Seeks to the middle, so that it scrolls during the measurement.
        const moving = await frame.evaluate(() => {
          const animations = document.getAnimations();
          for (const animation of animations) {
            animation.currentTime = 3_000;
          }
          return animations.length;
        });
        expect(moving, theme).toBeGreaterThan(0);
      }
      // Waits for the frames that this caused.
      await expect
        .poll(async () => {
          const work = await workOf(chromium);
          return { moves: work(FRAME) > 0, layout: work('Layout'), paint: work('Paint') };
        })
        .toEqual({ moves: true, layout: 0, paint: 0 });
    });

    test.each(DENSITIES)(
      'no theme draws while it is at rest with a title that fits, at a device scale of %d',
      async (density) => {
        await themes.show({ artist: 'Mira Vale', title: 'Low Tide', pictures });
        for (const size of RESTING) {
          await resizeTo(size, density);
          for (const [theme, frame] of themes.frames) {
            const moving = await frame.evaluate(() => document.getAnimations().length);
            expect(moving, `${theme} at ${size}`).toBe(0);
          }
          // Waits until the new size is drawn.
          await expect
            .poll(
              async () => {
                const work = await workOf(chromium);
                return { layout: work('Layout'), paint: work('Paint'), frames: work(FRAME) };
              },
              { message: `at ${size}` },
            )
            .toEqual({ layout: 0, paint: 0, frames: 0 });
        }
      },
    );

    // Sets other titles, so comes after the tests at rest.
    test.each(DENSITIES)(
      'no theme scrolls a title of any length that fits, at a device scale of %d',
      async (density) => {
        for (const [index, size] of FITTING.entries()) {
          await resizeTo(size, density);
          const shortest = 12 + ((5 * index) % LETTERS);
          for (const [theme, frame] of themes.frames) {
            expect(await misjudged(frame, TITLE, shortest), `${theme} at ${size}`).toEqual([]);
          }
        }
      },
    );
  });
});
