import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineSplitter, LineTooLongError } from './lines.ts';

test('LineSplitter yields whole lines however the bytes are split, even inside characters', () => {
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

test('LineSplitter drops a carriage return before the line feed', () => {
  expect([...new LineSplitter(100).push(Buffer.from('a\r\nb\n'))]).toEqual(['a', 'b']);
});

test('LineSplitter accepts lines up to its limit, and yields those before a longer one', () => {
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
