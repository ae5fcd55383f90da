import { expect, test } from 'vitest';
import { bytesOf } from '../testing/fixtures.ts';
import { presenceFixtures } from '../testing/presence-fixtures.ts';
import { messageIn } from './link-codec.ts';
import { presenceCodec } from './presence.ts';

test('bytes are their message, and cut short they are none', () => {
  for (const row of presenceFixtures.rows) {
    expect(messageIn(presenceCodec, bytesOf(row))).toEqual(row.value);
    expect(messageIn(presenceCodec, bytesOf(row).subarray(0, 8))).toBe(undefined);
  }
});

test('a mistake of ours is not taken for bytes that are not a message', () => {
  const ours = {
    decode: () => {
      throw new TypeError('undefined is not a function');
    },
  };
  expect(() => messageIn(ours, Buffer.alloc(0))).toThrow(TypeError);
});
