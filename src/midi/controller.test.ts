import { describe, expect, test } from 'vitest';
import { isPortOf, parseController, portName, printFaders } from './controller.ts';

describe('an entry of --midi.controllers', () => {
  test.each([
    'DDJ-SB3 = 1:1/19/51 2:2/19/51 x:7/31/63',
    'XONE:PX5 = 1:16/0 2:16/1 3:16/2 4:16/3 x:16/4',
    'Numark MIXTRACK = 1:1/8 2:1/9 x:1/10@127-0 cut',
    'Mine = 1:1/8@3-124',
  ])('is printed as it was read: %s', (text) => {
    const parsed = parseController(text);
    const { name = '', controller } = parsed.ok ? parsed.value : {};
    expect(`${name} = ${controller === undefined ? '' : printFaders(controller)}`).toBe(text);
  });

  test('may be a name alone', () => {
    expect(parseController('DDJ-SB3')).toEqual({
      ok: true,
      value: { name: 'DDJ-SB3', controller: undefined },
    });
  });

  test.each([
    { text: '= 1:1/8', problem: 'an entry needs the name of a controller: "= 1:1/8"' },
    { text: 'Mine =', problem: '"Mine" has no faders' },
    { text: 'Mine = cut', problem: '"Mine" has no faders' },
    ...['5:1/8', '1:0/8', '1:17/8', '1:1/128', '1:1/8/128', '1:1', '1:1/8@10-20', 'y:1/8'].map((word) => ({
      text: `Mine = ${word}`,
      problem: `"${word}" of Mine is no fader: write the deck (1 to 4, x for the crossfader), channel and number, such as 1:1/19/51`,
    })),
  ])('is refused: $text', ({ text, problem }) => {
    const parsed = parseController(text);
    expect(parsed.ok ? '' : String(parsed.problem)).toBe(problem);
  });
});

describe('a port', () => {
  test.each([
    ['DDJ-FLX4 MIDI 1', 'DDJ-FLX4'],
    ['DDJ-FLX4:DDJ-FLX4 MIDI 1 28:0', 'DDJ-FLX4'],
    ['2- DDJ-FLX10', 'DDJ-FLX10'],
    ['DJControl Inpulse 500', 'DJControl Inpulse 500'],
  ])('%s has the name %s', (port, name) => {
    expect(portName(port)).toBe(name);
  });

  test.each([
    { port: 'PIONEER DDJ-SX', name: 'DDJ-SX', is: true },
    { port: 'DDJ-SX2 MIDI 1', name: 'DDJ-SX', is: false },
    { port: 'TerminalMix 4', name: 'Terminal Mix', is: true },
    { port: 'CMD MM1', name: 'CMD MM-1', is: true },
    { port: 'DJControl Inpulse 300 MK2', name: 'DJControl Inpulse 300', is: false },
    { port: 'NS7II', name: 'NS7', is: false },
    { port: 'anything', name: '---', is: false },
  ])('$port belongs to $name: $is', ({ port, name, is }) => {
    expect(isPortOf(port, name)).toBe(is);
  });
});
