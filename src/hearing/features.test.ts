import { expect, test } from 'vitest';
import { BANDS } from './describe.ts';
import { featuresOf } from './features.ts';

test('what is far louder or softer than all around it counts as 20 dB louder or softer', () => {
  const description = new Uint8Array(60 * BANDS).fill(100);
  description[30 * BANDS] = 255;
  description[30 * BANDS + 1] = 0;
  const { differences } = featuresOf(description);
  expect([...differences.subarray(30 * BANDS, 30 * BANDS + 3)]).toEqual([40, -40, 0]);
});
