import { expect, test } from 'vitest';
import { FRAMES_A_PLACE, type HeardMark, Searcher } from './search.ts';

const END = 3_000_000;
const SEARCHER = new Searcher();

/** Marks 0 to 19 of the sound, half a second apart. */
const SOUND: readonly HeardMark[] = Array.from({ length: 20 }, (_, mark) => ({ mark, frame: mark * 17 }));

/** Index with these places; `read` collects the marks that were read. */
function indexOf(placesOf: (mark: number) => readonly number[]) {
  const read = new Set<number>();
  return {
    end: END,
    read,
    countOf: (mark: number) => placesOf(mark).length,
    readPlaces: (mark: number, into: Uint32Array, at: number) => {
      read.add(mark);
      into.set(placesOf(mark), at);
    },
  };
}

/** Place of a mark if the sound begins at `begins` and plays at this tempo. */
function playedAt(place: number, { frame }: HeardMark, tempo = 1): number {
  return place + Math.round((frame / FRAMES_A_PLACE) * tempo);
}

test.each([1, 1.08, 0.92])('returns the place with the most matching moments first, at tempo %d', (tempo) => {
  const index = indexOf((mark) => {
    const one = SOUND[mark];
    const right = one === undefined ? [] : [playedAt(500_000, one, tempo)];
    const wrong = one === undefined || mark > 8 ? [] : [playedAt(200_000, one)];
    return [...wrong, ...right];
  });
  const found = SEARCHER.search(SOUND, index);
  const [first] = found;
  expect(first?.votes).toBe(20);
  expect(Math.abs((first?.place ?? 0) - 500_000)).toBeLessThan(100);
  const elsewhere = found.filter(({ place }) => place < 300_000);
  expect(elsewhere[0]?.votes).toBe(9);
});

test('counts one vote per moment, however many marks it has', () => {
  const many = Array.from({ length: 30 }, (_, mark) => ({ mark, frame: 40 }));
  const everywhere = indexOf(() => [7_000]);
  expect(SEARCHER.search(many, everywhere)[0]?.votes).toBe(1);
});

test('does not read a frequent mark if rare ones suffice', () => {
  const everywhere = Array.from({ length: 1_990_000 }, (_, place) => place);
  const common = { mark: 99, frame: 0 };
  const index = indexOf((mark) => {
    const one = SOUND[mark];
    return one === undefined ? everywhere : [playedAt(500_000, one), ...everywhere.slice(0, 600)];
  });
  const [first] = SEARCHER.search([common, ...SOUND], index);
  expect(first?.votes).toBe(20);
  expect(index.read).not.toContain(99);
});
