import { beforeEach, expect, test } from 'vitest';
import { Doubt } from './doubt.ts';

let doubt: Doubt;
let now: number;

/** Just over half a minute of sound in which two files have these levels and shares. */
function findingsAfter(
  [one, two]: readonly [one: number, two: number],
  { share = 0.8, isSilent = false, seconds = 31 } = {},
): readonly string[] {
  for (let second = 0; second < seconds; second += 1) {
    const levels = new Map(Object.entries({ one, two }));
    const shares = new Map(Object.entries({ one: one > 0 ? share : 0, two: 0 }));
    doubt.update({ levels, shares, doubles: new Map(), positions: new Map(), isSilent }, levels, now);
    now += 1_000;
  }
  return doubt.findings(now).map(({ finding }) => String(finding));
}

const NOTHING = 'the incoming sound matches none of the loaded tracks';
const MUCH_ELSE = 'a loaded track is heard among much other sound, perhaps from a room microphone';

beforeEach(() => {
  doubt = new Doubt();
  now = 0;
});

test('finds nothing about a clearly heard track', () => {
  expect(findingsAfter([1, 0])).toEqual([]);
});

test('reports sound without a loaded track after half a minute, until one is heard', () => {
  expect(findingsAfter([0, 0], { seconds: 20 })).toEqual([]);
  expect(findingsAfter([0, 0])).toEqual([NOTHING]);
  expect(findingsAfter([1, 0], { seconds: 1 })).toEqual([]);
});

test('does not report silence', () => {
  expect(findingsAfter([0, 0], { isSilent: true })).toEqual([]);
});

test('reports a track that is faint for half a minute', () => {
  expect(findingsAfter([1, 0], { share: 0.15 })).toEqual([MUCH_ELSE]);
});

test('finds nothing without sound', () => {
  findingsAfter([0, 0]);
  doubt.reset();
  expect(doubt.findings(now)).toEqual([]);
});
