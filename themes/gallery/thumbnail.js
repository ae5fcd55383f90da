/**
 * Small live picture of a look with its own options, cut like the stored thumbnails.
 * @import { WireTheme } from '../../src/web/wire/themes.ts'
 */
import { CANVAS, placeFor } from './place.js';

/** Width of the part of the canvas that stored thumbnails show. */
const SEEN = 1060;
/** Nothing in a picture moves or goes away. */
const STILL = { show: '0', delay: '0', entrance: 'none', marquee: 'off' };

/** Keeps a frame for each key: loading it again would flicker. */
export function createThumbnails() {
  /** @type {Map<string, { address: string, picture: HTMLElement }>} */
  const kept = new Map();

  /** @param {string} key @param {WireTheme} theme @param {ReadonlyMap<string, string>} options */
  return (key, { id, path }, options) => {
    const demo = id === 'sliderstreaming' ? 'code' : 'usual';
    const query = new URLSearchParams(Object.entries({ ...Object.fromEntries(options), ...STILL, demo }));
    const address = `${path}?${query}`;
    const before = kept.get(key);
    if (before?.address === address) {
      return before.picture;
    }
    const picture = pictureOf(
      address,
      sideOf(id, options.get('pos') ?? 'auto'),
      Number(options.get('scale')) || 1,
    );
    kept.set(key, { address, picture });
    return picture;
  };
}

/** Whether the look stands at the top. @param {ReadonlyMap<string, string>} options */
export const isHigh = (options) => options.get('pos')?.startsWith('top') === true;

/** Edges that the look stands at. @param {string} id @param {string} pos */
function sideOf(id, pos) {
  return pos === 'auto' ? `bottom-${id.endsWith('right') ? 'right' : 'left'}` : pos;
}

/** @param {string} address @param {string} side @param {number} scale  of the look */
function pictureOf(address, side, scale) {
  const { place, frame } = placeFor(address, CANVAS);
  frame.loading = 'lazy';
  frame.tabIndex = -1;
  const zoom = Math.max(1, CANVAS.width / SEEN / Math.max(1, scale));
  const from = (/** @type {string} */ first, /** @type {string} */ last) =>
    side.includes(first) ? 0 : (1 - zoom) / (side.includes(last) ? 1 : 2);
  Object.assign(place.style, {
    position: 'absolute',
    width: `${zoom * 100}%`,
    left: `${from('left', 'right') * 100}%`,
    top: `${from('top', 'bottom') * 100}%`,
  });
  const picture = document.createElement('span');
  // The press is for the button around it.
  picture.inert = true;
  picture.className = 'own';
  Object.assign(picture.style, {
    position: 'relative',
    display: 'block',
    aspectRatio: '16 / 9',
    overflow: 'hidden',
    background: 'url("/sdk/scenes/club.webp") 50% / cover',
  });
  picture.append(place);
  return picture;
}
