import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { placeholder } from './index.ts';

it('placeholder returns nothing for an empty name', () => {
  expect(placeholder('')).toBeUndefined();
});

it('placeholder returns a transparent pixel for `pixel`', async () => {
  const picture = placeholder('pixel');
  const { data, info } = await sharp(picture?.png).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, [...data]]).toEqual([1, 1, [0, 0, 0, 0]]);
});

it('placeholder returns the drawing of note.svg for `note`', async () => {
  const drawing = await readFile(new URL('note.svg', import.meta.url));
  const drawn = await sharp(drawing).removeAlpha().raw().toBuffer();
  const { data, info } = await sharp(placeholder('note')?.png)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });

  expect([info.width, info.height]).toEqual([256, 256]);
  const differences = drawn.map((value, at) => Math.abs(value - (data[at] ?? 0)));
  const average = differences.reduce((sum, value) => sum + value, 0) / differences.length;
  // Sixteen colors lose only shades at the edges.
  expect(average).toBeLessThan(1);
});
