import type { Picture } from './track.ts';

/** What stands where there is no picture: one transparent pixel, the smallest PNG that is complete. */
export const TRANSPARENT_PIXEL: Picture = {
  png: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAAC0lEQVR42mNgAAIAAAUAAen63NgAAAAASUVORK5CYII=',
    'base64',
  ),
};
