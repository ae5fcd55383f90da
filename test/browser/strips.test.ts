/** Moments of entrance, exchange and exit, side by side, against the goldens. */
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { THEMES } from '../../src/web/options.ts';
import type { RunningServer } from '../support/server.ts';
import { testPages } from './browser.ts';
import { openFrames } from './frame-page.ts';
import { startLastingServer } from './lasting-server.ts';
import { differenceFromGolden } from './picture.ts';

type Motion = 'enter' | 'words-out' | 'words-in' | 'exit';

const MOMENTS: readonly (readonly [Motion, number])[] = [
  ['enter', 0.2],
  ['enter', 0.5],
  ['words-out', 0.6],
  ['words-in', 0.3],
  ['words-in', 0.7],
  ['exit', 0.3],
  ['exit', 0.7],
];
const COLUMNS = 3;
const CELL = { width: 400, height: 150 };
const GRID = `
  body { display: grid; grid-template-columns: repeat(${COLUMNS}, ${CELL.width}px); gap: 4px; background: #8a97a8 }
  iframe { width: ${CELL.width}px; height: ${CELL.height}px }`;

let server: RunningServer;
beforeAll(async () => {
  server = await startLastingServer();
});
afterAll(() => server.stop());
const pages = testPages();

const TAKE_EXCHANGE = 'import("/sdk/v1/exchange.js").then((found) => Object.assign(window, found))';

/** Puts the theme into this motion as the SDK does, and pauses it at a share of its time. */
async function hold(frame: Frame, motion: Motion, part: number): Promise<void> {
  await frame.evaluate(
    ([name, at]) => {
      const { Exchange } = globalThis as unknown as typeof import('../../themes/shared/v1/exchange.js');
      const root = document.documentElement;
      const still = (state: string): void => {
        root.toggleAttribute('data-instant', true);
        root.dataset.state = state;
        root.removeAttribute('data-words');
        void root.offsetWidth;
        root.toggleAttribute('data-instant', false);
      };
      const whole = Number.parseFloat(root.style.getPropertyValue(`--${name}`));
      still(name === 'enter' ? 'idle' : 'visible');
      if (name === 'enter') {
        root.dataset.state = 'entering';
      } else if (name === 'exit') {
        root.dataset.state = 'exiting';
      } else if (name === 'words-out') {
        root.dataset.words = 'out';
      } else {
        const words = document.querySelectorAll('[data-bind="title"], [data-bind="artist"]');
        const texts = [...words].filter((word) => word.closest('[data-repeated]') === null);
        const before = texts.map((text) => text.innerHTML);
        const exchange = new Exchange(document);
        for (const [index, text] of texts.entries()) {
          (text.querySelector('span') ?? text).textContent = ['Low Tide', 'Mira Vale'][index] ?? '';
        }
        root.dataset.words = 'in';
        exchange.begin(whole);
        Object.assign(globalThis, {
          undo: () => {
            exchange.end();
            for (const [index, text] of texts.entries()) {
              text.innerHTML = before[index] ?? '';
            }
          },
        });
      }
      for (const animation of document.getAnimations()) {
        animation.pause();
        animation.currentTime = whole * Number(at);
      }
    },
    [motion, part] as const,
  );
}

function release(frame: Frame): Promise<void> {
  return frame.evaluate(() => {
    const { undo } = globalThis as { readonly undo?: () => void };
    undo?.();
    Object.assign(globalThis, { undo: undefined });
    document.documentElement.removeAttribute('data-words');
    document.documentElement.dataset.state = 'visible';
    for (const animation of document.getAnimations()) {
      animation.cancel();
    }
  });
}

test('every theme enters, exchanges its words and exits as in the golden pictures', async () => {
  const rows = Math.ceil(THEMES.length / COLUMNS);
  const { page } = await pages.open((CELL.width + 4) * COLUMNS, (CELL.height + 4) * rows);
  const addresses = THEMES.map((theme) => [theme, `overlay/${theme}/?demo=short&marquee=off`]);
  const opened = await openFrames(page, server, Object.fromEntries(addresses), GRID);
  const frames = [...opened.values()];
  await Promise.all(frames.map((frame) => frame.evaluate(TAKE_EXCHANGE)));
  for (const [motion, part] of MOMENTS) {
    await Promise.all(frames.map((frame) => hold(frame, motion, part)));
    const picture = await page.screenshot({ animations: 'allow' });
    const name = `strip-${motion}-${part * 100}`;
    expect.soft(await differenceFromGolden(name, picture), name).toBe('');
    await Promise.all(frames.map(release));
  }
});
