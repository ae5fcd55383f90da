/** Turns image bytes from anywhere into the one form of art that we publish: a PNG of 256x256. */
import { messageOf, UpstreamError } from '../core/errors.ts';
import type { Picture } from '../core/track.ts';

/** Pixels of each side. */
const SIDE = 256;
/** Bytes of encoded image beyond which nothing is decoded. */
export const MAX_IMAGE_BYTES = 20 * 1024 * 1024;
/** Pixels (8000x8000) beyond which nothing is decoded: a few bytes can claim gigabytes. */
const MAX_PIXELS = 64_000_000;
/** Decoding ends after this; an honest image takes milliseconds. */
const TIME_LIMIT_SECONDS = 10;

/**
 * JPEG, PNG, WebP or GIF in; cut to a square around the middle. The work is done off the main thread.
 * Throws UpstreamError (`drop`) for what is too large or no such image.
 */
export async function artPicture(bytes: Uint8Array): Promise<Picture> {
  if (bytes.byteLength > MAX_IMAGE_BYTES) {
    throw new UpstreamError(`the image has more than ${MAX_IMAGE_BYTES} bytes`, 'drop');
  }
  if (formatOf(bytes) === undefined) {
    throw new UpstreamError('the image is no JPEG, PNG, WebP or GIF', 'drop');
  }
  const { default: sharp } = await import('sharp');
  try {
    const png = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .timeout({ seconds: TIME_LIMIT_SECONDS })
      .autoOrient()
      .resize(SIDE, SIDE, { fit: 'cover' })
      .png({ compressionLevel: 9 })
      .toBuffer();
    return { png };
  } catch (error) {
    throw new UpstreamError(`the image cannot be read: ${messageOf(error)}`, 'drop', { cause: error });
  }
}

/** By the first bytes alone; undefined for everything else (an SVG, a page of HTML). */
export function formatOf(bytes: Uint8Array): 'jpeg' | 'png' | 'webp' | 'gif' | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 12)).toString('latin1');
  if (head.startsWith('\xff\xd8\xff')) {
    return 'jpeg';
  }
  if (head.startsWith('\x89PNG\r\n\x1a\n')) {
    return 'png';
  }
  if (head.startsWith('RIFF') && head.slice(8) === 'WEBP') {
    return 'webp';
  }
  return /^GIF8[79]a/.test(head) ? 'gif' : undefined;
}
