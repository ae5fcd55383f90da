// Draws backgrounds of the gallery's previews: `node scripts/scenes/draw.js`. Pages show pictures, because browsers
// take a frame's time for the blur.
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { launchChromium } from '../chromium.js';

const browser = await launchChromium();
try {
  const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
  for (const name of ['club', 'day', 'photo']) {
    await page.goto(new URL(`${name}.svg`, import.meta.url).href);
    const file = fileURLToPath(new URL(`../../themes/shared/scenes/${name}.webp`, import.meta.url));
    await sharp(await page.screenshot())
      .webp({ quality: 72, effort: 6 })
      .toFile(file);
  }
} finally {
  await browser.close();
}
