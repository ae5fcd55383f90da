import { expect, test } from 'vitest';
import { readLine } from './line.ts';
import { type ControlChange, MidiReader, PlainControls } from './messages.ts';

function read(text: string): readonly ControlChange[] {
  const controls = new PlainControls();
  return new MidiReader()
    .push(Buffer.from(text.replaceAll(' ', ''), 'hex'))
    .filter((read) => controls.has(read));
}

function change(channel: number, controller: number, value: number): ControlChange {
  return { channel, controller, value };
}

test.each([
  { what: 'a control change', bytes: 'B0 13 40', changes: [change(1, 0x13, 0x40)] },
  { what: 'channel 16', bytes: 'BF 08 7F', changes: [change(16, 8, 127)] },
  { what: 'controller 0', bytes: 'B1 00 01', changes: [change(2, 0, 1)] },
  {
    what: 'two with one status byte',
    bytes: 'B0 13 40 33 05',
    changes: [change(1, 19, 64), change(1, 51, 5)],
  },
  { what: 'one that is interrupted by the clock', bytes: 'B0 F8 13 FE 40', changes: [change(1, 19, 64)] },
  { what: 'one after a program change', bytes: 'C0 05 B0 13 40', changes: [change(1, 19, 64)] },
  {
    what: 'one after a system exclusive message',
    bytes: 'F0 00 20 7F F7 B0 13 40',
    changes: [change(1, 19, 64)],
  },
  { what: 'one after a message that was cut off', bytes: 'B0 13 B0 13 40', changes: [change(1, 19, 64)] },
  { what: 'data entry of a plain controller', bytes: 'B0 06 40', changes: [change(1, 6, 64)] },
])('reads $what', ({ bytes, changes }) => {
  expect(read(bytes)).toEqual(changes);
});

test.each([
  { what: 'notes, pressure and bends', bytes: '90 66 7F 80 66 00 A0 01 02 D0 40 E0 00 40' },
  { what: 'data bytes without a status byte', bytes: '13 40 33 05' },
  { what: 'a registered parameter', bytes: 'B0 65 00 64 00 06 40 26 00' },
  { what: 'a parameter of the maker', bytes: 'B0 63 01 62 08 06 40 26 00' },
  { what: '"all notes off"', bytes: 'B0 7B 00' },
])('ignores $what', ({ bytes }) => {
  expect(read(bytes)).toEqual([]);
});

test('reads data entry as a controller again once no parameter is selected', () => {
  expect(read('B0 65 00 64 00 65 7F 64 7F 06 40')).toEqual([change(1, 6, 64)]);
});

test('reads a message that arrives in pieces', () => {
  const reader = new MidiReader();
  expect([0xb0, 0x13, 0x40].flatMap((byte) => reader.push([byte]))).toEqual([change(1, 19, 64)]);
});

test.each([
  { line: 'B0 13 40', read: [0xb0, 0x13, 0x40] },
  { line: '  b0 13 40 33 05\r', read: [0xb0, 0x13, 0x40, 0x33, 0x05] },
  { line: ' 24:0   Control change          0, controller 19, value 64', read: change(1, 19, 64) },
  { line: 'channel  7   control-change    31    127', read: change(7, 31, 127) },
  { line: 'Waiting for data. Press Ctrl+C to end.', read: [] },
  { line: 'Source  Event                  Ch  Data', read: [] },
  { line: ' 24:0   Note on                 0, note 60, velocity 127', read: [] },
  { line: 'channel  1   note-on           C4  64', read: [] },
  { line: 'active-sensing', read: [] },
  { line: ' 24:0   Control change          16, controller 19, value 64', read: undefined },
  { line: 'channel 7 control-change 31 128', read: undefined },
  { line: 'B0 13 4', read: undefined },
  { line: '', read: undefined },
])('reads the line "$line"', ({ line, read: expected }) => {
  expect(readLine(line)).toEqual(expected);
});
