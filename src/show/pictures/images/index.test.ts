import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { fakeClock } from '../../../../test/support/clock.ts';
import { untilEnded } from '../../../../test/support/processes.ts';
import { formatOf } from './format.ts';
import { MAX_IMAGE_BYTES, PictureProcess } from './index.ts';

const clock = fakeClock();
const closing = new AbortController();
const pictures = new PictureProcess(clock, closing.signal);

afterAll(() => closing.abort());

const artPicture = (bytes: Uint8Array) => pictures.draw(bytes);

function wide(width = 600, height = 200) {
  const square = { width: height, height, channels: 3, background: 'red' } as const;
  return sharp({ create: { width, height, channels: 3, background: 'blue' } }).composite([
    { input: { create: square }, gravity: 'centre' },
  ]);
}

async function describePicture(png: Uint8Array) {
  const { format, width, height } = await sharp(png).metadata();
  const { data } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const colorAt = (x: number, y: number) => [...data.subarray((y * 256 + x) * 3, (y * 256 + x) * 3 + 3)];
  return {
    format,
    width,
    height,
    left: colorAt(8, 128),
    middle: colorAt(128, 128),
    right: colorAt(247, 128),
  };
}

function isRed([red = 0, green = 0, blue = 0]: number[]): boolean {
  return red > 200 && green < 60 && blue < 60;
}

describe('art', () => {
  const encodings = {
    jpeg: () => wide().jpeg().toBuffer(),
    'progressive jpeg': () => wide().jpeg({ progressive: true }).toBuffer(),
    'cmyk jpeg': () => wide().toColorspace('cmyk').jpeg().toBuffer(),
    png: () => wide().png().toBuffer(),
    webp: () => wide().webp().toBuffer(),
    gif: () => wide().gif().toBuffer(),
    'png of 3x3': () => wide(3, 3).png().toBuffer(),
  };
  it.each(Object.entries(encodings))(
    'converts a %s to a center-cropped PNG of 256x256',
    async (_, encode) => {
      const { png } = await artPicture(await encode());
      const seen = await describePicture(png);
      expect(seen).toMatchObject({ format: 'png', width: 256, height: 256 });
      expect(isRed(seen.left) && isRed(seen.middle), JSON.stringify(seen)).toBe(true);
    },
  );

  it('rotates by the EXIF orientation', async () => {
    const red = { create: { width: 300, height: 150, channels: 3, background: 'red' } } as const;
    const redAbove = sharp({
      create: { width: 300, height: 300, channels: 3, background: 'blue' },
    }).composite([{ input: red, gravity: 'north' }]);
    // Orientation 6: the stored top belongs to the right.
    const { png } = await artPicture(await redAbove.withMetadata({ orientation: 6 }).jpeg().toBuffer());
    const seen = await describePicture(png);
    expect([isRed(seen.left), isRed(seen.right)]).toEqual([false, true]);
  });

  it('rejects more than 20 MiB before decoding', async () => {
    const huge = Buffer.concat([await wide().jpeg().toBuffer(), Buffer.alloc(MAX_IMAGE_BYTES)]);
    await expect(artPicture(huge)).rejects.toMatchObject({ name: 'UpstreamError', advice: 'drop' });
  });

  it('rejects an image that claims gigapixels', async () => {
    const bomb = await wide().png().toBuffer();
    bomb.writeUInt32BE(60_000, 16);
    bomb.writeUInt32BE(60_000, 20);
    await expect(artPicture(bomb)).rejects.toThrow('pixel limit');
  });

  it('rejects a truncated image', async () => {
    const whole = await wide().jpeg().toBuffer();
    await expect(artPicture(whole.subarray(0, 300))).rejects.toMatchObject({ advice: 'drop' });
  });

  const others = {
    nothing: Buffer.alloc(0),
    'a page': Buffer.from('<!doctype html><title>Not found</title>'),
    'an SVG': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    'a TIFF': Buffer.from('49492a00', 'hex'),
  };
  it.each(Object.entries(others))('rejects %s', async (_, bytes) => {
    expect(formatOf(bytes)).toBeUndefined();
    await expect(artPicture(bytes)).rejects.toThrow('not a JPEG, PNG, WebP or GIF');
  });
});

describe('the drawing process', () => {
  const image = () => wide().jpeg().toBuffer();

  function pidOf({ pid }: PictureProcess): number {
    expect(pid).toBeTypeOf('number');
    return pid ?? 0;
  }

  it('is replaced when it dies, and loses only its own work', async () => {
    const bytes = await image();
    await artPicture(bytes);
    const pid = pidOf(pictures);
    const lost = expect(artPicture(bytes)).rejects.toMatchObject({ name: 'UpstreamError', advice: 'drop' });
    process.kill(pid, 'SIGKILL');
    await untilEnded(pid);
    await lost;
    expect((await artPicture(bytes)).png.length).toBeGreaterThan(0);
  });

  it('ends after a long idle time', async () => {
    await artPicture(await image());
    const pid = pidOf(pictures);
    await clock.advance(15 * 60_000);
    await untilEnded(pid);
    expect(clock.waiting).toBe(0);
  });
});
