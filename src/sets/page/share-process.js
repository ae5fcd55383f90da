/**
 * Draws the picture that other services show for a link to the page. JavaScript, because Node also runs it unbundled.
 * Answers `{ png }` or `{ problem }`; ends with the process that started it.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { answerRequests } from '../../host/helper-process/answer-requests.js';

/** @import { ShareRequest } from './share.ts' */

const SIZE = { width: 1_200, height: 630 };
const COVER = { left: 72, top: 95, side: 440, radius: 10 };
/** Place of the logo, in the margin below the cover. */
const LOGO = { left: 72, middle: 582, width: 440, height: 52 };
/** Bar in the color of the page, above the heading. */
const BAR = { top: 63, width: 64, height: 8 };
const TEXT = { left: 572, top: 95, bottom: 535, width: 564 };
/** Text shrinks this far, and is cut after that. */
const SCALES = [1, 0.85, 0.72, 0.6];
const MOST_LETTERS = 300;
const GROUND = '#0a0a0b';
const FONTS = {
  heading: {
    family: 'Deckcast Share Label Bold',
    file: 'barlow-condensed-700.ttf',
    size: 68,
    color: '#f5f3ee',
  },
  day: { family: 'Deckcast Share Medium', file: 'inter-500.ttf', size: 26, color: '#bdb9b1' },
  title: { family: 'Deckcast Share Bold', file: 'inter-700.ttf', size: 56, color: '#f5f3ee' },
  artist: { family: 'Deckcast Share Medium', file: 'inter-500.ttf', size: 34, color: '#d8d4cb' },
};
/** Three lines of the title. */
const TITLE_HEIGHT = 200;

sharp.concurrency(1);
sharp.cache(false);
answerRequests('deckcast share image', (/** @type {ShareRequest} */ request) =>
  draw(request).catch((error) => ({ problem: error instanceof Error ? error.message : String(error) })),
);

/** @param {ShareRequest} request */
async function draw({ packageFolder, heading, day, title, artist, brand, light, bytes, logo }) {
  const shell = join(packageFolder, 'dashboard', 'shell');
  const fonts = join(packageFolder, 'dashboard', 'page', 'share');
  const wordmark = (await readFile(join(shell, 'wordmark.svg'), 'utf8')).replaceAll(
    'currentColor',
    '#8d8a84',
  );
  const [cover, wordmarkPicture, logoPicture, ...texts] = await Promise.all([
    coverOf(bytes ?? (await readFile(join(shell, 'sleeve.svg')))),
    sharp(Buffer.from(wordmark), { density: 288 }).resize({ height: 20 }).png().toBuffer(),
    logoOf(logo),
    textOf(heading.toUpperCase(), FONTS.heading, fonts),
    textOf(day, FONTS.day, fonts),
    textOf(title, FONTS.title, fonts, TITLE_HEIGHT),
    textOf(artist, FONTS.artist, fonts),
  ]);
  const [headingText, dayText, titleText, artistText] = texts;
  const { left } = TEXT;
  const artistTop = TEXT.bottom - (artistText?.height ?? 0);
  const titleTop = artistTop - (artistText === undefined ? 0 : 22) - (titleText?.height ?? 0);
  const placed = [
    { text: headingText, top: TEXT.top },
    { text: dayText, top: TEXT.top + (headingText?.height ?? 0) + 20 },
    { text: titleText, top: titleTop },
    { text: artistText, top: artistTop },
  ].flatMap(({ text, top }) => (text === undefined ? [] : [{ input: text.png, left, top }]));
  const png = await sharp(Buffer.from(groundOf(light, brand)))
    .composite([
      { input: cover, left: COVER.left, top: COVER.top },
      { input: wordmarkPicture, left: SIZE.width - 40 - 110, top: SIZE.height - 30 - 20 },
      ...logoPicture,
      ...placed,
    ])
    .png({ compressionLevel: 9 })
    .toBuffer();
  return { png };
}

/**
 * @param {string} light
 * @param {string} brand  the user's color
 */
function groundOf(light, brand) {
  const { width, height } = SIZE;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <radialGradient id="g" gradientUnits="userSpaceOnUse" cx="240" cy="315" r="690" gradientTransform="translate(0 44) scale(1 .86)">
      <stop stop-color="${light}" stop-opacity=".45"/><stop offset=".8" stop-color="${light}" stop-opacity="0"/>
    </radialGradient>
    <rect width="100%" height="100%" fill="${GROUND}"/><rect width="100%" height="100%" fill="url(#g)"/>
    <rect x="${TEXT.left}" y="${BAR.top}" width="${BAR.width}" height="${BAR.height}" fill="${brand}"/>
  </svg>`;
}

/** The logo in its place; empty for none, or a file that is no picture. @param {Uint8Array | undefined} logo */
async function logoOf(logo) {
  if (logo === undefined) {
    return [];
  }
  const { left, middle, width, height } = LOGO;
  try {
    const picture = sharp(logo, { density: 288 }).resize(width, height, { fit: 'inside' }).png();
    const { data, info } = await picture.toBuffer({ resolveWithObject: true });
    return [{ input: data, left, top: middle - Math.round(info.height / 2) }];
  } catch {
    return [];
  }
}

/** @param {Uint8Array} image */
function coverOf(image) {
  const { side, radius } = COVER;
  const corners = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><rect width="100%" height="100%" rx="${radius}"/></svg>`;
  return sharp(image)
    .resize(side, side, { fit: 'cover' })
    .ensureAlpha()
    .composite([{ input: Buffer.from(corners), blend: 'dest-in' }])
    .png()
    .toBuffer();
}

/**
 * Text that fits: on one line, or where a height is given, on as many as fit into it. Undefined for an empty text.
 *
 * @param {string} text
 * @param {{ family: string, file: string, size: number, color: string }} font
 * @param {string} fonts  folder
 * @param {number} [maxHeight]
 */
async function textOf(text, { family, file, size, color }, fonts, maxHeight) {
  let letters = [...new Intl.Segmenter().segment(text.replace(/\p{Cc}+/gu, ' ').trim())].map(
    ({ segment }) => segment,
  );
  if (letters.length === 0) {
    return undefined;
  }
  /** @param {number} scale @param {string} end */
  async function drawn(scale, end) {
    const markup = `<span foreground="${color}">${escaped(letters.join('') + end)}</span>`;
    const { data, info } = await sharp({
      text: {
        text: markup,
        font: `${family} ${Math.round(size * scale)}`,
        fontfile: join(fonts, file),
        rgba: true,
        dpi: 72,
        ...(maxHeight !== undefined && { width: TEXT.width, wrap: 'word-char' }),
      },
    })
      .png()
      .toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    return { png: data, width, height, fits: width <= TEXT.width && height <= (maxHeight ?? height) };
  }
  const isLong = letters.length > MOST_LETTERS;
  letters = letters.slice(0, MOST_LETTERS);
  for (const scale of isLong ? [] : SCALES) {
    const one = await drawn(scale, '');
    if (one.fits) {
      return one;
    }
  }
  for (;;) {
    letters = letters.slice(0, Math.floor(letters.length * 0.85));
    const one = await drawn(SCALES.at(-1) ?? 1, '…');
    if (one.fits || letters.length < 2) {
      return one;
    }
  }
}

/** @param {string} text */
function escaped(text) {
  return text.replace(/[&<>]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
