/** Lines of a time line. Messages say which value is expected. */
import * as v from 'valibot';
import type { DeckRef } from './device-spec.ts';
import { colorValue } from './values.ts';

export const name = v.pipe(v.string('a text that is not empty'), v.nonEmpty('a text that is not empty'));
export const seconds = atLeast(0, 'a number of seconds, 0 or more');
const perSecond = atLeast(1, 'a number a second, 1 or more');
const part = v.pipe(atLeast(0, 'a number from 0 to 1'), v.maxValue(1, 'a number from 0 to 1'));
const colorName = 'a color name or "#rrggbb"';

export function atLeast(least: number, what: string) {
  return v.pipe(v.number(what), v.minValue(least, what));
}

export function wholeNumber(from: number, to: number) {
  const what = `a whole number from ${from} to ${to}`;
  return v.pipe(v.number(what), v.integer(what), v.minValue(from, what), v.maxValue(to, what));
}

export interface KnownNames {
  readonly tracks: ReadonlySet<string>;
  readonly devices: ReadonlySet<string>;
  /** `2` or `left/2`. */
  deck(written: string | number): DeckRef | undefined;
}

export function deviceIn({ devices }: Pick<KnownNames, 'devices'>) {
  return v.pipe(
    name,
    v.check((id) => devices.has(id), 'a device of this set'),
  );
}

export function deckIn({ deck }: KnownNames) {
  return v.pipe(
    v.union([v.number(), v.string()], 'a deck such as 2 or "left/2"'),
    v.rawTransform(({ dataset, addIssue, NEVER }): DeckRef => {
      const found = deck(dataset.value);
      if (found === undefined) {
        addIssue({ message: 'a deck that a device of this set has, such as 2 or "left/2"' });
        return NEVER;
      }
      return found;
    }),
  );
}

export function trackIn({ tracks }: Pick<KnownNames, 'tracks'>) {
  return v.pipe(
    name,
    v.check((id) => tracks.has(id), 'a track of this set'),
  );
}

/** `over`: duration in seconds. */
export function handMoves(known: KnownNames) {
  const deck = deckIn(known);
  const over = v.optional(seconds, 0);
  return [
    v.strictObject({ at: seconds, do: v.literal('unload'), deck }),
    v.strictObject({ at: seconds, do: v.literal('play'), deck }),
    v.strictObject({ at: seconds, do: v.literal('pause'), deck }),
    v.strictObject({ at: seconds, do: v.literal('fader'), deck, level: part, over }),
    v.strictObject({ at: seconds, do: v.literal('fade'), from: deck, to: deck, over }),
    /** 0 left (odd channels) to 1 right (even ones). */
    v.strictObject({
      at: seconds,
      do: v.literal('crossfader'),
      device: deviceIn(known),
      position: part,
      over,
    }),
    v.strictObject({ at: seconds, do: v.literal('master'), deck }),
  ] as const;
}

function moves(known: KnownNames) {
  const deck = deckIn(known);
  const color = v.pipe(
    v.string(colorName),
    v.check((written) => colorValue(written) !== undefined, colorName),
  );
  const value = v.nullable(v.record(v.string(), v.unknown(), 'a JSON object or null'));
  return [
    v.strictObject({ at: seconds, do: v.literal('load'), deck, track: trackIn(known) }),
    ...handMoves(known),
    v.strictObject({ at: seconds, do: v.literal('color'), deck, color }),
    /** Null sends the null string. */
    v.strictObject({ at: seconds, do: v.literal('value'), device: deviceIn(known), path: name, value }),
  ] as const;
}

/** Faults without `device` affect all devices. */
export function commonFaults(known: KnownNames) {
  const device = v.exactOptional(deviceIn(known));
  const how = v.picklist(['oversized', 'odd', 'truncated'], 'one of oversized, odd, truncated');
  return [
    v.strictObject({ at: seconds, do: v.literal('drop'), device }),
    /** Connections stay open. */
    v.strictObject({ at: seconds, do: v.literal('silence'), device }),
    /** Cuts the power; after `seconds` the device is back with empty decks on other ports. */
    v.strictObject({ at: seconds, do: v.literal('reboot'), device, seconds: v.optional(seconds, 5) }),
    v.strictObject({ at: seconds, do: v.literal('leave'), device }),
    v.strictObject({ at: seconds, do: v.literal('arrive'), device }),
    /** Pieces of this many bytes from now on; 0 ends it. */
    v.strictObject({ at: seconds, do: v.literal('split'), device, bytes: wholeNumber(0, 65_535) }),
    v.strictObject({ at: seconds, do: v.literal('flood'), device, perSecond, seconds }),
    /** Ports of announcements. */
    v.strictObject({ at: seconds, do: v.literal('junk'), perSecond, seconds }),
    v.strictObject({ at: seconds, do: v.literal('eject'), device }),
    v.strictObject({ at: seconds, do: v.literal('lie'), device, how }),
  ] as const;
}

function faults(known: KnownNames) {
  const device = v.exactOptional(deviceIn(known));
  return [
    /** Joins writes of this time from now on; 0 ends it. */
    v.strictObject({ at: seconds, do: v.literal('gather'), device, ms: wholeNumber(0, 10_000) }),
    /** Reports a changed row on FileTransfer, and on Broadcast if the database is named. */
    v.strictObject({ at: seconds, do: v.literal('changed'), device, database: v.exactOptional(name) }),
    ...commonFaults(known),
  ] as const;
}

/** `{"at": 12.5, "do": "play", "deck": 2}`. */
export function actionLine(known: KnownNames) {
  return v.variant('do', [...moves(known), ...faults(known)], oneOf);
}

export function oneOf({ expected }: { readonly expected: string | null }): string {
  const names = (expected ?? '').replace(/^\(|\)$|"/g, '').replaceAll(' | ', ', ');
  return `one of ${names}`;
}

export type WithoutTime<Line> = Line extends unknown ? Readonly<Omit<Line, 'at'>> : never;
export type Move = WithoutTime<v.InferOutput<ReturnType<typeof moves>[number]>>;
export type Fault = WithoutTime<v.InferOutput<ReturnType<typeof faults>[number]>>;
export type SetAction = Move | Fault;
export type Lie = Extract<Fault, { do: 'lie' }>['how'];
