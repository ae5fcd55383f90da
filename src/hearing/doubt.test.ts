import { beforeEach, expect, test } from 'vitest';
import { Doubt } from './doubt.ts';

let doubt: Doubt;
let now: number;

/** Half a minute of sound, and a moment, in which two files are heard like that. */
function findingsAfter(
  [one, two]: readonly [one: number, two: number],
  { share = 0.8, isSilent = false, seconds = 31 } = {},
): readonly string[] {
  for (let second = 0; second < seconds; second += 1) {
    const levels = new Map(Object.entries({ one, two }));
    const shares = new Map(Object.entries({ one: one > 0 ? share : 0, two: 0 }));
    doubt.update({ levels, shares, doubles: new Map(), isSilent }, levels, now);
    now += 1_000;
  }
  return doubt.findings(now).map(({ finding }) => String(finding));
}

const NOTHING = 'none of the loaded tracks is heard in the sound that comes in';
const MUCH_ELSE = 'a loaded track is heard, with much else: it may be the microphone of a room';

beforeEach(() => {
  doubt = new Doubt();
  now = 0;
});

test('nothing is found about a track that is heard clearly', () => {
  expect(findingsAfter([1, 0])).toEqual([]);
});

test('sound in which no loaded track is heard for half a minute is reported, until one is', () => {
  expect(findingsAfter([0, 0], { seconds: 20 })).toEqual([]);
  expect(findingsAfter([0, 0])).toEqual([NOTHING]);
  expect(findingsAfter([1, 0], { seconds: 1 })).toEqual([]);
});

test('silence is no sound without the loaded tracks', () => {
  expect(findingsAfter([0, 0], { isSilent: true })).toEqual([]);
});

test('a track that is a small part of the sound for half a minute is reported', () => {
  expect(findingsAfter([1, 0], { share: 0.15 })).toEqual([MUCH_ELSE]);
});

test('without sound, nothing is found about it', () => {
  findingsAfter([0, 0]);
  doubt.reset();
  expect(doubt.findings(now)).toEqual([]);
});
