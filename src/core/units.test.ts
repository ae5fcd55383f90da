import { afterEach, describe, expect, test } from 'vitest';
import { counted, dateAndTime, hoursMinutesSeconds, rfc3339 } from './units.ts';

const zone = process.env.TZ;
afterEach(() => {
  if (zone === undefined) {
    delete process.env.TZ;
  } else {
    process.env.TZ = zone;
  }
});

describe('times as text', () => {
  const moment = Date.UTC(2026, 10, 21, 20, 3, 4, 5);

  test.each([
    ['Etc/UTC', '2026-11-21T20:03:04.005Z'],
    ['Europe/Berlin', '2026-11-21T21:03:04.005+01:00'],
    ['America/St_Johns', '2026-11-21T16:33:04.005-03:30'],
    ['Asia/Kathmandu', '2026-11-22T01:48:04.005+05:45'],
  ])('rfc3339 contains the offset of %s', (name, expected) => {
    process.env.TZ = name;
    expect(rfc3339(moment)).toBe(expected);
    expect(Date.parse(rfc3339(moment))).toBe(moment);
  });

  test('dateAndTime returns local time', () => {
    process.env.TZ = 'Asia/Tokyo';
    expect(dateAndTime(moment)).toBe('2026-11-22 05:03:04');
  });
});

test.each([
  [0, '00:00:00'],
  [59_999, '00:00:59'],
  [3_661_000, '01:01:01'],
  [100 * 3_600_000, '100:00:00'],
  // A clock was set back.
  [-1, '00:00:00'],
])('%d milliseconds are %s', (ms, text) => {
  expect(hoursMinutesSeconds(ms)).toBe(text);
});

test('counted returns the singular for one', () => {
  expect([0, 1, 2].map((count) => counted(count, 'track'))).toEqual(['0 tracks', '1 track', '2 tracks']);
});
