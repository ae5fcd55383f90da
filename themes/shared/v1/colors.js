/**
 * Derived colors: a translucent panel, and letters readable on the accent.
 * @typedef {readonly [red: number, green: number, blue: number, alpha: number]} Rgba 0 to 255, alpha 0 to 1
 */

/** WCAG 2.2, 1.4.3, for large letters. */
const READABLE = 3;
const WHITE = '#ffffff';
const BLACK = '#0b0d12';

/**
 * @param {string} color
 * @param {(text: string) => Rgba | undefined} read
 * @param {number} share  0 to 1
 */
export function withOpacity(color, read, share) {
  const rgba = read(color);
  if (rgba === undefined || share >= 1) {
    return color;
  }
  const [red, green, blue, alpha] = rgba;
  return `rgba(${red}, ${green}, ${blue}, ${Number((alpha * share).toFixed(3))})`;
}

/**
 * Mixes in a share of another color.
 * @param {string} color
 * @param {string} other
 * @param {(text: string) => Rgba | undefined} read
 * @param {number} share 0 to 1
 */
export function tinted(color, other, read, share) {
  const [one, two] = [read(color), read(other)];
  if (one === undefined || two === undefined) {
    return color;
  }
  const [red = 0, green = 0, blue = 0] = [0, 1, 2].map((at) =>
    Math.round((one[at] ?? 0) * (1 - share) + (two[at] ?? 0) * share),
  );
  return `rgba(${red}, ${green}, ${blue}, ${one[3]})`;
}

/**
 * First of `wanted`, white and black that is readable on this color.
 * @param {string} background
 * @param {string} wanted
 * @param {(text: string) => Rgba | undefined} read
 */
export function readableOn(background, wanted, read) {
  const candidates = [wanted, WHITE, BLACK].filter((color) => read(color) !== undefined);
  const behind = read(background);
  if (behind === undefined) {
    return wanted;
  }
  return (
    candidates.find((color) => contrast(read(color) ?? behind, behind) >= READABLE) ??
    (luminance(behind) > 0.18 ? BLACK : WHITE)
  );
}

/**
 * WCAG's contrast, 1 to 21, ignoring alpha.
 * @param {Rgba} one
 * @param {Rgba} other
 */
function contrast(one, other) {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

/** @param {Rgba} color */
function luminance([red, green, blue]) {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/**
 * Parser of CSS colors.
 * @returns {(text: string) => Rgba | undefined}
 */
export function colorReader() {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  return (text) => {
    if (context === null || !CSS.supports('color', text)) {
      return undefined;
    }
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = text;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  };
}
