import { SLOT } from '@deckcast/prodjlink';
import { expect, test } from 'vitest';
import { arrive, newSlot } from './media-slot.ts';

test('arrive delays the third quick arrival and later ones, until a calm minute passed', () => {
  const slot = newSlot(1, SLOT.usb);
  expect([0, 500, 1_000, 1_500, 2_000].map((now) => arrive(slot, now))).toEqual([0, 0, 2_000, 4_000, 8_000]);
  expect(arrive(slot, 62_000)).toBe(0);
});
