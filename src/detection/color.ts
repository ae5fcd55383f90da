/** Deck colours: which of those that a device tells is a deck's, and the names that people use. */
import type { Device } from './deck.ts';

/**
 * Who tells a colour: the deck itself, the preferences of the layer that a player shows, or the profile of its
 * user. On a player the profile's numbers are those of players, not of decks.
 */
export type ColorTeller = 'deck' | 'layer' | 'profile';

/** The first that tells counts. What players say of their layers has been seen on hardware. */
const TRUST: Readonly<Record<Device['role'], readonly ColorTeller[]>> = {
  player: ['layer', 'deck'],
  'all-in-one': ['deck', 'profile', 'layer'],
};

/** The device with this colour of its deck `number` noted. */
export function noteColor(device: Device, teller: ColorTeller, number: number, color: string): Device {
  const key = keyOf(teller, number);
  return device.colors.get(key) === color
    ? device
    : { ...device, colors: new Map(device.colors).set(key, color) };
}

/** `#aarrggbb`; empty when nobody tells. */
export function colorOf({ role, colors }: Device, number: number): string {
  const teller = TRUST[role].find((one) => colors.has(keyOf(one, number)));
  return teller === undefined ? '' : (colors.get(keyOf(teller, number)) ?? '');
}

function keyOf(teller: ColorTeller, number: number): string {
  return `${teller} ${number}`;
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

/** Saturation below which a colour is a grey and has no name. */
const GREY = 0.25;

/**
 * The name of `#aarrggbb` or `#rrggbb`; empty for greys and for everything that isn't a colour. Only two
 * values of the hardware's palette are known (#ffea2828, #ff1cd2e5), so the nearest hue decides.
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

/** Degrees, 0 to 360; undefined for a grey. */
function hueOf(red: number, green: number, blue: number): number | undefined {
  const most = Math.max(red, green, blue);
  const range = most - Math.min(red, green, blue);
  if (most === 0 || range / most < GREY) {
    return undefined;
  }
  if (most === red) {
    return (60 * ((green - blue) / range) + 360) % 360;
  }
  return most === green ? 60 * ((blue - red) / range) + 120 : 60 * ((red - green) / range) + 240;
}
