import { describe, expect, test } from 'vitest';
import { accentOf } from './accent.js';

type Color = readonly [red: number, green: number, blue: number];

/** Has this many pixels of each color. */
function picture(...parts: readonly (readonly [pixels: number, color: Color])[]): Uint8Array {
  return Uint8Array.from(
    parts.flatMap(([pixels, color]) => Array.from({ length: pixels }, () => color).flat()),
  );
}

function contrastOf(hex: string): number {
  const [red = 0, green = 0, blue = 0] = (hex.match(/[\da-f]{2}/g) ?? []).map((text) => {
    const part = Number.parseInt(text, 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05) / 0.05;
}

describe('the accent of a cover', () => {
  test('is the most colorful hue, not the largest area', () => {
    expect(accentOf(picture([900, [40, 42, 46]], [100, [250, 80, 20]]))).toMatch(/^#ff[4-7]/);
  });

  test('is the hue with more area among equally colorful ones', () => {
    expect(accentOf(picture([300, [0, 200, 80]], [100, [200, 0, 80]]))).toMatch(/^#00ff/);
  });

  test.each<Color>([
    [0, 0, 90],
    [90, 0, 0],
    [40, 0, 60],
    [255, 0, 0],
    [0, 0, 255],
    [20, 60, 20],
  ])('is readable on black: %d, %d, %d', (...color) => {
    expect(contrastOf(accentOf(picture([100, color])) ?? '')).toBeGreaterThanOrEqual(5.5);
  });

  test.each<[string, Uint8Array]>([
    ['black and white', picture([500, [0, 0, 0]], [500, [255, 255, 255]])],
    ['gray with a colored speck', picture([990, [120, 120, 124]], [10, [255, 0, 0]])],
    ['empty', new Uint8Array()],
  ])('is undefined for a picture that is %s', (_what, pixels) => {
    expect(accentOf(pixels)).toBeUndefined();
  });
});
