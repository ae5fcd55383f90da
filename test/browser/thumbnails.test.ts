/**
 * Thumbnails that pages show instead of live frames: the look on a canvas of 1920 x 1080, over a scene.
 * `DECKCAST_GOLDENS=write` writes them.
 */
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { THEMES } from '../../src/web/options.ts';
import { ROOT } from '../support/files.ts';
import type { RunningServer } from '../support/server.ts';
import { testPages } from './browser.ts';
import { openFrames } from './frame-page.ts';
import { startLastingServer } from './lasting-server.ts';
import { differenceFromFile } from './picture.ts';

const WIDTH = 480;
const HEIGHT = 270;
const COLUMNS = 4;
/** Width of the part of the canvas that a thumbnail shows, and for the highest look. */
const SEEN = 1_060;
const SEEN_OF_HIGH: Readonly<Record<string, number>> = { portrait: 1_380 };
const SCENES = ['club', 'day', 'photo'];
const RIGHT: readonly string[] = ['artright', 'sliderartright'];

let server: RunningServer;
beforeAll(async () => {
  server = await startLastingServer();
});
afterAll(() => server.stop());
const pages = testPages();

function styleOf(theme: string, at: number): string {
  const scale = WIDTH / (SEEN_OF_HIGH[theme] ?? SEEN);
  const side = RIGHT.includes(theme) ? 'right' : 'left';
  const left = (at % COLUMNS) * WIDTH + (side === 'right' ? WIDTH - 1_920 * scale : 0);
  const top = Math.floor(at / COLUMNS) * HEIGHT + HEIGHT - 1_080 * scale;
  const [cutLeft, cutRight] = side === 'right' ? [1_920 - WIDTH / scale, 0] : [0, 1_920 - WIDTH / scale];
  return `[name=${theme}] { left: ${left}px; top: ${top}px; transform: scale(${scale});
    clip-path: inset(${1_080 - HEIGHT / scale}px ${cutRight}px 0 ${cutLeft}px) }`;
}

/** Another scene than in the pictures beside it and above it, also in three columns. */
function sceneOf(at: number): string {
  const scene = SCENES[(at + Math.floor(at / SCENES.length)) % SCENES.length];
  const place = `${(at % COLUMNS) * WIDTH}px ${Math.floor(at / COLUMNS) * HEIGHT}px`;
  return `url(${server.url}sdk/scenes/${scene}.webp) ${place} / ${WIDTH}px ${HEIGHT}px no-repeat`;
}

test('every thumbnail shows its look as it is', async () => {
  const rows = Math.ceil(THEMES.length / COLUMNS);
  const { page } = await pages.open(WIDTH * COLUMNS, HEIGHT * rows);
  const demo = (theme: string) => (theme === 'sliderstreaming' ? 'code' : 'usual');
  const addresses = THEMES.map((theme) => [theme, `overlay/${theme}/?demo=${demo(theme)}&marquee=off`]);
  await openFrames(
    page,
    server,
    Object.fromEntries(addresses),
    `body { height: ${HEIGHT * rows}px; background: ${THEMES.map((_, at) => sceneOf(at)).join()} }
    iframe { position: absolute; width: 1920px; height: 1080px; transform-origin: 0 0 }
    ${THEMES.map(styleOf).join('')}`,
  );
  const all = await page.screenshot();
  for (const [at, theme] of THEMES.entries()) {
    const place = { left: (at % COLUMNS) * WIDTH, top: Math.floor(at / COLUMNS) * HEIGHT };
    const picture = await sharp(all)
      .extract({ ...place, width: WIDTH, height: HEIGHT })
      .png()
      .toBuffer();
    const file = join(ROOT, 'themes', theme, 'thumbnail.webp');
    expect.soft(await differenceFromFile(file, picture, { quality: 80 }), theme).toBe('');
  }
});
