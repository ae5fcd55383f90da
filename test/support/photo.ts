import sharp from 'sharp';

/** Makes a square JPEG with this side in pixels: soft spots of all colors, as hard to compress as a photograph. */
export async function photoLike(side: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const small = sharp({ create: { width: 20, height: 20, channels: 3, background: 'black', noise } });
  return sharp(await small.png().toBuffer())
    .resize(side, side)
    .jpeg()
    .toBuffer();
}
