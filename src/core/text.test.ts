import { expect, test } from 'vitest';
import { cleanText, sentence, shortened } from './text.ts';

test('cleanText returns one line in NFC without control characters', () => {
  expect(cleanText(' Ro\u0308yksopp\r\n\u0085live\u2028\u001b[1m ')).toBe('R\u00f6yksopp live [1m');
});

test('cleanText drops half characters', () => {
  expect(cleanText('Blue \ud83c')).toBe('Blue \ufffd');
  expect(cleanText('\udfa4 Blue \u{1f3a4}')).toBe('\ufffd Blue \u{1f3a4}');
});

test('cleanText drops characters that reorder the text beside it', () => {
  expect(cleanText('\u202eevil\u202c')).toBe('evil');
  expect(cleanText('\u2067\u05e9\u05dc\u05d5\u05dd')).toBe('\u05e9\u05dc\u05d5\u05dd');
});

test.each([
  ['Persian', '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645'],
  ['Arabic with a mark', 'Mix \u061c\u0661\u0662'],
  ['Hebrew with a mark', '\u05d0\u200f!'],
  ['an emoji of several', '\u{1f469}\u200d\u{1f3a4}'],
  ['a flag of tags', '\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
])('cleanText keeps %s', (_, name) => {
  expect(cleanText(name)).toBe(name);
});

test('shortened ends with an ellipsis and keeps letters whole', () => {
  expect(shortened('Slow Elevator', 13)).toBe('Slow Elevator');
  expect(shortened('Slow Elevator', 12)).toBe('Slow Elevat…');
  expect(shortened('\u{1f3a4}\u{1f3a4}\u{1f3a4}', 2)).toBe('\u{1f3a4}…');
});

test.each([
  ['the port is in use', 'The port is in use.'],
  ['why? it is', 'Why? it is.'],
  ['it failed.', 'It failed.'],
  ['', ''],
])('%j is the sentence %j', (words, whole) => {
  expect(sentence(words)).toBe(whole);
});
