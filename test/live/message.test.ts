import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linesOf, readMessage } from '../../live/extension/message.js';
import { trackAtOpening } from '../../live/extension/opening.js';
import { liveMessage } from '../../live/service/src/message.ts';

const MESSAGE = {
  v: 1,
  message: 'Ada - Blue',
  artist: 'Ada',
  title: 'Blue',
  at: 1_000,
  lastsMs: 60_000,
} as const;
const field = fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.constant(1), fc.array(fc.string()));

describe("the viewers' page", () => {
  test('reads any text as a message or as none, without failing', () => {
    const almost = fc.record(
      { v: field, message: field, artist: field, title: field, at: field, lastsMs: field, since: field },
      { requiredKeys: [] },
    );
    const text = fc.oneof(
      fc.string(),
      fc.json(),
      almost.map((value) => JSON.stringify(value)),
    );
    fc.assert(
      fc.property(text, (given) => {
        const read = readMessage(given);
        return read === undefined || (read.v === 1 && Number.isFinite(read.at));
      }),
    );
  });

  test('reads back what the backend writes', () => {
    const name = fc.string({ unit: 'grapheme' });
    const track = fc.record({
      message: name,
      artist: name,
      title: name,
    });
    fc.assert(
      fc.property(track, fc.nat(), fc.nat(), (given, at, clearedAt) => {
        const message = liveMessage({ track: given, at, clearedAt }, 60_000, at + 1_000);
        const since = clearedAt > 0 ? { since: clearedAt } : {};
        expect(readMessage(JSON.stringify(message))).toEqual({
          v: 1,
          ...given,
          at,
          lastsMs: 59_000,
          ...since,
        });
      }),
    );
  });

  test.each([
    ['title and artist apart in the usual format', MESSAGE, { title: 'Blue', artist: 'Ada' }],
    ['another format as it is', { ...MESSAGE, message: 'Blue!' }, { title: 'Blue!', artist: '' }],
    [
      'a track without a title as it is',
      { ...MESSAGE, message: 'Ada - ', title: '' },
      { title: 'Ada - ', artist: '' },
    ],
  ])('shows %s', (_, message, lines) => {
    expect(linesOf(message)).toEqual(lines);
  });
});

test('an outdated track is not a message', () => {
  const { message, artist, title } = MESSAGE;
  const track = { message, artist, title };
  expect(liveMessage({ track, at: 0, clearedAt: 0 }, 60_000, 59_999)?.lastsMs).toBe(1);
  expect(liveMessage({ track, at: 0, clearedAt: 0 }, 60_000, 60_000)).toBeUndefined();
  // The store's clock is ahead of ours.
  expect(liveMessage({ track, at: 5_000, clearedAt: 0 }, 60_000, 0)?.lastsMs).toBe(60_000);
});

test.each([
  ['at once', 0, 60_000],
  ['later', 59_000, 1_000],
  ['when its time is over', 60_000, undefined],
  ['with a clock that is behind', -5_000, 60_000],
])('a page opened %s shows the track for the rest of its time', (_, after, left) => {
  const configuration = {
    developer: { content: JSON.stringify(MESSAGE) },
    onChanged: () => undefined,
    set: () => undefined,
  };
  expect(trackAtOpening({ configuration }, MESSAGE.at + after)?.lastsMs).toBe(left);
});

test('a page without a valid track of Twitch shows none', () => {
  const rest = { onChanged: () => undefined, set: () => undefined };
  expect(trackAtOpening({ configuration: rest }, 0)).toBeUndefined();
  expect(trackAtOpening({ configuration: { developer: { content: '{' }, ...rest } }, 0)).toBeUndefined();
});
