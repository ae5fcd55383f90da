/**
 * Streams of messages as makers' tables and mappings describe them, written here once more: status byte and numbers in
 * hexadecimal, as those documents have them.
 */
import { describe, expect, test } from 'vitest';
import type { ControllerLevel } from '../core/contracts/faders.ts';
import { type ControlChange, MidiReader } from './messages.ts';
import { FaderPositions } from './positions.ts';
import { controllerOf, PRESETS, presetOf } from './presets.ts';

interface Fader {
  readonly status: number;
  readonly high: number;
  readonly low?: number;
  readonly reversed?: true;
}

interface Documented {
  readonly port: string;
  readonly decks: readonly Fader[];
  readonly crossfader: Fader;
}

const pioneerDeck = (deck: number): Fader => ({ status: 0xaf + deck, high: 0x13, low: 0x33 });
const PIONEER_CROSSFADER: Fader = { status: 0xb6, high: 0x1f, low: 0x3f };

const DOCUMENTED: readonly Documented[] = [
  { port: 'PIONEER DDJ-FLX10 MIDI 1', decks: [1, 2, 3, 4].map(pioneerDeck), crossfader: PIONEER_CROSSFADER },
  { port: 'DDJ-SB3', decks: [1, 2, 3, 4].map(pioneerDeck), crossfader: PIONEER_CROSSFADER },
  { port: 'DDJ-REV7', decks: [1, 2].map(pioneerDeck), crossfader: PIONEER_CROSSFADER },
  {
    port: 'XDJ-RX3',
    decks: [0x11, 0x12, 0x13, 0x14].map((high) => ({ status: 0xb4, high })),
    crossfader: { status: 0xb4, high: 0x0b },
  },
  {
    port: 'Numark MIXTRACK',
    decks: [
      { status: 0xb0, high: 0x08 },
      { status: 0xb0, high: 0x09 },
    ],
    crossfader: { status: 0xb0, high: 0x0a, reversed: true },
  },
  {
    port: 'MixTrack Pro II',
    decks: [
      { status: 0xb0, high: 0x16 },
      { status: 0xb0, high: 0x07 },
    ],
    crossfader: { status: 0xb0, high: 0x0a, reversed: true },
  },
  {
    port: 'Numark N4',
    decks: [
      { status: 0xb0, high: 0x08, low: 0x28 },
      { status: 0xb0, high: 0x0d, low: 0x2d },
      { status: 0xb0, high: 0x13, low: 0x33 },
      { status: 0xb0, high: 0x18, low: 0x38 },
    ],
    crossfader: { status: 0xb0, high: 0x07, low: 0x27 },
  },
  {
    port: 'DENON DJ MC7000',
    decks: [0xb0, 0xb1, 0xb2, 0xb3].map((status) => ({ status, high: 0x1c })),
    crossfader: { status: 0xbf, high: 0x08 },
  },
  {
    port: 'DJ-505',
    decks: [0xb0, 0xb1, 0xb2, 0xb3].map((status) => ({ status, high: 0x1c, low: 0x3a })),
    crossfader: { status: 0xbf, high: 0x08, low: 0x58 },
  },
  {
    port: 'DJControl Inpulse 300 MIDI 1',
    decks: [0xb1, 0xb2].map((status) => ({ status, high: 0x00 })),
    crossfader: { status: 0xb0, high: 0x00 },
  },
  {
    port: 'CMD STUDIO 4A',
    decks: [
      { status: 0xb0, high: 0x70 },
      { status: 0xb1, high: 0x71 },
      { status: 0xb2, high: 0x70 },
      { status: 0xb3, high: 0x71 },
    ],
    crossfader: { status: 0xb0, high: 0x72 },
  },
  {
    port: 'VCI-100MKII',
    decks: [
      { status: 0xb0, high: 0x1c, low: 0x2c },
      { status: 0xb1, high: 0x16, low: 0x26 },
      { status: 0xb2, high: 0x1c, low: 0x2c },
      { status: 0xb3, high: 0x16, low: 0x26 },
    ],
    crossfader: { status: 0xb4, high: 0x10, low: 0x20 },
  },
];

