import { expect, test } from 'vitest';
import { numbersFrom } from '../../test/support/music.ts';
import { BANDS } from './describe.ts';
import { featuresOf, RecentFeatures } from './features.ts';

test('limits differences to 20 dB', () => {
  const description = new Uint8Array(60 * BANDS).fill(100);
  description[30 * BANDS] = 255;
  description[30 * BANDS + 1] = 0;
  const { differences } = featuresOf(description);
  expect([...differences.subarray(30 * BANDS, 30 * BANDS + 3)]).toEqual([40, -40, 0]);
});

test.each([1, 5, 12, 13, 40, 41, 60])(
  'updates features after every %d frames as if computed anew',
  (every) => {
    const next = numbersFrom(every);
    const recent = new RecentFeatures(2, 40);
    const frames = Array.from({ length: 130 }, () => Uint8Array.from({ length: BANDS }, () => next() * 256));
    for (const [n, frame] of frames.entries()) {
      recent.push(1, frame);
      if (n >= 60 && n % every === 0) {
        const { bits, differences } = featuresOf(Buffer.concat(frames.slice(0, n + 1)));
        expect(recent.of(1)).toEqual({
          frames: 40,
          bits: bits.slice(-40),
          differences: differences.slice(-40 * BANDS),
        });
      }
    }
    expect(recent.of(0)).toEqual({
      frames: 40,
      bits: new Uint32Array(40),
      differences: new Int8Array(40 * BANDS),
    });
  },
);
