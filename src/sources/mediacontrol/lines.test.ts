import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineSplitter, LineTooLongError } from './lines.ts';

test('lines come out whole however the bytes are split, inside characters too', () => {
  const line = fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => text.replace(/[\r\n]/g, ''));
  fc.assert(
    fc.property(fc.array(line), fc.array(fc.nat(40)), (lines, sizes) => {
      const bytes = Buffer.from(lines.map((one) => `${one}\n`).join(''));
      const splitter = new LineSplitter(1000);
      const found: string[] = [];
      let at = 0;
      for (const size of [...sizes, bytes.length]) {
        found.push(...splitter.push(bytes.subarray(at, at + size)));
        at += size;
      }
      expect(found).toEqual(lines);
      expect(splitter.held).toBe(0);
    }),
  );
});

test('a carriage return before the line feed belongs to the line end', () => {
  expect([...new LineSplitter(100).push(Buffer.from('a\r\nb\n'))]).toEqual(['a', 'b']);
});

test('a line may be as long as the limit and no longer, and those before a longer one are still given', () => {
  const found: string[] = [];
  const splitter = new LineSplitter(4);
  expect(() => {
    for (const piece of ['1234\n12', 'a\nb\n12', '345']) {
      for (const line of splitter.push(Buffer.from(piece))) {
        found.push(line);
      }
    }
  }).toThrow(LineTooLongError);
  expect(found).toEqual(['1234', '12a', 'b']);
});
