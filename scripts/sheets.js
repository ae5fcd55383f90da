// Draws contact sheets for reviews: every page at three widths, dark and light, and every look at 1080p over three
// pictures. `node scripts/sheets.js`, or with `pages` or `looks` only those.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { launchChromium } from './chromium.js';
import { addressOf, startProgram } from './running-program.js';

const GAP = 8;
const GROUND = '#6b6b70';
/** Pixels, before scaling. */
const PAGE_HEIGHT = 900;
const PAGE_WIDTHS = [1440, 820, 390];
const PAGE_SCALE = 1 / 3;
/** Covers, previews and lamps stand still after this time. */
const SETTLED_MS = 2_000;
const DRAWN_WITHIN_MS = 60_000;

/** Pages of the demo, each with a selector that matches once it is drawn. @type {readonly (readonly [string, string])[]} */
const DEMO_PAGES = [
  ['dashboard/', '.deck'],
  ['overlay/', 'iframe'],
  ['help/', 'h1'],
  ['help/set-up', 'h1'],
  ['page/', 'h1'],
  ['nothing-here', 'h1'],
];
/** @type {readonly (readonly [string, string])[]} */
const PROGRAM_PAGES = [
  ['setup/', '#sources .card'],
  ['setup/#look', '.step iframe'],
  ['setup/#more', '.step .card'],
  ['settings/', '.option'],
];

const SAMPLES = ['usual', 'long', 'cjk', 'rtl', 'emoji'];
const SCENES = ['club', 'day', 'photo'];
const COLUMNS = 3;
const LOOK_CELL_WIDTH = 200;
/** Part of the canvas that shows the look: left, top, width, height. */
const SEEN = [0, 760, 1_320, 320];
/** @type {Readonly<Record<string, readonly number[]>>} */
const SEEN_OF = {
  artright: [600, 760, 1_320, 320],
  sliderartright: [600, 760, 1_320, 320],
  text: [0, 760, 1_320, 320],
  ticker: [0, 920, 1_320, 160],
  decks: [0, 720, 1_320, 360],
  recent: [0, 430, 1_320, 650],
  portrait: [0, 200, 1_320, 880],
};

/** @typedef {{ input: Buffer, left: number, top: number }} Part */

/**
 * @param {import('playwright-core').Page} page
 * @param {string} address
 * @param {typeof DEMO_PAGES} paths
 */
async function shotsOf(page, address, paths) {
  /** @type {Buffer[]} */
  const rows = [];
  for (const [path, drawn] of paths) {
    /** @type {Part[]} */
    const parts = [];
    let left = 0;
    for (const width of PAGE_WIDTHS) {
      await page.setViewportSize({ width, height: PAGE_HEIGHT });
      // Otherwise another fragment would only scroll.
      await page.goto('about:blank');
      await page.goto(`${address}${path}`);
      await page.locator(drawn).first().waitFor({ state: 'attached', timeout: DRAWN_WITHIN_MS });
      await page.waitForTimeout(SETTLED_MS);
      const [across, down] = [Math.round(width * PAGE_SCALE), Math.round(PAGE_HEIGHT * PAGE_SCALE)];
      parts.push({
        input: await sharp(await page.screenshot())
          .resize(across, down)
          .png()
          .toBuffer(),
        left,
        top: 0,
      });
      left += across + GAP;
    }
    rows.push(await composed(left, Math.round(PAGE_HEIGHT * PAGE_SCALE) + GAP, parts));
  }
  return rows;
}

/** @param {number} width @param {number} height @param {Part[]} parts */
function composed(width, height, parts) {
  return sharp({ create: { width, height, channels: 3, background: GROUND } })
    .composite(parts)
    .png()
    .toBuffer();
}

/** Fills columns from the left, each picture in the shortest one. @param {readonly Buffer[]} pictures @param {number} columns */
async function sheetOf(pictures, columns) {
  const heights = Array.from({ length: columns }, () => 0);
  let widest = 0;
  /** @type {Part[]} */
  const parts = [];
  for (const input of pictures) {
    const { width, height } = await sharp(input).metadata();
    const column = heights.indexOf(Math.min(...heights));
    parts.push({ input, left: column * (width + GAP), top: heights[column] ?? 0 });
    heights[column] = (heights[column] ?? 0) + height;
    widest = Math.max(widest, width);
  }
  return composed(columns * (widest + GAP) - 2 * GAP, Math.max(...heights) - GAP, parts);
}

