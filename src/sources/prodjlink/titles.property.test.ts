/**
 * Never a wrong title or picture: hands that load, pull and swap at random, players that fall silent, restart or share a
 * number.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amount } from '../../../test/support/full-length.ts';
import { type LinkMove, LinkTruth, NUMBERS, STICKS, TRACKS } from '../../../test/support/link-truth.ts';

const RUNS = amount({ short: 2, full: 1_000 });
/** Milliseconds, several times what an evening takes. */
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
/** The next DJ's stick, and the same place in its list. */
const swap: fc.Arbitrary<readonly LinkMove[]> = fc
  .tuple(load, insert, read)
  .map(([loaded, inserted, some]) => [
    { ...loaded, from: inserted.player },
    inserted,
    some,
    { ...loaded, from: inserted.player },
  ]);
/** Packets get lost while the stick is read whose track is loaded. */
const lost: fc.Arbitrary<readonly LinkMove[]> = fc
  .tuple(insert, load, read, silence)
  .map(([inserted, loaded, some, silent]) => [
    inserted,
    { ...loaded, from: inserted.player },
    some,
    { ...silent, player: inserted.player },
  ]);
const twin = fc.record({ do: fc.constant('twin' as const), player, id });

/** Two players with one number are met in some, at the end: there, names may stay away. */
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
  ['after a swap, the same number is another track', [[LOADED], [SWAPPED, LOADED]]],
  [
    'after a swap that nobody saw, the same number is another track',
    [[LOADED], [{ ...SWAPPED, unseen: true }, LOADED]],
  ],
  [
    'after a silence, a track has its name though its stick was still to be read',
    [[SWAPPED, LOADED, { do: 'silence', player: 1, ms: 4_000 }]],
  ],
  [
    'after a silence, a track has its picture though that was still to be read',
    [[SWAPPED], [LOADED, { do: 'silence', player: 1, ms: 4_000 }]],
  ],
  [
    'while two players have one number, a track of theirs has no name',
    [[LOADED], [{ do: 'twin', player: 1, id: 2 }]],
  ],
])('%s', async (_, scenes) => {
  expect(await wrongAfter(scenes)).toEqual([]);
});

test(
  'whatever hands and network do, title and picture are those of the loaded track, and come where they can be known',
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

/** What was wrong in an evening of these scenes, with a rest after each. `last`: what happens then. */
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
