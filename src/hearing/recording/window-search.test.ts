import { expect, test } from 'vitest';
import { type Hit, linesOf } from './lines.ts';
import { coarseToFine, EVERY } from './window-search.ts';

const WINDOWS = 30;
const found = Array.from({ length: WINDOWS }, (_, window) => ({
  path: 'a',
  at: EVERY * window,
  offset: EVERY * window,
  tempo: 1,
  votes: 20,
}));

/** `best`: best hit of each window; undefined for unknown music. */
function searched(best: readonly (Hit | undefined)[]) {
  const windows = new Set<number>();
  const hits = (window: number) => best.slice(window, window + 1).filter((hit) => hit !== undefined);
  const done = [
    ...coarseToFine(best.length, (window) => {
      windows.add(window);
      return hits(window);
    }),
  ];
  return { windows, done, lines: linesOf([...windows].sort((one, other) => one - other).flatMap(hits)) };
}

/** Tracks, and when each would have begun: the tracklist is made from these. */
function startsOf(lines: ReturnType<typeof linesOf>): ReadonlySet<string> {
  return new Set(
    lines.map(({ path, anchors: [best] }) => `${path} ${(best?.at ?? 0) - (best?.offset ?? 0)}`),
  );
}

test.each([
  ['one track', (hit: Hit) => hit, 9],
  ['two tracks', (hit: Hit) => ({ ...hit, path: hit.at < 68 ? 'a' : 'b' }), 12],
  ['a track that jumps', (hit: Hit) => ({ ...hit, offset: hit.offset + (hit.at < 68 ? 0 : 60) }), 12],
  ['unknown music', () => undefined, WINDOWS],
])('searches as many windows as %s takes, and finds the same lines', (_, hitOf, most) => {
  const best = found.map(hitOf);
  const { windows, lines, done } = searched(best);
  expect(windows.size).toBeLessThanOrEqual(most);
  expect(startsOf(lines)).toEqual(startsOf(linesOf(best.filter((hit) => hit !== undefined))));
  expect(done).toEqual(done.toSorted((one, other) => one - other));
  expect(done.at(-1)).toBe(WINDOWS);
});

test.each([0, 1, 2, 4, 5])('searches each of %d windows of unknown music once', (windows) => {
  const { windows: all, done } = searched(Array.from({ length: windows }, () => undefined));
  expect(all.size).toBe(windows);
  expect(done.at(-1)).toBe(windows);
});
