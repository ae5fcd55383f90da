import { expect, test } from 'vitest';
import { SAMPLE_RATE } from '../sound.ts';
import { type Peak, PeakFinder } from './peaks.ts';

test.each([300, 303, 305, 308, 1_000])('finds the pitch of a tone of %d Hz, also between bins', (hertz) => {
  const peaks: Peak[] = [];
  const sound = Float32Array.from({ length: 2 * SAMPLE_RATE }, (_, at) => {
    const seconds = at / SAMPLE_RATE;
    return Math.sin(2 * Math.PI * hertz * seconds) * Math.sin(Math.PI * seconds) ** 2;
  });
  new PeakFinder().push(sound, (peak) => peaks.push(peak));
  expect(peaks).not.toEqual([]);
  const pitch = 36 * Math.log2((hertz * 1_024) / SAMPLE_RATE);
  expect(Math.max(...peaks.map((peak) => Math.abs(peak.pitch - pitch)))).toBeLessThan(0.15);
});
