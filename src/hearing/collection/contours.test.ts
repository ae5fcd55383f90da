import { expect, test } from 'vitest';
import { testFolder } from '../../../test/support/folder.ts';
import { BANDS } from '../describe.ts';
import { Contours, contourOf, smoothed, TOGETHER } from './contours.ts';

const CONTOUR = { frames: 3, bits: Uint32Array.of(0, 5, 2 ** BANDS - 1) };

test('keeps the contours of tracks by their places, and knows which tracks have one', async () => {
  const folder = await testFolder();
  const contours = new Contours(folder);
  contours.read();
  const [one, other, none] = [
    { from: 0, to: 200 },
    { from: 203, to: 403 },
    { from: 406, to: 606 },
  ] as const;
  expect([contours.holds(one), contours.of(one).frames]).toEqual([false, 0]);
  contours.write([{ from: 203, contour: CONTOUR }]);
  contours.write([{ from: 0, contour: { frames: 0, bits: new Uint32Array(0) } }]);
  expect([one, other, none].map((entry) => contours.holds(entry))).toEqual([true, true, false]);
  expect(contours.of(other)).toEqual(CONTOUR);
});

test('says which bands are louder than in the seconds around, averaged over a third of a second', () => {
  const frames = 40 * TOGETHER;
  const description = new Uint8Array(frames * BANDS).fill(100);
  const loud = 20 * TOGETHER;
  description.fill(140, loud * BANDS + 3, loud * BANDS + 4);
  const { bits } = contourOf(description);
  expect([...bits].flatMap((word, frame) => (word === 0 ? [] : [[frame, word]]))).toEqual([[20, 1 << 3]]);
  const smooth = smoothed(description, TOGETHER);
  const raised = [...smooth.keys()].filter((at) => smooth[at] !== 100);
  expect(raised.every((at) => at % BANDS === 3 && Math.abs(at / BANDS - loud) <= TOGETHER)).toBe(true);
  expect(raised).toHaveLength(TOGETHER + 1);
});
