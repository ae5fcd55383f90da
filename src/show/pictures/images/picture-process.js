/**
 * Cuts images to a square around the middle. JavaScript, because Node also runs it unbundled. Receives `{ bytes }` and
 * answers `{ png, accent }` or `{ problem }`; ends with the process that started it.
 */
import sharp from 'sharp';
import { answerRequests } from '../../../host/helper-process/answer-requests.js';
import { accentOf } from './accent.js';

const SIDE = 256;
const COUNTED_SIDE = 48;
/** 8000x8000. Larger images are not decoded: a few bytes can claim gigabytes. */
const MAX_PIXELS = 64_000_000;
/** A normal image takes milliseconds. */
const TIME_LIMIT_SECONDS = 10;

// One small picture at a time, and never the same twice: threads and a cache would gain nothing.
sharp.concurrency(1);
sharp.cache(false);
answerRequests('deckcast pictures', (/** @type {{ bytes: Uint8Array }} */ { bytes }) =>
  draw(bytes).catch((error) => ({ problem: error instanceof Error ? error.message : String(error) })),
);

/** @param {Uint8Array} bytes */
async function draw(bytes) {
  const png = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .timeout({ seconds: TIME_LIMIT_SECONDS })
    .autoOrient()
    .resize(SIDE, SIDE, { fit: 'cover' })
    .png({ adaptiveFiltering: true })
    .toBuffer();
  const counted = sharp(png).resize(COUNTED_SIDE, COUNTED_SIDE).flatten().toColorspace('srgb');
  return { png, accent: accentOf(await counted.raw().toBuffer()) };
}
