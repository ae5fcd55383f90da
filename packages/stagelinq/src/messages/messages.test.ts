import { describe, expect, test } from 'vitest';
import { StagelinqError } from '../errors.ts';
import {
  beatFixtures,
  broadcastFixtures,
  directoryFixtures,
  discoveryFixtures,
  type FixtureTable,
  fileFixtures,
  stateFixtures,
} from '../testing/fixtures.ts';

check('discovery', discoveryFixtures);
check('directory', directoryFixtures);
check('state map', stateFixtures);
check('beat info', beatFixtures);
check('broadcast', broadcastFixtures);
check('file transfer', fileFixtures);

function check<Message>(title: string, { codec, rows }: FixtureTable<Message>): void {
  describe(title, () => {
    const bytesOf = (hex: string) => Buffer.from(hex.replaceAll(/\s/g, ''), 'hex');

    test.each(rows)('$name: the bytes decode to the value', ({ hex, value }) => {
      expect(codec.decode(bytesOf(hex))).toEqual(value);
    });

    test.each(rows)('$name: the value encodes to the bytes', ({ hex, value }) => {
      expect(codec.encode(value).toString('hex')).toBe(bytesOf(hex).toString('hex'));
    });

    test.each(rows)('$name: cut anywhere, it is a value or a typed error', ({ hex }) => {
      const bytes = bytesOf(hex);
      for (let end = 0; end < bytes.length; end++) {
        expectTotal(() => codec.decode(bytes.subarray(0, end)));
      }
    });
  });
}

function expectTotal(decode: () => unknown): void {
  try {
    decode();
  } catch (error) {
    expect(error).toBeInstanceOf(StagelinqError);
  }
}

test('the null string in the place of a path is a typed error', () => {
  const bytes = Buffer.from('00000010736d6161000007d2ffffffff00000064', 'hex');
  expect(() => stateFixtures.codec.decode(bytes)).toThrow(StagelinqError);
});
