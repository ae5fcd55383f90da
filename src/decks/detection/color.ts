import type { Deck, Detection } from './deck.ts';

/** `#rrggbb` or `#aarrggbb`; empty if unknown. */
export function colorOf({ device, number }: Deck, { devices }: Detection): string {
  return devices.get(device)?.strips.get(number)?.color ?? '';
}

const HUES = [
  ['red', 0],
  ['orange', 28],
  ['yellow', 50],
  ['limegreen', 85],
  ['green', 130],
  ['lightblue', 186],
  ['blue', 220],
  ['purple', 285],
] as const;

export type ColorName = (typeof HUES)[number][0];

export const COLOR_NAMES: readonly ColorName[] = HUES.map(([name]) => name);

/** Less saturated colors are gray. */
const GRAY = 0.25;

/**
 * Name of `#aarrggbb` or `#rrggbb`; empty for grays and other texts. Palettes differ among manufacturers, so
 * the nearest hue decides.
 */
export function colorName(value: string): ColorName | '' {
  const digits = /^#(?:[0-9a-f]{2})?([0-9a-f]{6})$/i.exec(value)?.[1];
  if (digits === undefined) {
    return '';
  }
  const rgb = Number.parseInt(digits, 16);
  const hue = hueOf(rgb >> 16, (rgb >> 8) & 0xff, rgb & 0xff);
  if (hue === undefined) {
    return '';
  }
  let nearest: ColorName = 'red';
  let least = 360;
  for (const [name, center] of HUES) {
    const apart = Math.abs(hue - center);
    const distance = Math.min(apart, 360 - apart);
    if (distance < least) {
      nearest = name;
      least = distance;
    }
  }
  return nearest;
}

/** Degrees, 0 to 360. */
function hueOf(red: number, green: number, blue: number): number | undefined {
  const most = Math.max(red, green, blue);
  const range = most - Math.min(red, green, blue);
  if (most === 0 || range / most < GRAY) {
    return undefined;
  }
  if (most === red) {
    return (60 * ((green - blue) / range) + 360) % 360;
  }
  return most === green ? 60 * ((blue - red) / range) + 120 : 60 * ((red - green) / range) + 240;
}
