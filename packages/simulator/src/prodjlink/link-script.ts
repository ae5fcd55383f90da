import * as v from 'valibot';
import {
  atLeast,
  commonFaults,
  deckIn,
  deviceIn,
  handMoves,
  type KnownNames,
  oneOf,
  seconds,
  trackIn,
  type WithoutTime,
  wholeNumber,
} from '../script.ts';

const bool = v.boolean('true or false');
const percent = v.pipe(v.number('a number from -100 to 100'), v.minValue(-100), v.maxValue(100));
const transports = ['playing', 'looping', 'searching', 'emergencyLoop'] as const;
const kinds = ['rekordbox', 'file', 'cd', 'stream'] as const;
const slots = ['usb', 'sd', 'usb2'] as const;

function playerMoves(known: KnownNames) {
  const deck = deckIn(known);
  const slot = v.optional(v.picklist(slots, `one of ${slots.join(', ')}`), 'usb');
  return [
    /** `as`: reported kind. Only rekordbox tracks have names. */
    v.strictObject({
      at: seconds,
      do: v.literal('load'),
      deck,
      track: trackIn(known),
      as: v.optional(v.picklist(kinds, `one of ${kinds.join(', ')}`), 'rekordbox'),
    }),
    ...handMoves(known),
    v.strictObject({ at: seconds, do: v.literal('cue'), deck, held: bool }),
    v.strictObject({ at: seconds, do: v.literal('hold'), deck, held: bool }),
    v.strictObject({
      at: seconds,
      do: v.literal('transport'),
      deck,
      as: v.picklist(transports, `one of ${transports.join(', ')}`),
    }),
    v.strictObject({ at: seconds, do: v.literal('end'), deck }),
    v.strictObject({ at: seconds, do: v.literal('pitch'), deck, percent }),
    v.strictObject({
      at: seconds,
      do: v.literal('number'),
      device: deviceIn(known),
      player: wholeNumber(1, 6),
    }),
    v.strictObject({ at: seconds, do: v.literal('on-air'), sends: bool }),
    /** The tracks have the numbers 1, 2, … on the new medium. */
    v.strictObject({
      at: seconds,
      do: v.literal('insert'),
      device: deviceIn(known),
      slot,
      tracks: v.array(trackIn(known), 'a list of tracks'),
    }),
  ] as const;
}

function linkFaults(known: KnownNames) {
  const device = v.exactOptional(deviceIn(known));
  return [
    ...commonFaults(known),
    v.strictObject({ at: seconds, do: v.literal('lose'), device, answers: wholeNumber(0, 1_000_000) }),
    /** 0 ends it. */
    v.strictObject({ at: seconds, do: v.literal('slow'), device, ms: atLeast(0, 'milliseconds') }),
    v.strictObject({ at: seconds, do: v.literal('refuse'), device, on: bool }),
    /** Another export makes open files stale. */
    v.strictObject({ at: seconds, do: v.literal('changed'), device }),
    /** The sender is outside the set. */
    v.strictObject({ at: seconds, do: v.literal('claim'), number: wholeNumber(1, 255) }),
    /** The mixer takes every program for a player. */
    v.strictObject({ at: seconds, do: v.literal('offer') }),
    v.strictObject({ at: seconds, do: v.literal('bystanders') }),
  ] as const;
}

export function linkActionLine(known: KnownNames) {
  return v.variant('do', [...playerMoves(known), ...linkFaults(known)], oneOf);
}

export type LinkAction = WithoutTime<
  v.InferOutput<ReturnType<typeof playerMoves>[number] | ReturnType<typeof linkFaults>[number]>
>;
