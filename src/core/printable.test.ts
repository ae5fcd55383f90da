import { describe, expect, test } from 'vitest';
import { answerOnTerminal, printable, printableData, printableLines } from './printable.ts';

describe('printable', () => {
  test.each([
    ['a control character of a terminal', 'a\u001b[2Jb', 'a\\u001b[2Jb'],
    ['one of eight bits', 'a\u009b2Jb', 'a\\u009b2Jb'],
    ['a line break', 'a\nb\u2028c', 'a\\nb\\u2028c'],
    ['an override of the direction', 'safe\u202Egnp.exe', 'safe\\u202egnp.exe'],
    ['what cannot be seen', 'a\u200bb\u00adc\ufeff', 'a\\u200bb\\u00adc\\ufeff'],
    ['a tag beyond the first plane', 'a\u{e0041}b', 'a\\udb40\\udc41b'],
    ['half a character', 'a\ud800b', 'a\\ud800b'],
  ])('makes %s visible', (_, text, shown) => {
    expect(printable(text)).toBe(shown);
    expect(JSON.parse(`"${shown}"`)).toBe(text);
  });

  test('keeps names of every script', () => {
    const names = 'Röyksopp – עברית العربية 電気グルーヴ 🎧';
    expect(printable(names)).toBe(names);
  });

  test('keeps line breaks in diagnostics of several lines', () => {
    expect(printableLines('one\u0007\ntwo')).toBe('one\\u0007\ntwo');
  });

  test('applies to every text in data', () => {
    const data = { name: 'a\u202eb', list: [{ n: 1, ok: true, none: undefined, text: '\u0085' }] };
    expect(printableData(data)).toEqual({
      name: 'a\\u202eb',
      list: [{ n: 1, ok: true, none: undefined, text: '\\u0085' }],
    });
  });
});

describe('answerOnTerminal', () => {
  test('escapes control sequences', () => {
    expect(answerOnTerminal('a\u001b]0;b\u0007\u009b1m\u202ec\u2067d')).toBe(
      'a\\u001b]0;b\\u0007\\u009b1m\\u202ec\\u2067d',
    );
  });

  test('keeps line breaks, tabs, joiners and marks', () => {
    const text = '1\tمی\u200cخواهم\n2\t👩\u200d🎤 \u200fשלום\n';
    expect(answerOnTerminal(text)).toBe(text);
  });
});
