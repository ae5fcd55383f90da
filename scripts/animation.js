// Draws the README's animated picture: three looks over a club, with the documentation site's recorded set. `node
// scripts/animation.js` writes `docs/images/deckcast.webp`. Needs ffmpeg. The page's clock stands still for each
// picture, so that a busy computer draws the same.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchChromium } from './chromium.js';
import { copyLooks } from './site/looks.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const TARGET = join(ROOT, 'docs/images/deckcast.webp');
const MOST_BYTES = 2_000_000;
const [WIDTH, HEIGHT] = [960, 540];
const CANVAS_SCALE = 0.5;
const FRAME_MS = 50;
const LOOKS = ['default', 'text', 'artleft', 'vinyl'];
/** Drawn moments of the set, ms: the first track enters, the second replaces it. */
const DRAWN = [
  [2_600, 5_400],
  [11_800, 14_600],
];
/** Later than anything at the clock's installation. */
const STARTED_AT_MS = 3_600_000;
const SITE = 'http://looks.example/';
/** @type {Readonly<Record<string, string>>} */
const TYPES = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** Moves animations, which would run by the real clock, on by some ms. */
const HOLD_ANIMATIONS = `{
  const times = new WeakMap();
  globalThis.holdAnimations = (ms) => {
    for (const animation of document.getAnimations()) {
      const time = times.has(animation) ? times.get(animation) + ms : 0;
      times.set(animation, time);
      if (time >= animation.effect.getComputedTiming().endTime) {
        animation.finish();
      } else {
        animation.pause();
        animation.currentTime = time;
      }
    }
  };
}`;

const folder = mkdtempSync(join(tmpdir(), 'deckcast-animation-'));
const browser = await launchChromium();
try {
  copyLooks(folder, '/');
  let frames = 0;
  for (const look of LOOKS) {
    const page = await browser.newPage({
      viewport: { width: WIDTH / CANVAS_SCALE, height: HEIGHT / CANVAS_SCALE },
      deviceScaleFactor: CANVAS_SCALE,
    });
    await page.route('**', (route) => {
      const path = new URL(route.request().url()).pathname.replace(/\/$/, '/index.html');
      return route.fulfill({
        contentType: TYPES[extname(path)] ?? '',
        body: readFileSync(join(folder, path)),
      });
    });
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(STARTED_AT_MS);
    await page.goto(`${SITE}overlay/${look}/?scale=1.5`);
    await page.waitForFunction("document.fonts.status === 'loaded'");
    await page.evaluate(HOLD_ANIMATIONS);
    let now = 0;
    for (const [from = 0, to = 0] of DRAWN) {
      for (; now < to; now += FRAME_MS) {
        await page.clock.runFor(FRAME_MS);
        await page.evaluate(`holdAnimations(${FRAME_MS})`);
        if (now >= from) {
          const name = `${String(frames).padStart(4, '0')}.png`;
          writeFileSync(join(folder, name), await page.screenshot({ omitBackground: true }));
          frames += 1;
        }
      }
    }
    await page.close();
  }
  encode();
  const { size } = statSync(TARGET);
  console.log(`${TARGET}: ${frames} frames, ${Math.round(size / 1024)} kB`);
  if (size >= MOST_BYTES) {
    throw new Error('this is more than a README should load');
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}

function encode() {
  const scene = ['-loop', '1', '-i', join(ROOT, 'themes/shared/scenes/club.webp')];
  const filter = `[1:v]scale=${WIDTH}:${HEIGHT}[scene];[scene][0:v]overlay=shortest=1`;
  execFileSync('ffmpeg', [
    ...[
      '-y',
      '-loglevel',
      'error',
      '-framerate',
      String(1_000 / FRAME_MS),
      '-i',
      join(folder, '%04d.png'),
      ...scene,
    ],
    ...['-filter_complex', filter, '-c:v', 'libwebp_anim', '-quality', '80', '-compression_level', '6'],
    ...['-loop', '0', TARGET],
  ]);
}
