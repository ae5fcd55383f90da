/** How themes come and go: nothing jumps at the first frame of a motion, and nothing waits for what is not there; and what options do to all of them. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleTrack } from '../../themes/shared/v1/samples.js';
import { ROOT } from '../support/files.ts';
import { resize, testPages } from './browser.ts';
import { layoutProblems } from './geometry.ts';
import { LiveThemes, OTHER_TRACK, type Pictures, samplePictures } from './live-themes.ts';

const pages = testPages();
let themes: LiveThemes;
let pictures: Pictures = {};
beforeAll(async () => {
  pictures = await samplePictures();
  themes = await LiveThemes.open(
    pages.browser,
    { artist: 'Mira Vale', title: 'Low Tide', pictures },
    OTHER_TRACK,
  );
});
afterAll(() => themes.close());

interface Step {
  /** What looks otherwise at the first frame than just before. */
  readonly jumps: readonly string[];
  /** The part of the motion's time before anything moves, and after everything has. */
  readonly waits: { readonly before: number; readonly after: number };
}

/** Takes the theme from one state to the next, as far as its first frame; then to the end of that motion. */
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
        // A title that scrolls goes on.
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

/** As the theme was before its steps. */
function backToRest(frame: Frame): Promise<void> {
  return frame.evaluate(() => {
    const root = document.documentElement;
    root.toggleAttribute('data-instant', true);
    root.dataset.state = 'visible';
    // Forces a layout, so that nothing moves to that state.
    void root.offsetWidth;
    root.toggleAttribute('data-instant', false);
  });
}

describe.each([
  ['art', 'One', () => pictures, {}],
  ['no art', 'Two', () => ({}), {}],
  ['its text alone', 'Three', () => pictures, { only: 'text' }],
] as const)('a track with %s', (_what, title, picturesOf, options) => {
  test('comes and goes without a jump, and without a pause', async () => {
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
});

describe('the size that the address asks for', () => {
  const lettersOf = (frame: Frame) =>
    frame.evaluate(() =>
      Number.parseFloat(getComputedStyle(document.querySelector('.title') ?? document.body).fontSize),
    );

  test('is larger and smaller letters in the recommended size, in every theme, and nothing leaves the page', async () => {
    const letters = new Map<string, number[]>();
    await themes.setOptions({});
    await themes.show({ artist: 'Mira Vale', title: 'Low Tide', pictures });
    for (const scale of [0.7, 1, 1.25, 3]) {
      await themes.setOptions({ scale: String(scale) });
      for (const [theme, frame] of themes.frames) {
        letters.set(theme, [...(letters.get(theme) ?? []), await lettersOf(frame)]);
        expect(await layoutProblems(frame), `${theme} at ${scale}`).toEqual([]);
      }
    }
    for (const [theme, [smaller = 0, usual = 0, larger = 0, largest = 0]] of letters) {
      expect(
        [smaller / usual, larger / usual].map((ratio) => ratio.toFixed(2)),
        theme,
      ).toEqual(['0.70', '1.25']);
      expect(largest, theme).toBeGreaterThanOrEqual(larger);
    }
  });
});

/** Its rows are decks: each has its own details, the second one's are unknown, and there is no room for who plays. */
const DECKS = 'decks';
const DETAILS = '124 BPM · Am · Harbour Records';

test('tempo, key and label, and who plays, have room in every theme that is asked for them', async () => {
  await themes.show({ artist: 'Nightjar Avenue', title: 'Paper Lanterns (Extended Mix)', pictures });
  await themes.setOptions({ details: 'bpm-key-label', handle: '@nightjar' });
  for (const [theme, frame] of themes.frames) {
    expect(await layoutProblems(frame), theme).toEqual([]);
    const read = (part: string) => frame.locator(part).allTextContents();
    expect([theme, await read('.details'), await read('.brand')]).toEqual(
      theme === DECKS
        ? [theme, [DETAILS, ''], []]
        : [theme, [DETAILS], [expect.stringContaining('@nightjar')]],
    );
  }
  await themes.setOptions({});
});

test('no option lets a theme leave its page', async () => {
  await themes.show({ artist: 'Nightjar Avenue', title: 'Paper Lanterns (Extended Mix)', pictures });
  for (const options of [
    { radius: '50' },
    { font: 'JetBrains Mono' },
    { opacity: '0' },
    { font: 'DM Serif Display' },
  ]) {
    await themes.setOptions(options);
    for (const [theme, frame] of themes.frames) {
      expect(await layoutProblems(frame), `${theme} with ${JSON.stringify(options)}`).toEqual([]);
    }
  }
});

/** What the code does to the theme, looked at until nothing is wrong: the size of a page reaches it with a picture. */
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

test('the code of the set covers nothing, and takes no word its room', async () => {
  const { artist = '', title = '' } = sampleTrack('long', 1) ?? {};
  await themes.show({ artist, title, pictures });
  const placed = async (pos: string) => {
    // A title that scrolls would be drawn with every picture.
    await themes.setOptions({ qr: '1', pos, marquee: 'off' });
    for (const [theme, frame] of themes.frames) {
      await untilCodeFits(theme, frame, pos);
    }
  };
  await themes.page.setViewportSize({ width: 1920, height: 1080 });
  for (const pos of ['auto', 'top-right', 'center']) {
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
  for (const pos of ['auto', 'right']) {
    await placed(pos);
  }
  await Promise.all(
    recommended.map((element) => element.evaluate((iframe: HTMLElement) => iframe.removeAttribute('style'))),
  );
  await resize(themes.page, 800, 160);
});

/** Themes with something above or below the names, which stand in the middle of the others. */
const STACKS = ['progress', 'portrait', 'recent', 'poster'];

test('no theme leaves room for a name, or for art, that is not there', async () => {
  await themes.setOptions({});
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
  await themes.setOptions({ only: 'art' });
  for (const [theme, frame] of themes.frames) {
    const seen = await frame.evaluate(() =>
      [...document.querySelectorAll('.card, .card *')]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .map((element) => element.className),
    );
    expect(seen, `${theme} without its texts`).toEqual([]);
  }
});
