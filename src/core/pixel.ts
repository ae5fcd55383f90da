import type { Picture } from './track.ts';

/** The placeholder for a missing picture: one transparent pixel. */
export const TRANSPARENT_PIXEL: Picture = {
  png: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAAC0lEQVR42mNgAAIAAAUAAen63NgAAAAASUVORK5CYII=',
    'base64',
  ),
};