/** Bytes that a fader sends when it comes to this position. */
function bytesAt({ status, high, low, reversed }: Fader, position: number): readonly number[] {
  const way = reversed ? 1 - position : position;
  if (low === undefined) {
    return [status, high, Math.round(127 * way)];
  }
  const value = Math.round(16_383 * way);
  return [status, high, value >> 7, status, low, value & 0x7f];
}

const WAYS = [0, 0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99, 1];

describe.each(DOCUMENTED)('the preset of $port', ({ port, decks, crossfader }) => {
  const controller = controllerOf(port);
  if (controller === undefined) {
    throw new Error(`no preset of ${port}`);
  }
  const positionsAfter = (...bytes: readonly (readonly number[])[]): FaderPositions => {
    const positions = new FaderPositions(controller);
    const reader = new MidiReader();
    for (const change of bytes.flatMap((some): readonly ControlChange[] => reader.push(some))) {
      positions.take(change);
    }
    return positions;
  };
  const levelsOf = (positions: FaderPositions): readonly (ControllerLevel | undefined)[] =>
    decks.map((_, at) => positions.levels.get(at + 1));

  test('knows nothing before a fader moves', () => {
    expect(positionsAfter().levels.size).toBe(0);
  });

  test('reads each fader within 1 %', () => {
    for (const [at, fader] of decks.entries()) {
      for (const way of WAYS) {
        const { levels } = positionsAfter(bytesAt(fader, way));
        expect([...levels.keys()]).toEqual([at + 1]);
        expect(Math.abs((levels.get(at + 1)?.level ?? 9) - way)).toBeLessThan(0.01);
      }
    }
  });

  test('reads each fader within 1 % by its high byte alone', () => {
    for (const [at, fader] of decks.entries()) {
      for (const way of WAYS) {
        const { levels } = positionsAfter(bytesAt(fader, way).slice(0, 3));
        expect(Math.abs((levels.get(at + 1)?.level ?? 9) - way)).toBeLessThan(0.01);
      }
    }
  });

  test('closes the right decks with the crossfader on the left, and the left ones on the right', () => {
    const open = decks.map((fader) => bytesAt(fader, 1));
    const levels = (way: number) =>
      levelsOf(positionsAfter(...open, bytesAt(crossfader, way))).map((one) => one?.level?.toFixed(2));
    expect(levels(0)).toEqual(['1.00', '0.00', '1.00', '0.00'].slice(0, decks.length));
    expect(levels(1)).toEqual(['0.00', '1.00', '0.00', '1.00'].slice(0, decks.length));
    expect(levels(0.5).every((level) => Number(level) > 0.98)).toBe(true);
  });
});

test('at least 60 controllers are known, each with valid faders and a source', () => {
  expect(PRESETS.length).toBeGreaterThan(60);
  for (const { port, faders, from } of PRESETS) {
    expect(controllerOf(`${port} = ${faders}`)?.name).toBe(port);
    expect(from).not.toBe('');
  }
});

test('each preset is found by its own name', () => {
  expect(PRESETS.filter(({ port, title }) => presetOf(port)?.title !== title)).toEqual([]);
});

test.each([
  ['Numark Mix Track MIDI 1', 'Numark Mixtrack'],
  ['Numark Mix Track Pro MIDI 1', 'Numark Mixtrack Pro'],
  ['Numark MixTrack Pro II', 'Numark Mixtrack Pro II'],
  ['Numark Mixtrack 3', 'Numark Mixtrack 3'],
  ['Numark Mixtrack Pro FX', 'Numark Mixtrack Pro FX'],
  ['N4 MIDI 1', 'Numark N4'],
  ['DIGITAL JOCKEY2 Master', 'Reloop Digital Jockey 2'],
  ['2- DDJ-FLX10', 'Pioneer DDJ-FLX10'],
  ['Hercules DJ Console RMX2', 'Hercules DJ Console RMX 2'],
])('the port "%s" is that of a %s', (port, title) => {
  expect(presetOf(port)?.title).toBe(title);
});
