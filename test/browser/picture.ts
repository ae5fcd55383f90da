/** Golden pictures, with a tolerance for other font renderers. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp, { type WebpOptions } from 'sharp';

const GOLDENS = fileURLToPath(new URL('./goldens', import.meta.url));
/** `DECKCAST_GOLDENS=write npx vitest run test/browser/goldens.test.ts` (or `thumbnails.test.ts`) draws them again. Look at them afterward. */
export const WRITE = process.env.DECKCAST_GOLDENS === 'write';

/** Difference of a blurred channel above which a pixel differs. */
const CHANNEL_TOLERANCE = 40;
const COARSER = 2;
const SHARE_TOLERANCE = 0.004;

/** Empty if equal, or the difference and the new picture's file. */
export function differenceFromGolden(name: string, png: Buffer): Promise<string> {
  return differenceFromFile(join(GOLDENS, `${name}.webp`), png, { lossless: true });
}

/** `differenceFromGolden` for a picture that ships. */
export async function differenceFromFile(golden: string, png: Buffer, how: WebpOptions): Promise<string> {
  if (WRITE) {
    await mkdir(dirname(golden), { recursive: true });
    await writeFile(
      golden,
      await sharp(png)
        .webp({ effort: 6, ...how })
        .toBuffer(),
    );
    return '';
  }
  const [now, then] = await Promise.all([pixels(png), readFile(golden).then(pixels)]);
  if (now.width !== then.width || now.height !== then.height) {
    return `it is ${now.width} x ${now.height} and was ${then.width} x ${then.height}`;
  }
  const share = shareOfDifferent(now.data, then.data);
  if (share <= SHARE_TOLERANCE) {
    return '';
  }
  const kept = join(tmpdir(), `deckcast-${basename(dirname(golden))}-${basename(golden, '.webp')}.png`);
  await writeFile(kept, png);
  return `${(share * 100).toFixed(2)} % of it differ; look at ${kept} and ${golden}`;
}

interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

async function pixels(picture: Buffer): Promise<Pixels> {
  const image = sharp(picture);
  const { width } = await image.metadata();
  const { data, info } = await image
    .resize(Math.max(1, Math.round(width / COARSER)))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

function shareOfDifferent(a: Buffer, b: Buffer): number {
  const isFar = (at: number): boolean => Math.abs((a[at] ?? 0) - (b[at] ?? 0)) > CHANNEL_TOLERANCE;
  let different = 0;
  for (let at = 0; at < a.length; at += 3) {
    if (isFar(at) || isFar(at + 1) || isFar(at + 2)) {
      different += 1;
    }
  }
  return different / (a.length / 3);
}
