/** The JSON objects that state paths carry, and how devices print them. */
import type { StateJson } from '../core/recording.ts';
import type { Random } from './random.ts';

export const truth = (state: boolean): StateJson => ({ type: 1, state });
export const text = (string: string): StateJson => ({ type: 8, string });
/** One of a list that the device knows: player number, sync mode. */
export const choice = (string: string): StateJson => ({ type: 4, string });
export const decimal = (value: number): StateJson => ({ type: 0, value });
export const whole = (value: number): StateJson => ({ type: 10, value });
export const rate = (value: number): StateJson => ({ type: 14, value });
/** `#aarrggbb` in lower case, as devices write it. */
export const color = (argb: string): StateJson => ({ type: 16, color: argb });

/**
 * The text of a value. As on real devices the order of the keys varies, and a decimal that is a whole
 * number is printed with two noughts (`0.00`).
 */
export function printValue(value: StateJson, random: Random): string {
  const { type } = value;
  const members = Object.entries(value).map(([key, member]) => {
    const printed =
      key === 'value' && type === 0 && Number.isInteger(member)
        ? `${String(member)}.00`
        : JSON.stringify(member);
    return `${JSON.stringify(key)}:${printed}`;
  });
  return `{${(random.next() < 0.5 ? members : members.reverse()).join(',')}}`;
}

/**
 * Deck colours by the names that people use. Red and light blue are the two values known from hardware;
 * the others stand in the middle of their hue.
 */
const DECK_COLORS: ReadonlyMap<string, string> = new Map([
  ['red', '#ffea2828'],
  ['orange', '#ffea8328'],
  ['yellow', '#ffeaca28'],
  ['limegreen', '#ff99ea28'],
  ['green', '#ff28ea48'],
  ['lightblue', '#ff1cd2e5'],
  ['blue', '#ff2869ea'],
  ['purple', '#ffba28ea'],
]);

/** `#aarrggbb` for a name or `#rrggbb`; undefined for anything else. */
export function colorValue(named: string): string | undefined {
  const known = DECK_COLORS.get(named);
  if (known !== undefined) {
    return known;
  }
  return /^#[0-9a-f]{6}$/i.test(named) ? `#ff${named.slice(1).toLowerCase()}` : undefined;
}
