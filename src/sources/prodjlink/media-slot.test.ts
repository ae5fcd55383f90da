import { SLOT } from '@deckcast/prodjlink';
import { expect, test } from 'vitest';
import { arrive, newSlot } from './media-slot.ts';

test('a medium that comes and goes is read at once twice, then later and later, and at once again after a calm minute', () => {
  const slot = newSlot(1, SLOT.usb);
  expect([0, 500, 1_000, 1_500, 2_000].map((now) => arrive(slot, now))).toEqual([0, 0, 2_000, 4_000, 8_000]);
  expect(arrive(slot, 62_000)).toBe(0);
});
