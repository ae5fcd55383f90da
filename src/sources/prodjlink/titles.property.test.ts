/**
 * No wrong title or picture, whatever happens: random loads, pulls and swaps, and players that fall silent, restart or
 * share a number.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amount } from '../../../test/support/full-length.ts';
import { type LinkMove, LinkTruth, NUMBERS, STICKS, TRACKS } from '../../../test/support/link-truth.ts';

const RUNS = amount({ short: 2, full: 50 });
/** Several times the usual duration of an evening. */
const EVENING_LIMIT_MS = 5_000;

const player = fc.constantFrom(...NUMBERS);
const stick = fc.constantFrom(...STICKS);
const id = fc.constantFrom(...TRACKS);
const insert = fc.record({ do: fc.constant('insert' as const), player, stick, unseen: fc.boolean() });
const load = fc.record({
  do: fc.constant('load' as const),
  player,
  from: player,
  id,
  file: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
});
const silence = fc.record({
  do: fc.constant('silence' as const),
  player,
  ms: fc.integer({ min: 500, max: 9_000 }),
});
const read = fc.record({ do: fc.constant('read' as const), calls: fc.integer({ min: 0, max: 20 }) });
const mishap = fc.record({
  do: fc.constantFrom('eject' as const, 'restart' as const, 'stale' as const),
  player,
  loops: fc.boolean(),
});
const anything: fc.Arbitrary<readonly LinkMove[]> = fc.array(fc.oneof(insert, load, silence, read, mishap), {
  minLength: 3,
  maxLength: 6,
});
/** The next DJ's stick, and a load of the same id. */
const swap: fc.Arbitrary<readonly LinkMove[]> = fc
  .tuple(load, insert, read)
  .map(([loaded, inserted, some]) => [
    { ...loaded, from: inserted.player },
    inserted,
    some,
    { ...loaded, from: inserted.player },
  ]);
/** Lost packets while the stick of a loaded track is read. */
const lost: fc.Arbitrary<readonly LinkMove[]> = fc
  .tuple(insert, load, read, silence)
  .map(([inserted, loaded, some, silent]) => [
    inserted,
    { ...loaded, from: inserted.player },
    some,
    { ...silent, player: inserted.player },
  ]);
const twin = fc.record({ do: fc.constant('twin' as const), player, id });

/** Optional end: two players share a number, and may have no names. */
const evenings = fc.record({
  scenes: fc.tuple(swap, lost, anything, swap, lost, anything),
  met: fc.option(
    fc.tuple(twin, anything).map(([first, more]) => [first, ...more]),
    { freq: 4 },
  ),
});

const LOADED: LinkMove = { do: 'load', player: 2, from: 1, id: 1, file: false };
const SWAPPED: LinkMove = { do: 'insert', player: 1, stick: 'Blue', unseen: false };

test.each<readonly [string, readonly (readonly LinkMove[])[]]>([
  ['the same id is another track after a swap', [[LOADED], [SWAPPED, LOADED]]],
  [
    'the same id is another track after an unreported swap',
    [[LOADED], [{ ...SWAPPED, unseen: true }, LOADED]],
  ],
  [
    'a track gets its name although its player fell silent while the stick was read',
    [[SWAPPED, LOADED, { do: 'silence', player: 1, ms: 4_000 }]],
  ],
  [
    'a track gets its picture although its player fell silent before it was read',
    [[SWAPPED], [LOADED, { do: 'silence', player: 1, ms: 4_000 }]],
  ],
  ['a track has no name while two players share a number', [[LOADED], [{ do: 'twin', player: 1, id: 2 }]]],
])('%s', async (_, scenes) => {
  expect(await wrongAfter(scenes)).toEqual([]);
});

test(
  'title and picture belong to the loaded track, and appear whenever they can be known',
  async () => {
    await fc.assert(
      fc.asyncProperty(evenings, async ({ scenes, met }) => {
        expect(await wrongAfter(scenes, met ?? [])).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  },
  60_000 + RUNS * EVENING_LIMIT_MS,
);

/** Rests after each scene, then plays `last`. Returns the mistakes. */
async function wrongAfter(
  scenes: readonly (readonly LinkMove[])[],
  last: readonly LinkMove[] = [],
): Promise<readonly string[]> {
  const truth = await LinkTruth.open();
  try {
    for (const moves of scenes) {
      for (const move of moves) {
        await truth.do(move);
      }
      await truth.rest();
    }
    for (const move of last) {
      await truth.do(move);
    }
    return truth.wrong;
  } finally {
    await truth.close();
  }
}
