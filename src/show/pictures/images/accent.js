/** Color for a cover: hue of the most colorful area, bright enough for letters on black. */

/** Degrees of hue. */
const STEP = 15;
const STEPS = 360 / STEP;
/** Chroma (0 to 255) below which a pixel is gray. */
const GRAY = 36;
/** Least colorful part of a cover. */
const LEAST = 0.02;
/** WCAG 2.2, 1.4.3, for small letters, and some more for moving pictures. */
const CONTRAST = 5.5;

/**
 * @param {Uint8Array} pixels red, green and blue, each 0 to 255
 * @returns {string | undefined} `#rrggbb`; undefined for a gray picture
 */
export function accentOf(pixels) {
  const hues = Array.from({ length: STEPS }, () => ({ weight: 0, red: 0, green: 0, blue: 0 }));
  let colorful = 0;
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(at, at + 3);
    const chroma = Math.max(red, green, blue) - Math.min(red, green, blue);
    const hue = hues[Math.floor(hueOf(red, green, blue) / STEP) % STEPS];
    if (chroma >= GRAY && hue !== undefined) {
      colorful += 1;
      const weight = chroma * chroma;
      hue.weight += weight;
      hue.red += red * weight;
      hue.green += green * weight;
      hue.blue += blue * weight;
    }
  }
  const best = hues.reduce((one, other) => (other.weight > one.weight ? other : one));
  if (colorful === 0 || colorful < (pixels.length / 3) * LEAST) {
    return undefined;
  }
  return readable(best.red / best.weight, best.green / best.weight, best.blue / best.weight);
}

/**
 * @param {number} red
 * @param {number} green
 * @param {number} blue
 */
function readable(red, green, blue) {
  const strongest = Math.max(red, green, blue);
  // Full strength, then as much white as it takes.
  let color = [red, green, blue].map((channel) => (channel * 255) / strongest);
  while ((luminance(color) + 0.05) / 0.05 < CONTRAST) {
    color = color.map((channel) => channel + (255 - channel) * 0.08);
  }
  return `#${color.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
}

/**
 * Degrees.
 *
 * @param {number} red
 * @param {number} green
 * @param {number} blue
 */
function hueOf(red, green, blue) {
  const radians = Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue);
  return ((radians * 180) / Math.PI + 360) % 360;
}

/** As WCAG defines it, 0 to 1. @param {readonly number[]} color */
function luminance(color) {
  const [red = 0, green = 0, blue = 0] = color.map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
