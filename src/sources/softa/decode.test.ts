import fc from 'fast-check';
import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { decodeText } from './decode.ts';

const NAME = 'Beyoncé – Naïve (Ørsted’s Edit)';

function utf16(text: string, options: { mark: boolean; bigEndian: boolean }): Buffer {
  const bytes = Buffer.from(options.mark ? `\ufeff${text}` : text, 'utf16le');
  return options.bigEndian ? bytes.swap16() : bytes;
}

test.each([
  ['UTF-8', Buffer.from(NAME)],
  ['UTF-8 with a mark', Buffer.from(`\ufeff${NAME}`)],
  ['UTF-16 little-endian with a mark', utf16(NAME, { mark: true, bigEndian: false })],
  ['UTF-16 big-endian with a mark', utf16(NAME, { mark: true, bigEndian: true })],
  ['UTF-16 little-endian without a mark', utf16(NAME, { mark: false, bigEndian: false })],
  ['UTF-16 big-endian without a mark', utf16(NAME, { mark: false, bigEndian: true })],
])('decodeText decodes %s', (_, bytes) => {
  expect(decodeText(bytes)).toEqual({ text: NAME, cut: false });
});

test('decodeText decodes the signs between 0x80 and 0x9F of Windows-1252', () => {
  const bytes = Buffer.from([0x80, 0x20, 0x93, 0x4d, 0xf6, 0x74, 0x94, 0x20, 0x99]);
  expect(decodeText(bytes).text).toBe('€ “Möt” ™');
  // Also with the byte-order mark of UTF-8.
  expect(decodeText(Buffer.from('\xef\xbb\xbfM\xf6t\n', 'latin1')).text).toBe('Möt\n');
});

test('decodeText keeps an accented letter at the end of Windows-1252 text, which may still grow', () => {
  const bytes = Buffer.from('Halo - Beyonc\xe9', 'latin1');
  expect(decodeText(bytes)).toEqual({ text: 'Halo - Beyoncé', cut: true });
});

test('decodeText decodes a Windows-1252 line without changing UTF-8 lines of the same list', () => {
  const old = Buffer.from('20:00 : Bj\xf6rk - Blue\n', 'latin1');
  const bytes = Buffer.concat([old, Buffer.from('21:00 : Sólstafir - Ótta\n')]);
  expect(decodeText(bytes)).toEqual({ text: '20:00 : Björk - Blue\n21:00 : Sólstafir - Ótta\n', cut: false });
});

test.each(['Mötley Crüe - Ænima', 'Émilie Simon - Désert', '«Ó» - Árið', 'Beyonc\u00e9 – “Halo”'])(
  'decodeText trusts Western European text in Windows-1252: %s',
  (name) => {
    const bytes = iconv.encode(`${name}\n`, 'win1252');
    expect(decodeText(bytes)).toEqual({ text: `${name}\n`, cut: false });
  },
);

test.each([
  ['windows-1251', 'Title: Группа крови'],
  ['koi8-r', 'Кино - Пачка сигарет'],
  ['windows-1253', 'Βαγγέλης - Χαριωτς'],
  ['shift_jis', 'ビートルズ - x'],
  ['gbk', '周杰伦 - x'],
  ['euc-kr', '아이유 - x'],
])('decodeText marks text in %s as doubtful unless the encoding is given', (encoding, name) => {
  const bytes = iconv.encode(`${name}\n`, encoding);
  expect(decodeText(bytes).doubtful).toBe(true);
  expect(decodeText(bytes, encoding)).toEqual({ text: `${name}\n`, cut: false });
});

test('decodeText prefers a byte-order mark to a given encoding', () => {
  expect(decodeText(utf16(NAME, { mark: true, bigEndian: true }), 'gbk').text).toBe(NAME);
  expect(decodeText(Buffer.from(`\ufeff${NAME}`), 'windows-1251').text).toBe(NAME);
});

test('decodeText marks text in a given encoding as cut if it stops inside a character', () => {
  const bytes = iconv.encode('坂本', 'shift_jis');
  expect(decodeText(bytes.subarray(0, 3), 'shift_jis').cut).toBe(true);
});

test.each([
  ['UTF-8', Buffer.from('Beyoncé').subarray(0, 7)],
  ['UTF-8 with a mark', Buffer.from('\ufeffA - Café').subarray(0, -1)],
  ['UTF-16', utf16('AB', { mark: true, bigEndian: false }).subarray(0, 5)],
])('decodeText marks %s as cut if it stops inside a character', (_, bytes) => {
  expect(decodeText(bytes).cut).toBe(true);
});

test('decodeText decodes any UTF-8 text unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      fc.pre(!text.includes('\0') && !text.startsWith('\ufeff'));
      expect(decodeText(Buffer.from(text)).text).toBe(text);
    }),
  );
});
