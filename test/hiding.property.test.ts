/**
 * Random evenings with hides by rule, color, hand and late names, and removed tracks, with one source and with two. No public output names
 * a hidden track.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amount } from './support/full-length.ts';
import { Secrets, TRACKS } from './support/secrets.ts';
import { openStage, type StageAction } from './support/stage.ts';
import { REPLACED } from './support/stage-outputs.ts';

const deck = fc.constantFrom(1, 2);
const track = fc.constantFrom(...TRACKS);
const sink = fc.constantFrom(...REPLACED);
/** Only the device knows why the rest is hidden. */
const known = fc.constantFrom(...TRACKS.filter((number) => Secrets.isKnownToAll(number)));

const action = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('load' as const), deck, track, late: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('play' as const), deck, on: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('color' as const), deck, red: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('names' as const), deck }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('library' as const), track }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('other source' as const), track: known }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('hide' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reveal' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('skip' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('on air' as const), deck }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('remove' as const),
      position: fc.integer({ min: 1, max: 4 }),
      on: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('start again' as const), sink }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(100, 500, 2_000, 5_000, 11_000),
    }),
  },
);

const show = fc.record({
  /** Seconds of `--delay`, and of pictures, which are not looked up during a hold. */
  timing: fc.constantFrom(
    { delay: 0 },
    { delay: 3 },
    { delay: 0, picturesMs: 1_500 },
    { delay: 0, picturesMs: 60_000 },
  ),
  otherFirst: fc.boolean(),
  actions: fc.array(action, { minLength: 5, maxLength: 40 }),
});

test('no output names a track while it is hidden', async () => {
  let checks = 0;
  await fc.assert(
    fc.asyncProperty(show, async ({ timing, otherFirst, actions }) => {
      const stage = await openStage({ ...timing, otherFirst });
      for (const one of actions) {
        await stage.perform(one);
        expect(await stage.leaks()).toEqual([]);
      }
      checks += stage.checks;
      await stage.close();
    }),
    { numRuns: amount({ short: 60, full: 2_000 }) },
  );
  // Guards against a property that checks nothing.
  expect(checks).toBeGreaterThan(500);
});

async function leaksOf(
  timing: { readonly delay: number; readonly picturesMs?: number },
  moves: StageAction[],
) {
  const stage = await openStage(timing);
  const leaks: string[] = [];
  for (const move of moves) {
    await stage.perform(move);
    leaks.push(...(await stage.leaks()));
  }
  expect(stage.checks).toBeGreaterThan(0);
  await stage.close();
  return leaks;
}

/** Track 5 has ended, and 7 is on air. */
const ONE_AFTER_THE_OTHER: readonly StageAction[] = [
  { do: 'load', deck: 1, track: 5, late: false },
  { do: 'wait', ms: 2_000 },
  { do: 'play', deck: 1, on: true },
  { do: 'wait', ms: 2_000 },
  { do: 'load', deck: 2, track: 7, late: false },
  { do: 'wait', ms: 500 },
  { do: 'play', deck: 2, on: true },
  { do: 'play', deck: 1, on: false },
];

test('a track that ended hidden is named neither late nor in the history', async () => {
  const leaks = await leaksOf({ delay: 0 }, [
    ...ONE_AFTER_THE_OTHER,
    { do: 'wait', ms: 500 },
    { do: 'color', deck: 1, red: true },
    { do: 'wait', ms: 5_000 },
    { do: 'wait', ms: 5_000 },
  ]);
  expect(leaks).toEqual([]);
});

test.each(REPLACED)(
  '%s that restarts during the set names no track that is hidden right afterward',
  async (name) => {
    const leaks = await leaksOf({ delay: 0 }, [
      ...ONE_AFTER_THE_OTHER,
      { do: 'wait', ms: 11_000 },
      { do: 'start again', sink: name },
      { do: 'color', deck: 1, red: true },
      { do: 'color', deck: 2, red: true },
      { do: 'other source', track: 0 },
      { do: 'wait', ms: 11_000 },
    ]);
    expect(leaks).toEqual([]);
  },
);

test.each([
  [1, 'its picture'],
  [8, 'the name of its file'],
])('track %i, hidden by a title that arrives late, is not leaked by %s before', async (number) => {
  const leaks = await leaksOf({ delay: 0, picturesMs: 1_500 }, [
    { do: 'load', deck: 1, track: number, late: true },
    { do: 'play', deck: 1, on: true },
    { do: 'wait', ms: 5_000 },
    { do: 'names', deck: 1 },
    { do: 'wait', ms: 5_000 },
  ]);
  expect(leaks).toEqual([]);
});

test('a track published at the last moment does not name the previous one, which is hidden next', async () => {
  const leaks = await leaksOf({ delay: 0, picturesMs: 1_500 }, [
    { do: 'color', deck: 1, red: true },
    { do: 'load', deck: 1, track: 0, late: false },
    { do: 'other source', track: 0 },
    { do: 'wait', ms: 2_000 },
    { do: 'other source', track: 6 },
    { do: 'on air', deck: 1 },
  ]);
  expect(leaks).toEqual([]);
});

test('hides the track on the overlay while the next one waits for its picture, also for a page that opens late', async () => {
  const leaks = await leaksOf({ delay: 0, picturesMs: 1_500 }, [
    { do: 'load', deck: 1, track: 0, late: false },
    { do: 'wait', ms: 2_000 },
    { do: 'on air', deck: 1 },
    { do: 'wait', ms: 11_000 },
    { do: 'other source', track: 5 },
    { do: 'color', deck: 1, red: true },
  ]);
  expect(leaks).toEqual([]);
});

test('a track that was played several times disappears from all messages once it is hidden', async () => {
  const leaks = await leaksOf({ delay: 0 }, [
    { do: 'other source', track: 5 },
    { do: 'other source', track: 5 },
    { do: 'other source', track: 5 },
    { do: 'hide' },
  ]);
  expect(leaks).toEqual([]);
});