/** @param {Buffer} picture @param {string} name @param {number} quality */
async function save(picture, name, quality) {
  const file = fileURLToPath(new URL(`../docs/images/${name}.webp`, import.meta.url));
  const { size } = await sharp(picture).webp({ quality, effort: 6 }).toFile(file);
  console.log(`docs/images/${name}.webp ${Math.round(size / 1024)} KB`);
}

/** @param {string} demo @param {string} program  addresses */
async function drawPages(demo, program) {
  // Only the first page may configure, so all addresses share it.
  const page = await browser.newPage();
  for (const colorScheme of /** @type {const} */ (['dark', 'light'])) {
    await page.emulateMedia({ colorScheme });
    const shots = [
      ...(await shotsOf(page, demo, DEMO_PAGES)),
      ...(await shotsOf(page, program, PROGRAM_PAGES)),
    ];
    await save(await sheetOf(shots, 2), `pages-${colorScheme}`, 80);
  }
  await page.close();
}

/** @param {string} address */
async function drawLooks(address) {
  /** @type {import('../src/web/wire/themes.ts').ThemesMessage} */
  const { themes } = JSON.parse(await (await fetch(`${address}api/v1/themes`)).text());
  /** @type {Buffer[]} */
  const pictures = [];
  for (const { id } of themes) {
    const [left = 0, top = 0, across = 0, down = 0] = SEEN_OF[id] ?? SEEN;
    const scale = LOOK_CELL_WIDTH / across;
    const height = Math.round(down * scale);
    const viewport = { width: SCENES.length * LOOK_CELL_WIDTH + GAP, height: SAMPLES.length * height + GAP };
    const page = await browser.newPage({ viewport });
    // Pages without an origin show no frames of another.
    await page.goto(`${address}api/v1/now`);
    const cell = `<div style="width:${LOOK_CELL_WIDTH}px;height:${height}px;overflow:hidden">
      <iframe width="1920" height="1080" style="border:0;transform-origin:0 0;
        transform:scale(${scale}) translate(${-left}px,${-top}px)"></iframe></div>`;
    await page.setContent(
      `<body style="margin:0;background:${GROUND};display:grid;grid-template-columns:repeat(${SCENES.length},${LOOK_CELL_WIDTH}px)">
        ${cell.repeat(SAMPLES.length * SCENES.length)}`,
    );
    const frames = page.frames().filter((frame) => frame !== page.mainFrame());
    // A busy computer shows some without their cover if all load at once.
    for (const [at, frame] of frames.entries()) {
      const sample = SAMPLES[Math.floor(at / SCENES.length)] ?? '';
      const demo = id === 'sliderstreaming' && sample === 'usual' ? 'code' : sample;
      await frame.goto(`${address}overlay/${id}/?demo=${demo}&marquee=off&entrance=none`);
      await frame.locator('html[data-state="visible"]').waitFor({ state: 'attached' });
      const scene = `${address}sdk/scenes/${SCENES[at % SCENES.length]}.webp`;
      await frame.evaluate(
        `document.documentElement.style.background = 'url(${scene}) 0 0 / cover'; document.fonts.ready.then(() => undefined)`,
      );
    }
    await page.waitForTimeout(SETTLED_MS);
    pictures.push(await page.screenshot());
    await page.close();
  }
  await save(await sheetOf(pictures, COLUMNS), 'looks', 80);
}

const wanted = process.argv.slice(2);
/** @param {string} sheet */
const isWanted = (sheet) => wanted.length === 0 || wanted.includes(sheet);
const home = await mkdtemp(join(tmpdir(), 'dj-'));
const demo = startProgram(['demo', '--http.addr=127.0.0.1:0'], home);
const browser = await launchChromium();
try {
  const address = await addressOf(demo.lines, 'track featured');
  if (isWanted('looks')) {
    await drawLooks(address);
  }
  if (isWanted('pages')) {
    const program = startProgram(['start', '--source=http', '--http.addr=127.0.0.1:9090'], home);
    try {
      await drawPages(address, await addressOf(program.lines, 'waiting for tracks'));
    } finally {
      await program.stop();
    }
  }
} finally {
  await browser.close();
  await demo.stop();
  await rm(home, { recursive: true, force: true });
}
