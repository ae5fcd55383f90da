import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type RecordingLine, readRecordingLine, writeRecordingLine } from './recording.ts';

const device = '828beb02da1f4e68a6afb0b167eaf0a2';

const lines: readonly RecordingLine[] = [
  { t: 0, event: 'start', version: 1, source: 'hwdevice', at: '2026-05-01T20:00:00.000Z' },
  {
    t: 812,
    device,
    event: 'found',
    name: 'prime4',
    software: 'JC11',
    softwareVersion: '4.3.0',
    address: '192.168.1.20',
    port: 35043,
  },
  { t: 1950, device, event: 'connected' },
  { t: 1951, device, event: 'services', services: [{ name: 'StateMap', port: 41137 }] },
  { t: 1986, device, event: 'state', path: '/Engine/Deck1/Play', value: { state: false, type: 1 } },
  { t: 1987, device, event: 'state', path: '/Engine/Deck1/Track/TrackUri', value: null },
  { t: 90210, device, event: 'lost', reason: 'silent' },
  { t: 95300, device, event: 'gone' },
  { t: 0, event: 'start', version: 1, source: 'prodjlink', at: '2026-05-01T20:00:00.000Z' },
  { t: 312, event: 'datagram', port: 50_000, address: '169.254.20.11', bytes: '5173707431576d4a4f4c06' },
];

test.each(lines)('reads a written $event line', (line) => {
  expect(readRecordingLine(writeRecordingLine(line))).toEqual(line);
});

test('takes a recording without a source for one of StagelinQ devices, as the first ones were', () => {
  const start = { t: 0, event: 'start', version: 1, at: '2026-05-01T20:00:00.000Z' };
  expect(readRecordingLine(JSON.stringify(start))).toEqual({ ...start, source: 'hwdevice' });
});

test('reads a connected device from an older recording, which has services there', () => {
  const line = { t: 1950, device, event: 'connected' };
  expect(readRecordingLine(JSON.stringify({ ...line, services: [{ name: 'a', port: 1 }] }))).toEqual(line);
});

test.each([
  ['half a line', '{"t":1,"device":"828beb02da1f4e68a6afb0b1'],
  ['an empty line', ''],
  ['a list', '[]'],
  ['another version', '{"t":0,"event":"start","version":2,"at":"2026-05-01T20:00:00.000Z"}'],
  ['a source that is not recorded', '{"t":0,"event":"start","version":1,"source":"icecast","at":""}'],
  ['an unknown event', `{"t":1,"device":"${device}","event":"sneezed"}`],
  ['a time before the start', `{"t":-1,"device":"${device}","event":"gone"}`],
  ['a device that is not a token', '{"t":1,"device":"prime4","event":"gone"}'],
  [
    'a port beyond 65535',
    `{"t":1,"device":"${device}","event":"services","services":[{"name":"a","port":65536}]}`,
  ],
  ['half a byte', '{"t":1,"event":"datagram","port":50000,"address":"169.254.20.11","bytes":"517"}'],
  ['a sender without an address', '{"t":1,"event":"datagram","port":50000,"address":"left","bytes":""}'],
  ['a value that is not an object', `{"t":1,"device":"${device}","event":"state","path":"/a","value":1}`],
])('rejects %s', (_what, text) => {
  expect(readRecordingLine(text)).toBeUndefined();
});

test('reads any text without an error', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      const line = readRecordingLine(text);
      expect(line === undefined || typeof line.event === 'string').toBe(true);
    }),
  );
});
