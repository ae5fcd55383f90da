/**
 * Cuts images to a centered square. JavaScript, because Node also runs it unbundled. Receives `{ bytes }`; answers `{
 * png, accent }` or `{ problem }`.
 */
import sharp from 'sharp';
import { answerRequests } from '../../../host/helper-process/answer-requests.js';
import { accentOf } from './accent.js';

const SIDE = 256;
const COUNTED_SIDE = 48;
/** 8000x8000: a few bytes can claim gigabytes. */
const MAX_PIXELS = 64_000_000;
const TIME_LIMIT_SECONDS = 10;

// Pictures come one at a time, never twice: threads and a cache gain nothing.
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
